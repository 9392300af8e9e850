(** What units say for given values of the variables, as a list of runs: the values of a cycle, cut
    after some number of them. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Chain.
Import ListNotations.
Local Open Scope Z_scope.

(** The values of the cycle, cut after so many. *)
Definition run : Type := list nat * Z.

Definition cycle_value (c : list nat) (k : Z) : nat :=
  nth (Z.to_nat (k mod Z.of_nat (length c))) c 0%nat.

Definition run_values (r : run) : list nat :=
  map (fun k => cycle_value (fst r) (Z.of_nat k)) (seq 0 (Z.to_nat (snd r))).

Definition word_run (v : list Z) (w : word) : run := (cycle w, eval v (size w)).

Definition values (l : list run) : list nat := flat_map run_values l.

(** No length is negative. *)
Definition fine (l : list run) : Prop := Forall (fun r => 0 <= snd r) l.

Lemma values_app l1 l2 : values (l1 ++ l2) = values l1 ++ values l2.
Proof. apply flat_map_app. Qed.

Lemma fine_app l1 l2 : fine (l1 ++ l2) <-> fine l1 /\ fine l2.
Proof. apply Forall_app. Qed.

Section Units.

Variable B : list (list word).

Definition block_runs (v : list Z) (b : nat) : list run := map (word_run v) (words B b).

Fixpoint units_runs (v : list Z) (us : units) : list run :=
  match us with
  | Block b => block_runs v b
  | Next b rest => block_runs v b ++ units_runs v rest
  | More b u rest => block_runs v b ++ part_runs v u ++ units_runs v rest
  end
with part_runs (v : list Z) (u : part) : list run :=
  match u with
  | Loop from upto body =>
      flat_map (fun i => units_runs (v ++ [i]) body) (range (eval v from) (eval v upto))
  | Branch a => arms_runs v a
  end
with arms_runs (v : list Z) (a : arms) : list run :=
  match a with
  | NoArm => []
  | Else body => units_runs v body
  | Arm t body rest => if test_holds v t then units_runs v body else arms_runs v rest
  end.

Lemma block_runs_values v b : block_values B v b = values (block_runs v b).
Proof.
  unfold block_values, block_runs, values. rewrite flat_map_concat_map, flat_map_concat_map.
  now rewrite map_map.
Qed.

Lemma units_runs_values :
  (forall us v, units_values B v us = values (units_runs v us)) /\
  (forall u v, part_values B v u = values (part_runs v u)) /\
  (forall a v, arms_values B v a = values (arms_runs v a)).
Proof.
  apply shape_ind.
  - intros b v. apply block_runs_values.
  - intros b rest Hr v. cbn [units_values units_runs]. now rewrite values_app, block_runs_values,
    Hr.
  - intros b u Hu rest Hr v. cbn [units_values units_runs].
    now rewrite !values_app, block_runs_values, Hu, Hr.
  - intros from upto body Hb v. cbn [part_values part_runs]. unfold values.
    rewrite flat_map_flat_map. apply flat_map_ext. intros i. apply Hb.
  - intros a Ha v. apply Ha.
  - reflexivity.
  - intros body Hb v. apply Hb.
  - intros t body Hb rest Hr v. cbn [arms_values arms_runs]. destruct (test_holds v t); auto.
Qed.

(** Loops and branches without words say nothing. *)
Lemma no_runs :
  (forall us, units_have_words B us = false -> forall v, units_runs v us = []) /\
  (forall u, part_has_words B u = false -> forall v, part_runs v u = []) /\
  (forall a, arms_have_words B a = false -> forall v, arms_runs v a = []).
Proof.
  assert (Hblock : forall b v, block_has_words B b = false -> block_runs v b = []).
  { intros b v. unfold block_has_words, block_runs. now destruct (words B b). }
  apply shape_ind.
  - intros b H v. now apply Hblock.
  - intros b rest Hr H v. cbn [units_have_words] in H. apply orb_false_iff in H as [H1 H2].
    cbn [units_runs]. now rewrite Hblock, Hr.
  - intros b u Hu rest Hr H v. cbn [units_have_words] in H. rewrite !orb_false_iff in H.
    destruct H as ((H1 & H2) & H3). cbn [units_runs]. now rewrite Hblock, Hu, Hr.
  - intros from upto body Hb H v. apply flat_map_nil. intros i. now apply Hb.
  - intros a Ha H v. now apply Ha.
  - reflexivity.
  - intros body Hb H v. now apply Hb.
  - intros t body Hb rest Hr H v. cbn [arms_have_words] in H. apply orb_false_iff in H as [H1 H2].
    cbn [arms_runs]. destruct (test_holds v t); auto.
Qed.

End Units.

Lemma Forall_flat_map {A C} (P : C -> Prop) (f : A -> list C) l :
  Forall P (flat_map f l) <-> Forall (fun a => Forall P (f a)) l.
Proof.
  induction l as [| a l IH]; cbn [flat_map]; [easy |].
  now rewrite Forall_app, Forall_cons_iff, IH.
Qed.

(** Instances are admissible where no run has a negative length. *)
Lemma admissible_fine D :
  (forall us v, Forall (admissible D) (units_instances (blocks D) v us) <->
     fine (units_runs (blocks D) v us)) /\
  (forall u v, Forall (admissible D) (part_instances (blocks D) v u) <->
     fine (part_runs (blocks D) v u)) /\
  (forall a v, Forall (admissible D) (arms_instances (blocks D) v a) <->
     fine (arms_runs (blocks D) v a)).
Proof.
  assert (Hblock : forall v b, admissible D (b, v) <-> fine (block_runs (blocks D) v b)).
  { intros v b. unfold admissible, fine, block_runs. now rewrite Forall_map. }
  assert (Hempty : forall l, l = [] -> (Forall (admissible D) [] <-> fine l)).
  { intros l ->. split; constructor. }
  apply shape_ind.
  - intros b v. cbn [units_instances units_runs]. rewrite <- Hblock, Forall_cons_iff. easy.
  - intros b rest Hr v. cbn [units_instances units_runs].
    now rewrite fine_app, <- Hblock, Forall_cons_iff, Hr.
  - intros b u Hu rest Hr v. cbn [units_instances units_runs].
    now rewrite !fine_app, <- Hblock, Forall_cons_iff, Forall_app, Hu, Hr.
  - intros from upto body Hb v. rewrite loop_instances.
    destruct (units_have_words (blocks D) body) eqn:Hw.
    + cbn [part_runs]. unfold fine in *. rewrite !Forall_flat_map.
      split; apply Forall_impl; intros i; apply Hb.
    + apply Hempty. now apply no_runs.
  - intros a Ha v. cbn [part_instances]. destruct (part_has_words (blocks D) (Branch a)) eqn:Hw.
    + apply Ha.
    + apply Hempty. now apply no_runs.
  - intros v. now apply Hempty.
  - intros body Hb v. apply Hb.
  - intros t body Hb rest Hr v. cbn [arms_instances arms_runs]. destruct (test_holds v t); auto.
Qed.

(** * How many values *)

Definition runs_length (l : list run) : Z := fold_right (fun r n => snd r + n) 0 l.

Lemma values_length l : fine l -> Z.of_nat (length (values l)) = runs_length l.
Proof.
  induction 1 as [| r l Hr _ IH]; [reflexivity |].
  unfold values in *. cbn [flat_map runs_length fold_right]. fold (runs_length l).
  rewrite app_length, Nat2Z.inj_add, IH. unfold run_values. rewrite map_length, seq_length. lia.
Qed.

(** The same number in each iteration. *)
Lemma loop_values_length (f : Z -> list run) k from upto : from <= upto + 1 ->
  (forall i, from <= i <= upto -> Z.of_nat (length (values (f i))) = k) ->
  Z.of_nat (length (values (flat_map f (range from upto)))) = k * (upto - from + 1).
Proof.
  intros Hle Hf.
  assert (Hin : forall i, In i (range from upto) -> Z.of_nat (length (values (f i))) = k).
  { intros i Hi. apply Hf. unfold range in Hi. apply in_map_iff in Hi as (j & <- & Hj).
    apply in_seq in Hj. lia. }
  assert (Hlength : Z.of_nat (length (range from upto)) = upto - from + 1).
  { unfold range. rewrite map_length, seq_length. lia. }
  rewrite <- Hlength. clear Hf Hle Hlength.
  induction (range from upto) as [| i l IH]; [cbn; lia |]. cbn [flat_map].
  rewrite values_app, app_length, Nat2Z.inj_add, (Hin i (or_introl eq_refl)).
  rewrite (IH (fun j Hj => Hin j (or_intror Hj))). cbn [length]. lia.
Qed.
