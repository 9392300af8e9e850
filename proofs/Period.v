(** Least periods and preperiods (packages/check/src/minimality/format.md, "What is shown"). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Language Walk Checker Soundness Runs
  Tree Cycles Endless.
Import ListNotations.

(** f repeats its values after P positions, from position q on. *)
Definition repeats (f : nat -> nat) (P q : nat) : Prop := forall x, q <= x -> f (x + P) = f x.

Definition least_period (f : nat -> nat) (P : nat) : Prop :=
  1 <= P /\ (exists q, repeats f P q) /\
  forall P', 1 <= P' -> (exists q, repeats f P' q) -> P <= P'.

Definition least_preperiod (f : nat -> nat) (q : nat) : Prop :=
  (exists P, 1 <= P /\ repeats f P q) /\
  forall P q', 1 <= P -> repeats f P q' -> q <= q'.

Lemma repeats_more f P q m : repeats f P q -> repeats f (m * P) q.
Proof.
  intros H. induction m as [| m IH]; intros x Hx.
  - now rewrite Nat.add_0_r.
  - replace (x + S m * P) with (x + m * P + P) by lia. rewrite H by lia. now apply IH.
Qed.

(** What holds for one period holds for each: a sequence that repeats its values from q' on, after
    whatever number, does so after P if it does so somewhere. *)
Lemma repeats_earlier f P q P' q' : 1 <= P' -> repeats f P q -> repeats f P' q' -> repeats f P q'.
Proof.
  intros HP' H H' x Hx.
  rewrite <- (repeats_more f P' q' q H' (x + P)), <- (repeats_more f P' q' q H' x) by lia.
  replace (x + P + q * P') with (x + q * P' + P) by lia. apply H. nia.
Qed.

(** If the values before q differ, nothing repeats from before q on. *)
Theorem least_preperiod_of_difference f P q : 1 <= P -> repeats f P q ->
  (forall x, q = S x -> f (x + P) <> f x) -> least_preperiod f q.
Proof.
  intros HP H Hdiffer. split; [now exists P |]. intros P' q' HP' H'.
  destruct (Nat.le_gt_cases q q') as [| Hlt]; [assumption | exfalso].
  destruct q as [| x]; [lia |]. apply (Hdiffer x eq_refl).
  apply (repeats_earlier f P (S x) P' q' HP' H H'). lia.
Qed.

(** * Of what is described *)

Section Described.

Variables (simplified : bool) (D : description) (l : list answer).
Hypothesis accepted : accepts simplified D l = true.
Variables (p : list Z) (body : units).
Hypothesis Hp : admitted D p.
Hypothesis Hbody : endless D = Some body.

Let f := value (letters D) (moves_at D p).
Let before := values (units_runs (blocks D) p (preperiod D)).
Let pass := values (units_runs (blocks D) p body).

Lemma in_first_pass x : x < length (before ++ pass) -> f x = nth x (before ++ pass) 0.
Proof.
  intros Hx. unfold f. rewrite <- (accepted_is_value simplified D l accepted) by congruence.
  unfold described. destruct (passes_more D p 1 (S x) ltac:(lia)) as (more & ->).
  assert (H1 : passes D p 1 = before ++ pass).
  { unfold passes. rewrite Hbody. cbn [repeat concat]. rewrite app_nil_r.
    unfold before, pass. now rewrite !(proj1 (units_runs_values (blocks D))). }
  rewrite H1. now apply app_nth1.
Qed.

Lemma passes_repeat : repeats f (length pass) (length before).
Proof.
  intros x Hx. pose proof (loop_is_period D _ l accepted p body x
    (accepted_stands simplified D l accepted) Hp Hbody) as H. cbn zeta in H.
  rewrite !(proj1 (units_runs_values (blocks D))) in H. now apply H.
Qed.

End Described.
