(** How long the sequence is that units stand for, as sums of affine forms.

    Where no length is negative, the words of a block together have the length that one form
    gives.  Sums over counted loops are found by telescoping: whoever knows the sum F up to an
    iteration needs only that its steps are right. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Places Walk Chain Checker Meaning Soundness
  Endless.
Import ListNotations.
Local Open Scope Z_scope.

Definition sum_over (f : Z -> Z) (l : list Z) : Z := fold_right (fun i s => f i + s) 0 l.

(** The sum of f over from, ..., upto. *)
Lemma sum_range (f F : Z -> Z) from upto : from <= upto + 1 ->
  (forall i, from <= i <= upto -> f i = F (i + 1) - F i) ->
  sum_over f (range from upto) = F (upto + 1) - F from.
Proof.
  intros Hle Hf. unfold range. remember (Z.to_nat (upto - from + 1)) as n eqn:Hn.
  assert (Hupto : upto = from + Z.of_nat n - 1) by lia. clear Hn Hle. subst upto.
  enough (Hsum : forall k s, (k + s = n)%nat ->
    sum_over f (map (fun k => from + Z.of_nat k) (seq s k)) =
    F (from + Z.of_nat n) - F (from + Z.of_nat s)).
  { rewrite (Hsum n O) by lia. change (Z.of_nat 0) with 0.
    now replace (from + Z.of_nat n - 1 + 1) with (from + Z.of_nat n) by lia; rewrite Z.add_0_r. }
  induction k as [| k IH]; intros s Hs.
  - replace s with n by lia. simpl. lia.
  - cbn [seq map sum_over fold_right].
    fold (sum_over f (map (fun k => from + Z.of_nat k) (seq (S s) k))).
    rewrite IH, Hf by lia. replace (from + Z.of_nat (S s)) with (from + Z.of_nat s + 1) by lia. lia.
Qed.

(** The first number of a range. *)
Lemma range_first from upto : from <= upto -> range from upto = from :: range (from + 1) upto.
Proof.
  intros H. unfold range. replace (Z.to_nat (upto - from + 1)) with (S (Z.to_nat (upto - from)))
    by lia.
  cbn [seq map]. f_equal; [lia |]. rewrite <- seq_shift, map_map.
  replace (Z.to_nat (upto - (from + 1) + 1)) with (Z.to_nat (upto - from)) by lia.
  apply map_ext. intros k. lia.
Qed.

(** A range moved. *)
Lemma range_shift from upto d :
  range (from + d) (upto + d) = map (fun i => i + d) (range from upto).
Proof.
  unfold range. rewrite map_map. replace (upto + d - (from + d) + 1) with (upto - from + 1) by lia.
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

Section Lengths.

Variable D : description.

Local Notation B := (blocks D).

(** The length of a block, as one form. *)
Definition block_size (b : nat) : form := fold_right add zero (map size (words B b)).

Fixpoint units_length (v : list Z) (us : units) : Z :=
  match us with
  | Block b => eval v (block_size b)
  | Next b rest => eval v (block_size b) + units_length v rest
  | More b u rest => eval v (block_size b) + part_length v u + units_length v rest
  end
with part_length (v : list Z) (u : part) : Z :=
  if part_has_words B u then
    match u with
    | Loop from upto body =>
        sum_over (fun i => units_length (v ++ [i]) body) (range (eval v from) (eval v upto))
    | Branch a => arms_length v a
    end
  else 0
with arms_length (v : list Z) (a : arms) : Z :=
  match a with
  | NoArm => 0
  | Else body => units_length v body
  | Arm t body rest => if test_holds v t then units_length v body else arms_length v rest
  end.

Lemma block_length v b : admissible D (b, v) ->
  Z.of_nat (length (block_values B v b)) = eval v (block_size b).
Proof.
  unfold admissible, block_values, block_size. cbn [fst snd].
  induction (words B b) as [| w ws IH]; intros H; [now rewrite eval_zero |].
  inversion H as [| ? ? Hw Hws]; subst. cbn [map fold_right flat_map].
  rewrite app_length, eval_add, <- (IH Hws), <- (word_values_length v w Hw). lia.
Qed.

Lemma lengths :
  (forall us v, Forall (admissible D) (units_instances B v us) ->
     Z.of_nat (length (units_values B v us)) = units_length v us) /\
  (forall u v, Forall (admissible D) (part_instances B v u) ->
     Z.of_nat (length (part_values B v u)) = part_length v u) /\
  (forall a v, Forall (admissible D) (arms_instances B v a) ->
     Z.of_nat (length (arms_values B v a)) = arms_length v a).
Proof.
  apply shape_ind.
  - intros b v H. inversion H; subst. now apply block_length.
  - intros b rest Hr v H. cbn [units_instances] in H. inversion H as [| ? ? Hb Ho]; subst.
    change (units_values B v (Next b rest)) with (block_values B v b ++ units_values B v rest).
    change (units_length v (Next b rest)) with (eval v (block_size b) + units_length v rest).
    rewrite <- (Hr v Ho), <- (block_length v b Hb), app_length. lia.
  - intros b u Hu rest Hr v H. cbn [units_instances] in H. inversion H as [| ? ? Hb Ho]; subst.
    apply Forall_app in Ho as [H1 H2].
    change (units_values B v (More b u rest)) with
      (block_values B v b ++ part_values B v u ++ units_values B v rest).
    change (units_length v (More b u rest)) with
      (eval v (block_size b) + part_length v u + units_length v rest).
    rewrite <- (Hu v H1), <- (Hr v H2), <- (block_length v b Hb), !app_length. lia.
  - intros from upto body Hb v H. rewrite loop_instances in H. rewrite loop_values.
    change (part_length v (Loop from upto body)) with
      (if units_have_words B body
       then sum_over (fun i => units_length (v ++ [i]) body) (range (eval v from) (eval v upto))
       else 0).
    destruct (units_have_words B body) eqn:Hw.
    + induction (range (eval v from) (eval v upto)) as [| i l IH]; [reflexivity |].
      cbn [flat_map] in H |- *. apply Forall_app in H as [H1 H2].
      rewrite app_length, Nat2Z.inj_add, (IH H2), (Hb _ H1). reflexivity.
    + rewrite flat_map_nil; [reflexivity |]. intros i. now apply no_words.
  - intros a Ha v H. cbn [part_instances] in H. cbn [part_length].
    destruct (part_has_words B (Branch a)) eqn:Hw; [now apply Ha |].
    now rewrite (proj1 (proj2 (no_words B)) (Branch a) Hw v).
  - reflexivity.
  - intros body Hb v H. now apply Hb.
  - intros t body Hb rest Hr v H. cbn [arms_instances arms_values arms_length] in *.
    destruct (test_holds v t); auto.
Qed.

Variables (simplified : bool) (l : list answer).
Hypothesis accepted : accepts simplified D l = true.

(** How many values stand before the endless loop, and in one pass through it. *)
Theorem passes_length p body : admitted D p -> endless D = Some body ->
  Z.of_nat (length (units_values B p (preperiod D))) = units_length p (preperiod D) /\
  Z.of_nat (length (units_values B p body)) = units_length p body.
Proof.
  intros Hp Hbody.
  pose proof (lengths_not_negative D _ l accepted p 1 Hp) as Hadm.
  unfold instances in Hadm. rewrite Hbody in Hadm. cbn [repeat concat] in Hadm.
  rewrite app_nil_r in Hadm. apply Forall_app in Hadm as [H1 H2].
  split; now apply lengths.
Qed.

(** The game repeats its values after one pass through the endless loop, from where it begins. *)
Theorem length_is_period p body x : admitted D p -> endless D = Some body ->
  units_length p (preperiod D) <= Z.of_nat x ->
  Game.value (letters D) (moves_at D p) (x + Z.to_nat (units_length p body)) =
  Game.value (letters D) (moves_at D p) x.
Proof.
  intros Hp Hbody Hx. destruct (passes_length p body Hp Hbody) as [H1 H2].
  rewrite <- H2, Nat2Z.id. apply (loop_is_period D _ l accepted p body x
    (accepted_stands simplified D l accepted) Hp Hbody).
  lia.
Qed.

End Lengths.
