(** The sequence of instances: each stands where the table of places says.

    The theorem: whatever instance of a block the described sequence is made of, the instance before
    it can stand there ([stands]), and the conditions of its place hold. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Arms Places.
Import ListNotations.
Local Open Scope Z_scope.

Section Follows.

Variables (B : list (list word)) (parameter_count : nat) (table : list place).

Local Notation behind := (behind B).
Local Notation units_places := (units_places B parameter_count).
Local Notation part_places := (part_places B parameter_count).
Local Notation arms_places := (arms_places B parameter_count).

(** Before the instance i stands [prev]: as the table says. *)
Definition step (prev : option instance) (i : instance) : Prop :=
  exists pl, In pl table /\ number pl = fst i /\ stands (reached pl) (snd i) prev /\
    length (snd i) = (parameter_count + loops pl)%nat /\ cases_hold (snd i) (reached_when pl).

Fixpoint steps (prev : option instance) (l : list instance) : Prop :=
  match l with
  | [] => True
  | i :: l => step prev i /\ steps (Some i) l
  end.

(** The last instance of the list, or the one before it. *)
Fixpoint ends (prev : option instance) (l : list instance) : option instance :=
  match l with
  | [] => prev
  | i :: l => ends (Some i) l
  end.

Lemma steps_app l1 l2 : forall prev,
  steps prev (l1 ++ l2) <-> steps prev l1 /\ steps (ends prev l1) l2.
Proof. induction l1 as [| i l1 IH]; intros prev; simpl; [tauto |]. rewrite IH. tauto. Qed.

Lemma ends_app l1 l2 : forall prev, ends prev (l1 ++ l2) = ends (ends prev l1) l2.
Proof. induction l1 as [| i l1 IH]; intros prev; simpl; [reflexivity | apply IH]. Qed.

(** ** Conditions say nothing of variables further in *)

(** Are bounds and tests over the variables around them? *)
Fixpoint units_scoped (n : nat) (us : units) : bool :=
  match us with
  | Block _ => true
  | Next _ rest => units_scoped n rest
  | More _ u rest => part_scoped n u && units_scoped n rest
  end
with part_scoped (n : nat) (u : part) : bool :=
  match u with
  | Loop from upto body => within n from && within n upto && units_scoped (S n) body
  | Branch a => arms_scoped n a
  end
with arms_scoped (n : nat) (a : arms) : bool :=
  match a with
  | NoArm => true
  | Else body => units_scoped n body
  | Arm t body rest => test_scoped n t && units_scoped n body && arms_scoped n rest
  end.

Definition keep (n : nat) (l : cases) : Prop :=
  forall v w, length v = n -> (cases_hold (v ++ w) l <-> cases_hold v l).

Lemma cases_hold_app v l1 l2 : cases_hold v (l1 ++ l2) <-> cases_hold v l1 /\ cases_hold v l2.
Proof. apply Forall_app. Qed.

Lemma keep_app n l1 l2 : keep n l1 -> keep n l2 -> keep n (l1 ++ l2).
Proof.
  intros H1 H2 v w Hv. rewrite !cases_hold_app. now rewrite (H1 v w Hv), (H2 v w Hv).
Qed.

Lemma keep_S n l : keep n l -> keep (S n) l.
Proof.
  intros H v w Hv. destruct (exists_last (l := v)) as (o & i & ->); [now destruct v |].
  rewrite app_length in Hv. simpl in Hv. assert (Ho : length o = n) by lia.
  rewrite <- app_assoc. now rewrite (H o _ Ho), (H o _ Ho).
Qed.

Lemma keep_one n one_of :
  Forall (fun c => forall v w, length v = n -> (holds (v ++ w) c <-> holds v c)) one_of ->
  keep n [one_of].
Proof.
  intros H v w Hv. unfold cases_hold. rewrite !Forall_cons_iff, !Forall_nil_iff.
  rewrite !Exists_exists. rewrite Forall_forall in H.
  split; intros ((c & Hin & Hc) & _); (split; [| exact I]); exists c; split;
    try assumption; now apply (H c Hin v w Hv).
Qed.

Lemma scoped_keep n l : scoped n l -> keep n l.
Proof.
  intros H v w Hv. unfold cases_hold. induction H as [| one_of l Hone _ IH]; [easy |].
  rewrite !Forall_cons_iff, IH, !Exists_exists.
  assert (Hc : forall c, In c one_of -> (holds (v ++ w) c <-> holds v c)).
  { intros c Hin. rewrite Forall_forall in Hone. specialize (Hone c Hin).
    rewrite <- Hv in Hone. destruct c; simpl in *; now rewrite within_eval. }
  split; intros [(c & Hin & H) Hl]; (split; [| assumption]); exists c; split;
    try assumption; now apply (Hc c Hin).
Qed.

Lemma keep_bounds n from upto : within n from = true -> within n upto = true ->
  keep (S n) [[at_least (variable n) from]; [at_least upto (variable n)]].
Proof.
  intros Hf Hu.
  assert (He : forall f, within n f = true -> forall v w, length v = S n ->
    eval (v ++ w) f = eval v f).
  { intros f H v w Hv. destruct (exists_last (l := v)) as (o & i & ->); [now destruct v |].
    rewrite app_length in Hv. simpl in Hv. assert (Ho : length o = n) by lia. subst n.
    now rewrite <- app_assoc, !within_eval. }
  assert (Hvar : forall v w, length v = S n -> eval (v ++ w) (variable n) = eval v (variable n)).
  { intros v w Hv. rewrite !eval_variable. apply app_nth1. lia. }
  apply (keep_app _ [_] [_]); apply keep_one;
    (apply Forall_cons; [| apply Forall_nil]); intros v w Hv;
    rewrite !holds_at_least, Hvar, He by assumption; reflexivity.
Qed.

(** ** The induction over the description *)

Definition units_follow (us : units) : Prop := forall r depth outer v prev,
  incl (units_places r depth outer us) table ->
  units_scoped (parameter_count + depth) us = true -> keep (parameter_count + depth) outer ->
  stands r v prev -> length v = (parameter_count + depth)%nat -> cases_hold v outer ->
  steps prev (units_instances B v us) /\
  ends prev (units_instances B v us) = Some (last_block us, v).

Definition part_follows (u : part) : Prop := forall b depth outer v,
  incl (part_places b depth outer u) table ->
  part_scoped (parameter_count + depth) u = true -> keep (parameter_count + depth) outer ->
  length v = (parameter_count + depth)%nat -> cases_hold v outer ->
  steps (Some (b, v)) (part_instances B v u) /\
  stands (behind u b) v (ends (Some (b, v)) (part_instances B v u)).

Definition arms_follow (a : arms) : Prop := forall r depth outer failed v prev,
  incl (arms_places r depth outer failed a) table ->
  arms_scoped (parameter_count + depth) a = true -> keep (parameter_count + depth) outer ->
  scoped (parameter_count + depth) failed ->
  stands r v prev -> length v = (parameter_count + depth)%nat -> cases_hold v outer -> cases_hold v failed ->
  steps prev (arms_instances B v a) /\
  ends prev (arms_instances B v a) =
    match taken v a with Some last => Some (last, v) | None => prev end.

(** The first n iterations of a loop. *)
Lemma iterations from upto body b depth outer v : units_follow body ->
  incl (part_places b depth outer (Loop from upto body)) table ->
  part_scoped (parameter_count + depth) (Loop from upto body) = true ->
  keep (parameter_count + depth) outer ->
  length v = (parameter_count + depth)%nat -> cases_hold v outer ->
  forall n, eval v from + Z.of_nat n - 1 <= eval v upto ->
  let l := flat_map (fun i => units_instances B (v ++ [i]) body)
             (map (fun k => eval v from + Z.of_nat k) (seq 0 n)) in
  steps (Some (b, v)) l /\
  ends (Some (b, v)) l =
    match n with
    | O => Some (b, v)
    | S k => Some (last_block body, v ++ [eval v from + Z.of_nat k])
    end.
Proof.
  intros Hbody Hincl Hscoped Hkeep Hv Hholds n. cbn [part_scoped] in Hscoped.
  rewrite !andb_true_iff in Hscoped. destruct Hscoped as ((Hf & Hu) & Hscoped).
  assert (Hfrom : forall i, eval (v ++ [i]) from = eval v from).
  { intros i. apply within_eval. now rewrite Hv. }
  assert (Hupto : forall i, eval (v ++ [i]) upto = eval v upto).
  { intros i. apply within_eval. now rewrite Hv. }
  induction n as [| n IH]; intros Hn l; [now split |].
  assert (Hn' : eval v from + Z.of_nat n - 1 <= eval v upto) by lia.
  specialize (IH Hn'). cbn zeta in IH. destruct IH as [IHsteps IHends].
  subst l. rewrite seq_S, map_app, flat_map_app. cbn [map flat_map]. rewrite app_nil_r.
  rewrite steps_app, ends_app. rewrite Nat.add_0_l.
  set (i := eval v from + Z.of_nat n) in *. set (earlier := flat_map _ _) in *.
  destruct (Hbody (BodyBegins (parameter_count + depth) from (last_block body) b) (S depth)
    (outer ++ [[at_least (variable (parameter_count + depth)) from];
               [at_least upto (variable (parameter_count + depth))]])
    (v ++ [i]) (ends (Some (b, v)) earlier))
    as [Hsteps Hends].
  - exact Hincl.
  - now rewrite Nat.add_succ_r.
  - rewrite Nat.add_succ_r. apply keep_app; [now apply keep_S | now apply keep_bounds].
  - rewrite IHends. cbn [stands]. rewrite <- Hv, firstn_app, firstn_all, Nat.sub_diag, app_nil_r.
    rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. subst i. destruct n as [| k].
    + right. split; [lia | reflexivity].
    + left. split; [lia |]. do 4 f_equal. lia.
  - rewrite app_length. simpl. lia.
  - apply cases_hold_app. split; [now apply Hkeep |].
    repeat constructor; apply holds_at_least; rewrite eval_variable, ?Hfrom, ?Hupto;
      rewrite <- Hv, app_nth2, Nat.sub_diag by lia; cbn [nth]; subst i; lia.
  - split; [split; assumption | exact Hends].
Qed.

Lemma all_follow :
  (forall us, units_follow us) /\ (forall u, part_follows u) /\ (forall a, arms_follow a).
Proof.
  apply shape_ind.
  - intros b r depth outer v prev Hincl _ _ Hr Hv Ho. split; [| reflexivity].
    split; [| exact I]. exists (Place b r depth outer). simpl.
    split; [apply Hincl; now left | tauto].
  - intros b rest Hrest r depth outer v prev Hincl Hscoped Hkeep Hr Hv Ho.
    cbn [Places.units_places units_scoped] in *.
    assert (Hrest_in : incl (units_places (After b) depth outer rest) table).
    { intros x Hx. apply Hincl. now right. }
    destruct (Hrest _ depth outer v (Some (b, v)) Hrest_in Hscoped Hkeep eq_refl Hv Ho)
      as [Hsteps' Hends'].
    cbn [units_instances steps ends last_block]. split; [| assumption]. split; [| assumption].
    exists (Place b r depth outer). simpl. split; [apply Hincl; now left | tauto].
  - intros b u Hu rest Hrest r depth outer v prev Hincl Hscoped Hkeep Hr Hv Ho.
    cbn [Places.units_places units_scoped] in *. apply andb_true_iff in Hscoped as [Hsu Hsr].
    assert (Hu_in : incl (part_places b depth outer u) table).
    { intros x Hx. apply Hincl. right. apply in_or_app. now left. }
    assert (Hrest_in : incl (units_places (behind u b) depth outer rest) table).
    { intros x Hx. apply Hincl. right. apply in_or_app. now right. }
    destruct (Hu b depth outer v Hu_in Hsu Hkeep Hv Ho) as [Hsteps Hstands].
    destruct (Hrest _ depth outer v _ Hrest_in Hsr Hkeep Hstands Hv Ho) as [Hsteps' Hends'].
    cbn [units_instances steps ends last_block]. rewrite steps_app, ends_app.
    split; [| assumption]. split; [| now split].
    exists (Place b r depth outer). simpl. split; [apply Hincl; now left | tauto].
  - intros from upto body Hbody b depth outer v Hincl Hscoped Hkeep Hv Ho.
    unfold Places.behind. cbn [part_instances].
    destruct (part_has_words B (Loop from upto body)) eqn:Hw; [| now split].
    unfold range. cbn [stands].
    destruct (Z_le_gt_dec (eval v from) (eval v upto)) as [Hle | Hgt].
    + destruct (iterations from upto body b depth outer v Hbody Hincl Hscoped Hkeep Hv Ho
        (Z.to_nat (eval v upto - eval v from + 1))) as [Hsteps Hends]; [lia |].
      split; [exact Hsteps |]. left. split; [assumption |]. apply (eq_trans Hends).
      destruct (Z.to_nat (eval v upto - eval v from + 1)) as [| k] eqn:Hk; [lia |].
      do 4 f_equal. lia.
    + replace (Z.to_nat (eval v upto - eval v from + 1)) with O by lia.
      simpl. split; [exact I |]. right. split; [lia | reflexivity].
  - intros a Ha b depth outer v Hincl Hscoped Hkeep Hv Ho.
    unfold Places.behind. cbn [part_instances].
    destruct (part_has_words B (Branch a)) eqn:Hw; [| now split].
    destruct (Ha (After b) depth outer [] v (Some (b, v)) Hincl Hscoped Hkeep (Forall_nil _) eq_refl Hv Ho
      (Forall_nil _)) as [Hsteps Hends].
    split; [exact Hsteps |]. apply (eq_trans Hends). now destruct (taken v a).
  - intros r depth outer failed v prev _ _ _ _ _ _ _ _. now split.
  - intros body Hbody r depth outer failed v prev Hincl Hscoped Hkeep Hkf Hr Hv Ho Hf.
    cbn [arms_instances taken]. eapply Hbody; try eassumption.
    + now apply keep_app; [| apply scoped_keep].
    + now apply cases_hold_app.
  - intros t body Hbody rest Hrest r depth outer failed v prev Hincl Hscoped Hkeep Hkf Hr Hv Ho Hf.
    cbn [Places.arms_places arms_scoped] in *. rewrite !andb_true_iff in Hscoped.
    destruct Hscoped as ((Ht & Hsb) & Hsr).
    cbn [arms_instances taken]. destruct (test_holds v t) eqn:Hvt.
    + eapply Hbody; [intros x Hx; apply Hincl, in_or_app; left;
        exact Hx | assumption | | exact Hr | assumption |].
      * apply keep_app; [assumption |]. apply scoped_keep, scoped_taken; [| assumption].
        now apply scoped_cases_of.
      * apply cases_hold_app. split; [assumption |].
        now apply taken_cases_hold; [apply cases_of_holds |].
    + eapply Hrest; [intros x Hx; apply Hincl, in_or_app; right;
        exact Hx | assumption | assumption | | exact Hr | assumption | assumption |].
      * apply scoped_fail; [assumption |]. now apply scoped_cases_of, test_scoped_negated.
      * now apply fail_holds; [| apply cases_of_holds, negated_holds].
Qed.

End Follows.
