(** What is known at all points behind one: of the variables of a case, and of the loops in its
    items. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Refutation Language Ranges Walk Phases Chain Runs Tree Cycles Items.
Import ListNotations.
Local Open Scope Z_scope.

(** The facts hold wherever the rows do. *)
Definition known (p : list Z) (rows : list constraint) (st : state) : Prop :=
  forall w, all_hold (p ++ w) rows -> facts_hold (p ++ w) st.

(** Are these constraints over the first n variables? *)
Definition over (n : nat) (rows : list constraint) : bool :=
  forallb (fun c => within n (form_of c)) rows.

Lemma over_hold p w rows : over (length p) rows = true ->
  (all_hold (p ++ w) rows <-> all_hold p rows).
Proof.
  unfold over, all_hold. rewrite forallb_forall, !Forall_forall. intros H.
  split; intros Hall c Hc; specialize (H c Hc); specialize (Hall c Hc);
    destruct c; simpl in *; now rewrite within_eval in *.
Qed.

Lemma known_less p rows more st : known p rows st -> known p (rows ++ more) st.
Proof. intros H w Hw. apply H. now apply Forall_app in Hw. Qed.

Lemma known_facts p rows st l : known p rows st -> known p rows (State (facts st) l).
Proof. easy. Qed.

(** Demands that a form is at least 0, which may mention loops that are not entered. *)
Definition ask (n : nat) (rows : list constraint) (f : form) (st : state) : option state :=
  need (Nat.max n (length (coefficients f))) rows f st.

Lemma ask_sound n p rows f st st' : known p rows st -> ask n rows f st = Some st' ->
  known p rows st' /\ forall w, all_hold (p ++ w) rows -> 0 <= eval (p ++ w) f.
Proof.
  intros H Hask. split; intros w Hw; now apply (need_sound _ _ rows f st st' Hw (H w Hw)) in Hask.
Qed.

(** The remainder of the form by the number of letters of a cycle. *)
Lemma phase_known p rows f m st k st' : known p rows st -> (0 < m)%nat ->
  phase rows f (Z.of_nat m) st = Some (k, st') ->
  known p rows st' /\ 0 <= k < Z.of_nat m /\
  forall w, all_hold (p ++ w) rows -> eval (p ++ w) f mod Z.of_nat m = k.
Proof.
  intros H Hm Hphase. assert (Hpos : 0 < Z.of_nat m) by lia.
  assert (Hk : 0 <= k < Z.of_nat m).
  { revert Hphase. unfold phase.
    destruct (if divides _ _ then _ else _) as [((g, d), s) |]; [| discriminate].
    destruct (_ && _); [| discriminate]. intros [= <- _]. now apply Z.mod_pos_bound. }
  split; [| split; [exact Hk |]]; intros w Hw;
    destruct (phase_sound _ rows f _ st k st' Hpos Hw Hphase) as [Hfacts (q & Hq)].
  - unfold facts_hold. rewrite Hfacts. now apply H.
  - rewrite Hq, Z.mul_comm, Z.mod_add by lia. now apply Z.mod_small.
Qed.

(** * Cycles, from a letter on *)

Definition turned (c : list nat) (k : Z) : list nat :=
  skipn (Z.to_nat k) c ++ firstn (Z.to_nat k) c.

Lemma turned_length c k : length (turned c k) = length c.
Proof. unfold turned. rewrite app_length, skipn_length, firstn_length. lia. Qed.

Lemma cycle_value_add c j q : c <> [] ->
  cycle_value c (j + q * Z.of_nat (length c)) = cycle_value c j.
Proof.
  intros Hc. unfold cycle_value. rewrite Z.mod_add; [reflexivity |].
  destruct c; [contradiction | simpl length; lia].
Qed.

Lemma cycle_value_mod_same c j k : c <> [] ->
  j mod Z.of_nat (length c) = k mod Z.of_nat (length c) -> cycle_value c j = cycle_value c k.
Proof. intros _ H. unfold cycle_value. now rewrite H. Qed.

Lemma turned_value c k j : 0 <= k < Z.of_nat (length c) ->
  cycle_value (turned c k) j = cycle_value c (k + j).
Proof.
  intros Hk. unfold cycle_value. rewrite turned_length. set (n := Z.of_nat (length c)) in *.
  rewrite Zplus_mod, (Z.mod_small k) by lia.
  pose proof (Z.mod_pos_bound j n ltac:(lia)) as Hj. set (i := j mod n) in *. unfold turned.
  destruct (Z_lt_ge_dec (k + i) n) as [Hlt | Hge].
  - rewrite Z.mod_small by lia. rewrite app_nth1 by (rewrite skipn_length; lia).
    rewrite <- (firstn_skipn (Z.to_nat k) c) at 2.
    rewrite app_nth2 by (rewrite firstn_length; lia). f_equal. rewrite firstn_length. lia.
  - replace ((k + i) mod n) with (k + i - n).
    + rewrite app_nth2 by (rewrite skipn_length; lia). rewrite skipn_length.
      rewrite <- (firstn_skipn (Z.to_nat k) c) at 3.
      rewrite app_nth1 by (rewrite firstn_length; lia). f_equal. lia.
    + apply (Z.mod_unique _ _ 1); lia.
Qed.

Lemma turned_not_empty c k : c <> [] -> turned c k <> [].
Proof.
  intros Hc H. apply (f_equal (@length nat)) in H. rewrite turned_length in H.
  now destruct c.
Qed.

(** A word over this cycle. *)
Definition word_over (c : list nat) (f : form) : word := Word (hd O c) (tl c) f.

Lemma word_over_values v c f : c <> [] -> word_values v (word_over c f) = run_values (c, eval v f).
Proof. now destruct c. Qed.

Lemma run_values_length c n : length (run_values (c, n)) = Z.to_nat n.
Proof. unfold run_values. now rewrite map_length, seq_length. Qed.

Lemma run_values_nth c n k : (k < Z.to_nat n)%nat ->
  nth k (run_values (c, n)) O = cycle_value c (Z.of_nat k).
Proof. intros H. unfold run_values. cbn [fst snd]. now rewrite nth_map_seq. Qed.

Lemma run_values_ext c d n : (forall k, 0 <= k < n -> cycle_value c k = cycle_value d k) ->
  run_values (c, n) = run_values (d, n).
Proof.
  intros H. apply (nth_ext _ _ O O); rewrite !run_values_length; [reflexivity |].
  intros k Hk. rewrite !run_values_nth by assumption. apply H. lia.
Qed.

(** A word cut in two. *)
Lemma run_values_app c a b k : c <> [] -> 0 <= a -> 0 <= b ->
  a mod Z.of_nat (length c) = k ->
  run_values (c, a + b) = run_values (c, a) ++ run_values (turned c k, b).
Proof.
  intros Hc Ha Hb Hk. assert (Hn : 0 < Z.of_nat (length c)) by (destruct c; [contradiction |
    simpl length; lia]).
  pose proof (Z.mod_pos_bound a _ Hn) as Hbound. rewrite Hk in Hbound.
  apply (nth_ext _ _ O O); [rewrite app_length, !run_values_length; lia |].
  intros j Hj. rewrite run_values_length in Hj. rewrite run_values_nth by assumption.
  destruct (Nat.lt_ge_cases j (Z.to_nat a)) as [Hlt | Hge].
  - now rewrite app_nth1, run_values_nth by (rewrite ?run_values_length; assumption).
  - rewrite app_nth2 by (now rewrite run_values_length). rewrite run_values_length.
    rewrite run_values_nth by lia. rewrite turned_value by assumption.
    apply cycle_value_mod_same; [assumption |]. rewrite <- Hk, Zplus_mod_idemp_l. f_equal. lia.
Qed.
