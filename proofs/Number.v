(** How many numbers of a range have a property. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Language Ranges.
Import ListNotations.
Local Open Scope Z_scope.

Definition number (f : Z -> bool) (from upto : Z) : Z :=
  Z.of_nat (length (filter f (range from upto))).

Lemma filter_map_length {A C} (f : C -> bool) (h : A -> C) l :
  length (filter f (map h l)) = length (filter (fun a => f (h a)) l).
Proof.
  induction l as [| a l IH]; [reflexivity |]. cbn [map filter].
  destruct (f (h a)); cbn [length]; now rewrite IH.
Qed.

Lemma number_empty f from upto : upto < from -> number f from upto = 0.
Proof. intros H. unfold number. now rewrite range_empty. Qed.

Lemma number_one f a : number f a a = if f a then 1 else 0.
Proof. unfold number. rewrite range_one. cbn [filter]. now destruct (f a). Qed.

Lemma number_app f from middle upto : from <= middle -> middle <= upto + 1 ->
  number f from upto = number f from (middle - 1) + number f middle upto.
Proof.
  intros H1 H2. unfold number. rewrite (range_app from middle upto) by assumption.
  rewrite filter_app, app_length. lia.
Qed.

Lemma number_shift f from upto d : number f (from + d) (upto + d) = number (fun i => f (i + d)) from upto.
Proof. unfold number. now rewrite range_shift, filter_map_length. Qed.

Lemma number_same f h from upto : (forall i, from <= i <= upto -> f i = h i) ->
  number f from upto = number h from upto.
Proof.
  intros H. unfold number. do 2 f_equal. apply filter_ext_in. intros i Hi. apply H. now apply in_range.
Qed.

Lemma number_none f from upto : (forall i, from <= i <= upto -> f i = false) -> number f from upto = 0.
Proof.
  intros H. rewrite (number_same f (fun _ => false)) by assumption. unfold number.
  now induction (range from upto).
Qed.

Lemma number_at_least_none f from upto : 0 <= number f from upto.
Proof. unfold number. lia. Qed.

Lemma number_at_most_all f from upto : from <= upto + 1 -> number f from upto <= upto - from + 1.
Proof.
  intros H. unfold number.
  assert (Hlength : (length (filter f (range from upto)) <= length (range from upto))%nat).
  { generalize (range from upto) as l. induction l as [| i l IH]; [reflexivity |]. cbn [filter].
    destruct (f i); cbn [length]; lia. }
  unfold range in Hlength at 2. rewrite map_length, seq_length in Hlength. lia.
Qed.

(** The same numbers from the last one on. *)
Lemma number_turned f x a b : number (fun s => f (x - s)) a b = number f (x - b) (x - a).
Proof.
  destruct (Z_lt_le_dec b a) as [Hlt | Hle]; [now rewrite !number_empty by lia |].
  replace b with (a + (b - a)) by ring. assert (Hd : 0 <= b - a) by lia. generalize dependent (b - a).
  clear b Hle. intros d Hd. revert d Hd. apply natlike_ind.
  - rewrite Z.add_0_r. now rewrite !number_one.
  - intros d Hd IH. rewrite (number_app _ a (a + Z.succ d)) by lia.
    replace (a + Z.succ d - 1) with (a + d) by lia. rewrite IH, number_one.
    rewrite (number_app f (x - (a + Z.succ d)) (x - (a + d)) (x - a)) by lia.
    replace (x - (a + d) - 1) with (x - (a + Z.succ d)) by lia. rewrite number_one. apply Z.add_comm.
Qed.

(** How many there are in the first numbers, if all goes round. *)
Lemma number_again f c : 0 < c -> (forall j, f (j + c) = f j) -> forall r, 0 <= r -> forall q, 0 <= q ->
  number f 0 (c * q + r - 1) = q * number f 0 (c - 1) + number f 0 (r - 1).
Proof.
  intros Hc Hagain r Hr. apply natlike_ind.
  - now rewrite Z.mul_0_r.
  - intros q Hq IH. rewrite (number_app f 0 c) by nia.
    replace (number f c _) with (number f (0 + c) (c * q + r - 1 + c)) by (f_equal; lia).
    rewrite number_shift, (number_same (fun i => f (i + c)) f) by (intros i _; apply Hagain). rewrite IH. ring.
Qed.

(** If there is one, it can be named. *)
Lemma number_some f from upto : 0 < number f from upto <-> exists i, from <= i <= upto /\ f i = true.
Proof.
  unfold number. split.
  - intros H. destruct (filter f (range from upto)) as [| i l] eqn:Hl; [cbn in H; lia |].
    assert (Hi : In i (filter f (range from upto))) by (rewrite Hl; now left).
    apply filter_In in Hi as [Hi Hf]. apply in_range in Hi. now exists i.
  - intros (i & Hi & Hf). assert (Hin : In i (filter f (range from upto)))
      by (apply filter_In; split; [now apply in_range | assumption]).
    destruct (filter f (range from upto)); [destruct Hin | cbn [length]; lia].
Qed.
