(** Least periods and preperiods (packages/kernel/src/minimality/format.md, "What is shown"). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Repeated.
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

(** * Of values and endless copies of others *)

Lemma endlessly_first before body x : x < length (before ++ body) ->
  endlessly before body x = nth x (before ++ body) O.
Proof. intros Hx. unfold endlessly. cbn [repeat concat]. rewrite app_assoc. now apply app_nth1. Qed.

Lemma endlessly_repeats before body : body <> [] ->
  repeats (endlessly before body) (length body) (length before).
Proof.
  intros Hne x Hx. set (n := S (x + length body)).
  rewrite <- (endlessly_copies before body [] (x + length body) (S n)) by (assumption || lia).
  rewrite <- (endlessly_copies before body [] x n) by (assumption || lia). cbn [repeat concat].
  rewrite !(app_nth2 before) by lia. rewrite <- app_assoc, app_nth2 by lia. f_equal. lia.
Qed.
