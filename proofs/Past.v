(** What a move beyond position 0 leads to (packages/kernel/src/model/start.rs): nowhere; into one cycle
    without beginning; or into the block that is repeated there.

    The theorem: values that are one cycle have the values of that cycle ([outside_values]). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Refutation Language Ranges Phases.
Import ListNotations.
Local Open Scope Z_scope.

(** The most values of one cycle that several words of the start are written as. *)
Definition most_values : Z := 65536.

(** The values of words whose lengths are numbers, if these are few. *)
Fixpoint in_numbers (ws : list word) (room : Z) : option (list nat) :=
  match ws with
  | [] => Some []
  | w :: ws =>
      if is_constant (size w) && (constant (size w) <=? room)
      then option_map (app (word_values [] w)) (in_numbers ws (room - constant (size w)))
      else None
  end.

(** The cycle that these words are, repeated without end, as a word. *)
Definition one_cycle (ws : list word) : option word :=
  match ws with
  | [] => None
  | w :: others =>
      let m := Z.of_nat (length (cycle w)) in
      let whole := divides m (size w) && (constant (size w) mod m =? 0) in
      if match others with [] => whole | _ => false end then Some w
      else if forallb (fun w' => forallb (Nat.eqb (first w)) (cycle w')) ws
      then Some (Word (first w) [] zero)
      else
        match in_numbers ws most_values with
        | Some (v :: l) => Some (Word v l zero)
        | _ => None
        end
  end.

(** The cycle that stands before position 0, or the block that is followed there. *)
Definition outside_word (D : description) : option word :=
  match start D with Some b => one_cycle (words (blocks D) b) | None => None end.

Definition start_again (D : description) : option nat :=
  match start D, outside_word D with Some b, None => Some b | _, _ => None end.

(** * One cycle *)

(** These values are whole copies of the cycle of this word. *)
Definition copies_cycle (l : list nat) (w : word) : Prop :=
  (Z.of_nat (length (cycle w)) | Z.of_nat (length l)) /\
  forall j, (j < length l)%nat -> nth j l O = value_in w (Z.of_nat j).

Lemma word_values_length v w : 0 <= eval v (size w) ->
  Z.of_nat (length (word_values v w)) = eval v (size w).
Proof. intros H. unfold word_values. rewrite map_length, seq_length. lia. Qed.

Lemma in_numbers_values p ws : forall room l, in_numbers ws room = Some l ->
  flat_map (word_values p) ws = l.
Proof.
  induction ws as [| w ws IH]; intros room l H; cbn [in_numbers] in H; [now injection H |].
  destruct (_ && _) eqn:Hw in H; [| discriminate].
  destruct (in_numbers ws _) as [l' |] eqn:Hws; [| discriminate]. injection H as <-.
  cbn [flat_map]. rewrite (IH _ _ Hws). f_equal. unfold word_values.
  apply andb_true_iff in Hw as [Hw _].
  now rewrite (is_constant_eval p _ Hw), (is_constant_eval [] _ Hw).
Qed.

Lemma word_values_same p w v : forallb (Nat.eqb v) (cycle w) = true ->
  forall x, In x (word_values p w) -> x = v.
Proof.
  intros H x Hx. unfold word_values in Hx. apply in_map_iff in Hx as (k & <- & _).
  rewrite forallb_forall in H. symmetry. apply Nat.eqb_eq, H. unfold value_in. apply nth_In.
  pose proof (cycle_pos w). pose proof (Z.mod_pos_bound (Z.of_nat k) _ H0). lia.
Qed.

Lemma one_cycle_copies p ws w : Forall (fun w => 0 <= eval p (size w)) ws -> one_cycle ws = Some w ->
  copies_cycle (flat_map (word_values p) ws) w.
Proof.
  intros Hsizes H. unfold one_cycle in H. destruct ws as [| u others]; [discriminate |].
  destruct (match others with [] => _ | _ => false end) eqn:Hone.
  - destruct others; [| discriminate]. injection H as <-.
    apply Forall_inv in Hsizes. apply andb_true_iff in Hone as [Hd H0]. apply Z.eqb_eq in H0.
    cbn [flat_map]. rewrite app_nil_r. split.
    + rewrite word_values_length by assumption.
      rewrite (divides_eval _ _ p (cycle_pos u) Hd). apply Z.divide_add_r.
      * apply Z.mod_divide; [pose proof (cycle_pos u); lia | assumption].
      * apply Z.divide_factor_l.
    + intros j Hj. unfold word_values in *. rewrite map_length, seq_length in Hj.
      now rewrite nth_map_seq.
  - destruct (forallb _ (u :: others)) eqn:Hsame; [injection H as <- |].
    + split; [apply Z.divide_1_l |]. intros j Hj. rewrite forallb_forall in Hsame.
      assert (Hin : In (nth j (flat_map (word_values p) (u :: others)) O)
        (flat_map (word_values p) (u :: others))) by now apply nth_In.
      apply in_flat_map in Hin as (w' & Hw' & Hin).
      rewrite (word_values_same p w' (first u) (Hsame w' Hw') _ Hin).
      unfold value_in, cycle. cbn [first Language.others length]. now rewrite Z.mod_1_r.
    + destruct (in_numbers (u :: others) most_values) as [[| v l] |] eqn:Hl; try discriminate.
      injection H as <-. rewrite (in_numbers_values p _ _ _ Hl). unfold copies_cycle, cycle.
      cbn [first Language.others]. split; [reflexivity |]. intros j Hj. unfold value_in, cycle.
      cbn [first Language.others]. rewrite <- Nat2Z.inj_mod, Nat2Z.id, Nat.mod_small by assumption.
      reflexivity.
Qed.

Lemma leftward_cycle l w k : l <> [] -> copies_cycle l w ->
  leftward l k = value_in w (- 1 - Z.of_nat k).
Proof.
  intros Hne ([q Hq] & Hall). unfold leftward.
  assert (Hlen : (0 < length l)%nat) by (destruct l; [contradiction | simpl; lia]).
  pose proof (Nat.mod_upper_bound k (length l) ltac:(lia)) as Hk.
  rewrite Hall by lia. pose proof (Nat.div_mod k (length l) ltac:(lia)) as Hdiv.
  set (r := (k mod length l)%nat) in *. set (d := (k / length l)%nat) in *.
  rewrite <- (value_in_again w (- 1 - Z.of_nat k) (q * (1 + Z.of_nat d))). f_equal.
  replace (Z.of_nat (length (cycle w)) * (q * (1 + Z.of_nat d))) with
    (Z.of_nat (length l) * (1 + Z.of_nat d)) by (rewrite Hq; ring).
  rewrite Hdiv at 1. rewrite Nat2Z.inj_add, Nat2Z.inj_mul. lia.
Qed.

(** * Copies of the block *)

Lemma nth_copies (l : list nat) n : forall j, (j < n * length l)%nat ->
  nth j (concat (repeat l n)) O = nth (j mod length l) l O.
Proof.
  induction n as [| n IH]; intros j Hj; [lia |]. cbn [repeat concat].
  destruct (Nat.lt_ge_cases j (length l)) as [Hlt | Hge].
  - rewrite app_nth1, Nat.mod_small by assumption. reflexivity.
  - rewrite app_nth2, IH by lia. f_equal.
    replace j with (j - length l + 1 * length l)%nat at 2 by lia.
    now rewrite Nat.mod_add by lia.
Qed.

Lemma copies_length (l : list nat) n : length (concat (repeat l n)) = (n * length l)%nat.
Proof. induction n as [| n IH]; [reflexivity |]. cbn [repeat concat]. rewrite app_length, IH. lia. Qed.

Lemma leftward_copies (l : list nat) n k : (k < n * length l)%nat ->
  nth (n * length l - 1 - k) (concat (repeat l n)) O = leftward l k.
Proof.
  intros Hk. rewrite nth_copies by lia. unfold leftward. f_equal.
  pose proof (Nat.mod_upper_bound k (length l) ltac:(lia)) as Hr.
  pose proof (Nat.div_mod k (length l) ltac:(lia)) as Hdiv.
  set (r := (k mod length l)%nat) in *. set (d := (k / length l)%nat) in *.
  assert (Hd : (d < n)%nat) by nia.
  replace (n * length l - 1 - k)%nat with (length l - 1 - r + (n - 1 - d) * length l)%nat by nia.
  rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
Qed.
