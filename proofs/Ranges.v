(** The numbers from, ..., upto: which they are, and sums over them. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Language.
Import ListNotations.
Local Open Scope Z_scope.

Lemma in_range from upto i : In i (range from upto) <-> from <= i <= upto.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (k & <- & Hk). apply in_seq in Hk. lia.
  - intros H. exists (Z.to_nat (i - from)). split; [lia |]. apply in_seq. lia.
Qed.

Lemma range_empty from upto : upto < from -> range from upto = [].
Proof. intros H. unfold range. now replace (Z.to_nat (upto - from + 1)) with O by lia. Qed.

Lemma range_one a : range a a = [a].
Proof. unfold range. replace (Z.to_nat (a - a + 1)) with 1%nat by lia. cbn. f_equal. lia. Qed.

(** The first number of a range. *)
Lemma range_first from upto : from <= upto -> range from upto = from :: range (from + 1) upto.
Proof.
  intros H. unfold range. replace (Z.to_nat (upto - from + 1)) with (S (Z.to_nat (upto - from)))
    by lia.
  cbn [seq map]. f_equal; [lia |]. rewrite <- seq_shift, map_map.
  replace (Z.to_nat (upto - (from + 1) + 1)) with (Z.to_nat (upto - from)) by lia.
  apply map_ext. intros k. lia.
Qed.

(** The last number of a range. *)
Lemma range_last from upto : from <= upto ->
  range from upto = range from (upto - 1) ++ [upto].
Proof.
  intros H. unfold range. replace (Z.to_nat (upto - from + 1)) with (Z.to_nat (upto - from) + 1)%nat
    by lia.
  rewrite seq_app, map_app. cbn [seq map]. f_equal; [do 2 f_equal; lia |]. f_equal. lia.
Qed.

Lemma nth_map_seq {A} (f : nat -> A) n k d : (k < n)%nat -> nth k (map f (seq 0 n)) d = f k.
Proof.
  intros H. rewrite (nth_indep _ d (f O)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma seq_from s k : seq s k = map (Nat.add s) (seq 0 k).
Proof.
  apply (nth_ext _ _ O O); rewrite ?map_length, ?seq_length; [reflexivity |].
  intros j Hj. now rewrite nth_map_seq, seq_nth by assumption.
Qed.

Lemma range_app from middle upto : from <= middle -> middle <= upto + 1 ->
  range from upto = range from (middle - 1) ++ range middle upto.
Proof.
  intros H1 H2. unfold range.
  replace (Z.to_nat (upto - from + 1))
    with (Z.to_nat (middle - 1 - from + 1) + Z.to_nat (upto - middle + 1))%nat by lia.
  rewrite seq_app, map_app. f_equal. rewrite Nat.add_0_l, seq_from, map_map. apply map_ext.
  intros k. lia.
Qed.

(** A range moved. *)
Lemma range_shift from upto d :
  range (from + d) (upto + d) = map (fun i => i + d) (range from upto).
Proof.
  unfold range. rewrite map_map. replace (upto + d - (from + d) + 1) with (upto - from + 1) by lia.
  apply map_ext. intros k. lia.
Qed.

Lemma flat_map_ext_in {A C} (f g : A -> list C) l : (forall a, In a l -> f a = g a) ->
  flat_map f l = flat_map g l.
Proof.
  induction l as [| a l IH]; intros H; [reflexivity |]. cbn [flat_map].
  now rewrite (H a (or_introl eq_refl)), IH by (intros b Hb; apply H; now right).
Qed.

Definition sum_over (f : Z -> Z) (l : list Z) : Z := fold_right (fun i s => f i + s) 0 l.
