(** Some move is the largest. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Places Follows Walk Split Sweep Chain
  Checker.
Import ListNotations.
Local Open Scope Z_scope.

Section Largest.

Variable D : description.

Lemma first_maximum (l : list Z) : l <> [] -> exists i, (i < length l)%nat /\
  forall j, (j < length l)%nat ->
    ((j < i)%nat -> nth j l 0 < nth i l 0) /\ ((i <= j)%nat -> nth j l 0 <= nth i l 0).
Proof.
  induction l as [| a l IH]; intros Hne; [contradiction |].
  destruct l as [| b l].
  - exists O. simpl. split; [lia |]. intros [| j] Hj; lia.
  - destruct (IH ltac:(discriminate)) as (i & Hi & Hmax). set (r := b :: l) in *. clearbody r.
    clear IH Hne.
    destruct (Z_lt_le_dec a (nth i r 0)) as [Hlt | Hle].
    + exists (S i). split; [simpl; lia |]. intros [| j] Hj.
      * cbn [nth]. split; intros; lia.
      * cbn [nth length] in *. destruct (Hmax j ltac:(lia)).
        split; intros; [apply H | apply H0]; lia.
    + exists O. split; [simpl; lia |].
      intros [| j] Hj; cbn [nth length] in *; [split; intros; lia |].
      destruct (Hmax j ltac:(lia)) as [H1 H2]. split; intros; [lia |].
      destruct (Nat.lt_ge_cases j i) as [Hji | Hji]; [specialize (H1 Hji) | specialize (H2 Hji)];
        lia.
Qed.

Definition is_largest (p : list Z) (index : nat) : Prop :=
  (index < length (moves D))%nat /\
  forall j, (j < length (moves D))%nat ->
    let s := eval p (nth j (moves D) zero) in
    let largest := eval p (nth index (moves D) zero) in
    ((j < index)%nat -> s < largest) /\ ((index <= j)%nat -> s <= largest).

Lemma some_largest p : moves D <> [] -> exists index, is_largest p index.
Proof.
  intros Hne. destruct (first_maximum (map (eval p) (moves D))) as (i & Hi & Hmax).
  - now destruct (moves D).
  - rewrite map_length in Hi, Hmax. exists i. split; [assumption |]. intros j Hj.
    specialize (Hmax j Hj). rewrite <- (eval_zero p), !map_nth in Hmax. exact Hmax.
Qed.

Lemma comparisons_sound p index others : is_largest p index -> forall l,
  comparisons D index others = Some l -> all_hold p l.
Proof.
  intros (Hindex & Hmax). induction others as [| n others IH]; intros l H; cbn [comparisons] in H.
  - injection H as <-. constructor.
  - destruct (nth_error (moves D) index) as [each |] eqn:Heach; [| discriminate].
    destruct (nth_error (moves D) n) as [other |] eqn:Hother; [| discriminate].
    destruct (comparisons D index others) as [rest |]; [| discriminate]. injection H as <-.
    constructor; [| now apply IH].
    assert (Hn : (n < length (moves D))%nat) by (apply nth_error_Some; congruence).
    destruct (Hmax n Hn) as [H1 H2].
    rewrite (nth_error_nth _ _ _ Heach), (nth_error_nth _ _ _ Hother) in *.
    destruct (Nat.ltb_spec n index).
    + apply holds_below. auto.
    + apply holds_at_least. auto.
Qed.

(** Whatever the values of the variables are, if the moves have these values. *)
Lemma same_largest p v index : map (eval v) (moves D) = map (eval p) (moves D) ->
  is_largest p index -> is_largest v index.
Proof.
  intros Hsame (Hindex & Hmax). split; [assumption |]. intros j Hj.
  assert (Hnth : forall k, eval v (nth k (moves D) zero) = eval p (nth k (moves D) zero)).
  { intros k. rewrite <- (map_nth (eval v)), <- (map_nth (eval p)), Hsame, !eval_zero. reflexivity.
    }
  cbv zeta. rewrite !Hnth. now apply Hmax.
Qed.

Lemma largest_sound p : all_hold p (conditions D) -> forall indices st cases st',
  largest D indices st = Some (cases, st') ->
  (exists index, In index indices /\ is_largest p index) ->
  exists kept, In kept cases /\
    forall v, map (eval v) (moves D) = map (eval p) (moves D) -> all_hold v kept.
Proof.
  intros Hc. induction indices as [| index indices IH]; intros st cases st' H (i & Hin & Hi);
    [contradiction |].
  cbn [largest] in H. destruct (answers st) as [| [] rest]; try discriminate.
  unfold then_ in H.
  destruct (comparisons D index others) as [l |] eqn:Hl; [| discriminate].
  destruct (enter _ _ _ _) as [[open s1] |] eqn:Henter; [| discriminate]. cbn [fst snd] in H.
  destruct (largest D indices s1) as [[cases' s2] |] eqn:Hrest; [| discriminate].
  cbn [fst snd] in H. injection H as <- <-.
  destruct Hin as [-> | Hin].
  - pose proof (comparisons_sound p i others Hi l Hl) as Hall.
    assert (Hboth : all_hold p (conditions D ++ l)) by now apply Forall_app.
    rewrite (enter_sound _ p _ _ _ _ _ Hboth Henter).
    exists l. split; [now left |]. intros v Hv.
    exact (comparisons_sound v i others (same_largest p v i Hv Hi) l Hl).
  - destruct (IH _ _ _ Hrest (ex_intro _ i (conj Hin Hi))) as (kept & Hcase & Hhold).
    exists kept. split; [apply in_or_app; now right | assumption].
Qed.

Lemma largest_cases_sound p st cases st' : all_hold p (conditions D) ->
  largest_cases D st = Some (cases, st') ->
  exists kept, In kept cases /\
    forall v, map (eval v) (moves D) = map (eval p) (moves D) -> all_hold v kept.
Proof.
  intros Hc H. unfold largest_cases in H. destruct (moves D) as [| s l] eqn:Hmoves.
  - injection H as <- <-. exists []. split; [now left | constructor].
  - rewrite <- Hmoves in *. apply (largest_sound p Hc _ _ _ _ H).
    destruct (some_largest p) as (i & Hi); [congruence |].
    exists i. split; [| assumption]. apply in_seq. destruct Hi. lia.
Qed.

End Largest.
