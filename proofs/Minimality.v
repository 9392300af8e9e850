(** The checker of what a certificate says of periods (packages/kernel/src/minimality/format.md): if it
    accepts, then in each case of the parameters the formulas stated are the least period and the least
    preperiod, and the cases are all admitted parameters. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Steps Walk Meaning Soundness Copies Endless
  Period Known Lengths Rotation.
From Grundy Require Export Cases CaseSound.
Import ListNotations.
Local Open Scope Z_scope.

Section Sound.

Variables (simplified : bool) (G : description) (proof : list answer).
Hypothesis accepted : accepts simplified G proof = true.

(** The description that periods are about. *)
Let D := written_of G.

Variable a : alphabet.
Hypothesis alphabets : is_read a (rule_of D) = true.

(** Each point where the rows hold lies in one of the cases. *)
Definition covers (n : nat) (rows : list constraint) (l : list case) : Prop :=
  forall q, length q = n -> all_hold q rows ->
  exists c w, In c l /\ length (q ++ w) = dimension c /\ all_hold (q ++ w) (holding c).

Lemma parts_sound n n' rows (go : list constraint -> state -> option (list case * state)) :
  (forall rows st l st', all_known n' rows st -> go rows st = Some (l, st') ->
     all_known n' rows st' /\ Forall (case_true D a) l /\ covers n' rows l) ->
  over n rows = true -> (n <= n')%nat ->
  forall l st cs st', all_known n rows st -> parts n' rows go l st = Some (cs, st') ->
  all_known n rows st' /\ Forall (case_true D a) cs /\
  forall q, length q = n' -> all_hold (firstn n q) rows -> Exists (holds q) l ->
    exists c w, In c cs /\ length (q ++ w) = dimension c /\ all_hold (q ++ w) (holding c).
Proof.
  intros Hgo Hover Hle.
  assert (Hfirst : forall q, length q = n' -> (all_hold q rows <-> all_hold (firstn n q) rows)).
  { intros q Hq. rewrite <- (firstn_skipn n q) at 1. apply over_hold. rewrite firstn_length.
    now rewrite Nat.min_l by lia. }
  assert (Hmore : forall c st, all_known n rows st -> all_known n' (rows ++ [c]) st).
  { intros c st Hst q Hq Hall w. apply Forall_app in Hall as [Hall _].
    rewrite <- (firstn_skipn n q), <- app_assoc. apply Hst.
    - rewrite firstn_length. lia.
    - exact (proj1 (Hfirst q Hq) Hall). }
  induction l as [| c l IH]; intros st cs st' Hst H.
  - injection H as <- <-. split; [exact Hst |]. split; [constructor |]. intros q _ _ Hex.
    inversion Hex.
  - cbn [parts] in H. destruct (enter _ _ _ st) as [[open s] |] eqn:Henter;
      [cbn [then_ fst snd] in H | discriminate].
    assert (Hs : facts s = facts st) by now apply (enter_facts _ _ _ _ _ _ Henter).
    assert (Hin : forall q, length q = n' -> all_hold (firstn n q) rows -> holds q c ->
      all_hold q (rows ++ [c])).
    { intros q Hq Hrows Hc. apply Forall_app. split; [now apply Hfirst |]. now repeat constructor. }
    destruct open.
    + destruct (go _ s) as [[found s1] |] eqn:Hfound; [cbn [then_ fst snd] in H | discriminate].
      destruct (parts _ _ _ l _) as [[others s2] |] eqn:Hothers;
        [cbn [then_ fst snd] in H | discriminate].
      injection H as <- <-. apply Hgo in Hfound.
      2:{ intros q Hq Hall w. unfold facts_hold. rewrite Hs. now apply (Hmore c st Hst q Hq Hall). }
      destruct Hfound as (_ & Htrue & Hcovers). apply IH in Hothers; [| exact Hst].
      destruct Hothers as (Hs2 & Htrue' & Hcovers'). split; [exact Hs2 |].
      split; [now apply Forall_app |]. intros q Hq Hrows Hex.
      inversion Hex as [? ? Hc | ? ? Hl]; subst.
      * destruct (Hcovers q eq_refl (Hin q eq_refl Hrows Hc)) as (d & w & H1 & H2).
        exists d, w. split; [apply in_or_app; now left | exact H2].
      * destruct (Hcovers' q eq_refl Hrows Hl) as (d & w & H1 & H2).
        exists d, w. split; [apply in_or_app; now right | exact H2].
    + apply IH in H; [| exact Hst]. destruct H as (Hst' & Htrue & Hcovers).
      split; [exact Hst' |]. split; [exact Htrue |]. intros q Hq Hrows Hex.
      inversion Hex as [? ? Hc | ? ? Hl]; subst; [exfalso | now apply Hcovers].
      now apply (enter_sound _ _ _ _ _ _ _ (Hin q eq_refl Hrows Hc)) in Henter.
Qed.

Lemma cases_sound fuel : forall n rows st l st', all_known n rows st ->
  cases_check D a fuel n rows st = Some (l, st') ->
  all_known n rows st' /\ Forall (case_true D a) l /\ covers n rows l.
Proof.
  induction fuel as [| e fuel IH]; intros n rows st l st' Hst H; [discriminate |].
  cbn [cases_check] in H.
  assert (Hone : option_map (fun it => ([fst it], snd it)) (case_check D a n rows st) = Some (l, st') ->
    all_known n rows st' /\ Forall (case_true D a) l /\ covers n rows l).
  { destruct (case_check _ _ _ _ _) as [[c s] |] eqn:Hc; [| discriminate]. intros [= <- <-].
    apply (case_sound simplified G proof accepted a alphabets) in Hc; [| exact Hst].
    destruct Hc as (Hs & Hdim & Hholding & Htrue).
    split; [exact Hs |].
    split; [constructor; [exact Htrue | constructor] |]. intros q Hq Hrows.
    exists c, []. rewrite app_nil_r. split; [now left |]. now rewrite Hdim, Hholding. }
  destruct (answers st) as [| [] rest]; try (exact (Hone H)).
  - (* a cut *)
    destruct (within n f && over n rows) eqn:Hscope; [| discriminate].
    apply andb_true_iff in Hscope as [Hf Hover].
    apply (parts_sound n n rows _ (IH n) Hover (Nat.le_refl n)) in H; [| exact Hst].
    destruct H as (Hst' & Htrue & Hcovers). split; [exact Hst' |]. split; [exact Htrue |].
    intros q Hq Hrows. apply Hcovers; [exact Hq | now rewrite <- Hq, firstn_all |].
    destruct (Z_le_gt_dec 0 (eval q f)).
    + now constructor.
    + apply Exists_cons_tl. constructor. apply holds_opposite. lia.
  - (* residue classes *)
    destruct (_ && _) eqn:Hscope in H; [| discriminate].
    rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in Hscope.
    destruct Hscope as ((Hf & Hm) & Hover).
    apply (parts_sound n (S n) rows _ (IH (S n)) Hover (Nat.le_succ_diag_r n)) in H; [| exact Hst].
    destruct H as (Hst' & Htrue & Hcovers). split; [exact Hst' |]. split; [exact Htrue |].
    intros q Hq Hrows. set (m := Z.of_nat modulus) in *. set (x := eval q f / m).
    destruct (Hcovers (q ++ [x])) as (c & w & H1 & H2 & H3).
    + rewrite app_length, Hq. simpl. lia.
    + rewrite <- Hq, firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. now rewrite app_nil_r.
    + pose proof (Z.mod_pos_bound (eval q f) m ltac:(lia)) as Hb.
      pose proof (Z.div_mod (eval q f) m ltac:(lia)) as Hd. fold x in Hd.
      apply Exists_exists. exists (Zero (sub (plus f (- Z.of_nat (Z.to_nat (eval q f mod m))))
        (times m (variable n)))). split.
      * apply (in_map (fun r => Zero (sub (plus f (- Z.of_nat r)) (times m (variable n))))).
        apply in_seq. lia.
      * cbn [holds]. rewrite eval_sub, eval_plus, eval_times, eval_variable.
        rewrite within_eval by now rewrite Hq. rewrite app_nth2 by lia.
        rewrite Hq, Nat.sub_diag. cbn [nth]. lia.
    + exists c, ([x] ++ w). rewrite app_assoc. now repeat split.
Qed.

End Sound.

(** What the theorem says of the values of this alphabet: in each case it is true, and for all
    parameters that satisfy the order conditions there is one. *)
Definition theorem_holds (D : description) (it : alphabet * list case) : Prop :=
  Forall (case_true D (fst it)) (snd it) /\
  forall p, admitted D p -> exists c w, In c (snd it) /\ length (p ++ w) = dimension c /\
    all_hold (p ++ w) (holding c).

Lemma theorem_holds_same D it : theorem_holds (written_of D) it -> theorem_holds D it.
Proof.
  destruct (written_of_same D) as (Hrule & _ & HN & HC).
  unfold theorem_holds, case_true, admitted. rewrite HN, HC, Hrule. intros [Htrue Hcovers].
  split; [| exact Hcovers]. rewrite Forall_forall in *. intros c Hc q Hq Hall Hp.
  specialize (Htrue c Hc q Hq Hall Hp). now rewrite !written_of_game in Htrue.
Qed.

Lemma theorem_sound simplified D proof l a cs rest : accepts simplified D proof = true ->
  theorem_check (written_of D) l = Some (a, cs, rest) -> theorem_holds D (a, cs).
Proof.
  intros Haccepted H. apply theorem_holds_same. unfold theorem_check in H.
  destruct l as [| [] l]; try discriminate.
  destruct (is_read a0 (rule_of (written_of D))) eqn:Halphabet;
    [| discriminate].
  destruct (enter _ _ _ _) as [[open s] |] eqn:Henter; [cbn [then_ fst snd] in H | discriminate].
  destruct open; [| discriminate].
  destruct (cases_check _ _ _ _ _ s) as [[l' s'] |] eqn:Hcases;
    [cbn [then_ fst snd] in H | discriminate].
  destruct (answers s') as [| [] rest']; try discriminate. injection H as <- <- _.
  apply (cases_sound simplified D proof Haccepted a0 Halphabet) in Hcases.
  - destruct Hcases as (_ & Htrue & Hcovers). split; [exact Htrue |]. cbn [snd].
    intros p [Hp Hall]. now apply Hcovers.
  - intros q _ _ w. unfold facts_hold. rewrite (enter_facts _ _ _ _ _ _ Henter). constructor.
Qed.

(** Whatever theorems are accepted behind an accepted proof, hold. *)
Theorem theorems_sound simplified D proof l found : accepts simplified D proof = true ->
  theorems D l = Some found -> Forall (theorem_holds D) found.
Proof.
  intros Haccepted. unfold theorems. generalize l at 1 as fuel. intros fuel. revert l found.
  induction fuel as [| e fuel IH]; intros l found H.
  - destruct l; [| discriminate]. injection H as <-. constructor.
  - destruct l as [| x l]; [injection H as <-; constructor |]. cbn [theorems_check] in H.
    destruct (theorem_check (written_of D) (x :: l)) as [[[a cs] rest] |] eqn:Hone; [| discriminate].
    cbn [then_ fst snd] in H.
    destruct (theorems_check fuel (written_of D) rest) as [others |] eqn:Hothers; [| discriminate].
    injection H as <-. constructor; [now apply (theorem_sound simplified D proof (x :: l) a cs rest) |
      now apply (IH rest)].
Qed.

(** * For a given description *)

Lemma nth_case simplified D proof l found t k a cs c : accepts simplified D proof = true ->
  theorems D l = Some found -> nth_error found t = Some (a, cs) -> nth_error cs k = Some c ->
  case_true D a c.
Proof.
  intros Haccepted H Ht Hk. apply (theorems_sound simplified D proof l found Haccepted) in H.
  apply nth_error_In in Ht. apply nth_error_In in Hk. rewrite Forall_forall in H.
  destruct (H _ Ht) as [Hall _]. rewrite Forall_forall in Hall. now apply Hall.
Qed.

Lemma nth_covered simplified D proof l found t a cs p : accepts simplified D proof = true ->
  theorems D l = Some found -> nth_error found t = Some (a, cs) -> admitted D p ->
  exists c w, In c cs /\ length (p ++ w) = dimension c /\ all_hold (p ++ w) (holding c).
Proof.
  intros Haccepted H Ht. apply (theorems_sound simplified D proof l found Haccepted) in H.
  apply nth_error_In in Ht. rewrite Forall_forall in H. destruct (H _ Ht) as [_ Hcovers].
  apply Hcovers.
Qed.

Lemma same_least r b moves moves' P P' q q' : moves = moves' -> P = P' -> q = q' ->
  least_period (value r b moves) P /\ least_preperiod (value r b moves) q ->
  least_period (value r b moves') P' /\ least_preperiod (value r b moves') q'.
Proof. now intros -> -> ->. Qed.

(** That constraints hold at a point. *)
Ltac all_hold_here :=
  cbv [all_hold holding];
  repeat (apply Forall_cons; [cbv [holds eval constant coefficients dot app]; lia |]);
  apply Forall_nil.

(** That a formula has the value that is written out. *)
Ltac name_formula :=
  cbv [period_value divided_by formula_value over_gcd numerator denominator summands period_formula preperiod_formula
    fold_right fst snd monomial power];
  first
    [ apply f_equal; rewrite Z.div_1_r; ring
    | apply f_equal, f_equal2; [ring | reflexivity]
    | apply f_equal, f_equal2;
      [ rewrite Z.div_1_r; ring
      | apply f_equal2; cbv [eval constant coefficients dot]; lia ] ].

(** Case k of theorem t of those that were found, at the point q. *)
Ltac conclude_case D accepted proved t k q :=
  let H := fresh in
  pose proof (nth_case _ D _ _ _ t k _ _ _ accepted proved eq_refl eq_refl q eq_refl) as H;
  lazymatch type of H with
  | ?A -> _ => let X := fresh in assert (X : A) by all_hold_here; specialize (H X); clear X
  end;
  cbv zeta in H;
  lazymatch type of H with
  | context [firstn ?n ?l] => let p := eval cbv in (firstn n l) in change (firstn n l) with p in H
  end;
  lazymatch type of H with
  | ?A -> _ => let X := fresh in assert (X : A) by admit_parameters D; specialize (H X); clear X
  end;
  unfold game in H; revert H; apply same_least; [name_moves D | name_formula | name_formula].

(** The cases of theorem t at the point p, one after the other. *)
Ltac cases_of D accepted proved t p :=
  let c := fresh "c" in let w := fresh "w" in
  let Hin := fresh in let Hlength := fresh in let Hall := fresh in
  destruct (nth_covered _ D _ _ _ t _ _ p accepted proved eq_refl ltac:(admit_parameters D))
    as (c & w & Hin & Hlength & Hall);
  repeat (destruct Hin as [<- | Hin]); [.. | destruct Hin];
  cbn [dimension app length] in Hlength;
  repeat (destruct w as [| ? w]; cbn [length] in Hlength;
          [try discriminate Hlength | try discriminate Hlength]).

(** What is stated of one of them, by its theorem. *)
Ltac in_case least_of_case :=
  lazymatch goal with
  | Hall : all_hold (?p ++ ?w) _ |- _ =>
      let rec quotients w :=
        lazymatch w with ?x :: ?w => exists x; quotients w | _ => idtac end in
      let rec of_point theorem l :=
        lazymatch l with ?x :: ?l => of_point constr:(theorem x) l | _ => theorem end in
      let here := of_point least_of_case p in let here := of_point here w in
      quotients w;
      cbv [all_hold holding] in Hall;
      repeat (apply Forall_cons_iff in Hall as [? Hall]);
      cbv [holds eval constant coefficients dot app] in *;
      repeat (split; [lia |]); apply here; lia
  end.
