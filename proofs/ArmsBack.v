(** What is kept of the conditions of an arm says as much as they do: whoever satisfies it, satisfies
    them. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Arms.
Import ListNotations.
Local Open Scope Z_scope.


(** Two alternatives of which never both hold. *)
Definition apart (one_of : list constraint) : Prop :=
  match one_of with
  | [AtLeastZero f; AtLeastZero g] => forall v, 0 <= eval v f -> eval v g < 0
  | [_; _] => False
  | _ => True
  end.

Lemma cases_of_apart t : apart (cases_of t).
Proof.
  unfold cases_of. destruct (compared t); cbn [apart]; try exact I.
  intros v. autorewrite with eval. lia.
Qed.

Lemma cases_of_test v t : Exists (holds v) (cases_of t) -> test_holds v t = true.
Proof.
  destruct t as [d c]; unfold test_holds, cases_of; simpl.
  destruct c; rewrite ?negb_true_iff, ?Z.leb_le, ?Z.eqb_eq, ?Z.eqb_neq, !Exists_cons, ?Exists_nil;
    simpl; autorewrite with eval; lia.
Qed.

Lemma negated_fails v t : Exists (holds v) (cases_of (negated t)) -> test_holds v t = false.
Proof.
  intros Hnot. apply cases_of_test in Hnot. destruct (test_holds v t) eqn:Ht; [exfalso | reflexivity].
  destruct t as [f c]. unfold test_holds, negated in *. simpl in *.
  destruct c; simpl in *; autorewrite with eval in *;
    rewrite ?negb_true_iff, ?Z.leb_le, ?Z.eqb_eq, ?Z.eqb_neq in *; lia.
Qed.

Lemma taken_cases_hold_back v own failed : cases_hold v (taken_cases own failed) ->
  Exists (holds v) own /\ cases_hold v failed.
Proof.
  intros H. apply Forall_cons_iff in H as [Hown H]. split; [exact Hown |].
  destruct own as [| given [| other own]]; try exact H.
  assert (Hgiven : holds v given).
  { inversion Hown as [? ? H0 | ? ? H0]; subst; [assumption | inversion H0]. }
  induction failed as [| one_of failed IH]; [constructor |]. cbn [flat_map] in H.
  destruct (existsb _ one_of) eqn:Htrue.
  - constructor; [| now apply IH]. apply existsb_exists in Htrue as (c & Hin & Hc).
    apply Exists_exists. exists c. split; [assumption |].
    destruct (decided given c) as [b |] eqn:Hd; [| discriminate]. cbn [is_true] in Hc. subst b.
    now apply (decided_sound v given c true Hgiven Hd).
  - apply Forall_cons_iff in H as [Hone H]. constructor; [| now apply IH].
    apply Exists_exists in Hone as (c & Hin & Hc). apply Exists_exists. exists c.
    split; [| exact Hc]. destruct (filter _ one_of) as [| d l] eqn:Hfilter.
    + destruct one_of; [contradiction |]. destruct Hin as [<- | []]. now left.
    + rewrite <- Hfilter in Hin. now apply filter_In in Hin.
Qed.

Lemma merged_apart known t both : apart known -> merged known (cases_of t) = Some both ->
  apart both /\ forall v, Exists (holds v) both ->
    Exists (holds v) known /\ Exists (holds v) (cases_of t).
Proof.
  intros Hknown H. unfold merged in H.
  destruct known as [| above [| below [| c known]]]; try discriminate.
  - destruct above as [f | f]; [| discriminate].
    destruct (cases_of t) as [| [g | g] [| c l]]; try discriminate.
    destruct (same_linear f g) eqn:Hsame; [| discriminate]. injection H as <-.
    split; [exact I |]. intros v. apply (same_linear_eval v) in Hsame.
    rewrite !Exists_cons, Exists_nil. cbn [holds].
    destruct (Z.ltb_spec (constant g) (constant f)); lia.
  - cbn [apart] in Hknown. destruct above as [f | f], below as [g | g]; try contradiction.
    unfold cases_of in *. destruct (compared t); try discriminate.
    set (h := plus (difference t) (-1)) in *.
    set (k := plus (times (-1) (difference t)) (-1)) in *.
    assert (Hpart : forall v, eval v h = - eval v k - 2).
    { intros v. unfold h, k. autorewrite with eval. lia. }
    cbn [form_of] in H. destruct (_ && _) eqn:Hsame; [| discriminate].
    apply andb_true_iff in Hsame as [H1 H2].
    pose proof (fun v => same_linear_eval v f h H1) as E1.
    pose proof (fun v => same_linear_eval v g k H2) as E2. cbv zeta in H.
    destruct (Z.eqb_spec (constant h - constant f) (-1)); [| destruct (Z.eqb_spec (constant k -
      constant g) (-1)); [| destruct (_ || _) eqn:Hneg; [discriminate |]]]; injection H as <-.
    + split.
      * cbn [apart]. intros v Hv. apply Hknown. specialize (E1 v). lia.
      * intros v. specialize (E1 v). specialize (E2 v). specialize (Hpart v).
        specialize (Hknown v). rewrite !Exists_cons, Exists_nil. cbn [holds]. lia.
    + split.
      * cbn [apart]. intros v Hv. specialize (Hknown v Hv). specialize (E2 v). lia.
      * intros v. specialize (E1 v). specialize (E2 v). specialize (Hpart v).
        specialize (Hknown v). rewrite !Exists_cons, Exists_nil. cbn [holds]. lia.
    + split; [exact Hknown |]. apply orb_false_iff in Hneg as [N1 N2].
      rewrite Z.ltb_ge in N1, N2. intros v. specialize (E1 v). specialize (E2 v).
      rewrite !Exists_cons, Exists_nil. cbn [holds]. lia.
  - destruct above; discriminate.
Qed.

Lemma fail_apart t failed : Forall apart failed ->
  Forall apart (fail failed (cases_of t)) /\
  forall v, cases_hold v (fail failed (cases_of t)) ->
    cases_hold v failed /\ Exists (holds v) (cases_of t).
Proof.
  intros H. induction H as [| known failed Hknown Hrest [IH1 IH2]]; cbn [fail].
  - split; [constructor; [apply cases_of_apart | constructor] |]. intros v Hv.
    apply Forall_cons_iff in Hv as [Hv _]. split; [constructor | exact Hv].
  - destruct (merged known (cases_of t)) as [both |] eqn:Hboth.
    + apply merged_apart in Hboth as [Hapart Hback]; [| assumption].
      split; [now constructor |]. intros v Hv. apply Forall_cons_iff in Hv as [H1 H2].
      destruct (Hback v H1) as [H3 H4]. split; [now constructor | exact H4].
    + split; [now constructor |]. intros v Hv. apply Forall_cons_iff in Hv as [H1 H2].
      destruct (IH2 v H2) as [H3 H4]. split; [now constructor | exact H4].
Qed.
