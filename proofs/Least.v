(** When the number of letters that a sequence repeats is its least period. *)

From Coq Require Import List ZArith Bool Lia Znumtheory.
From Grundy Require Import Affine Language Runs Cycles Known Powers Rewrite Writes Period Single.
Import ListNotations.
Local Open Scope Z_scope.

(** Is the list no power of a shorter one? *)
Fixpoint same_from (c l : list nat) : bool :=
  match c, l with
  | a :: c, b :: l => (a =? b)%nat && same_from c l
  | _, _ => true
  end.

Definition is_primitive (c : list nat) : bool :=
  forallb
    (fun d => negb ((Nat.modulo (length c) d =? 0)%nat && same_from c (skipn d c)))
    (seq 1 (length c - 1)).

Section Least.

Variables (f : nat -> nat) (b : list nat) (q : nat) (o : Z).
Hypothesis not_empty : b <> [].
Hypothesis goes_on : goes_on_with f b q o.

Let n := Z.of_nat (length b).

Lemma n_positive : 0 < n.
Proof. unfold n. destruct b; [contradiction | simpl length; lia]. Qed.

(** Each period of the sequence is one of the endless repetition. *)
Lemma period_of_cycle P q' : repeats f P q' -> forall z,
  cycle_value b (z + Z.of_nat P) = cycle_value b z.
Proof.
  pose proof n_positive as Hn. intros H z.
  set (K := Z.of_nat q' + Z.abs (z - o)). set (j := Z.to_nat (z - o + K * n)).
  assert (Hj : Z.of_nat j = z - o + K * n) by (unfold j, K; nia).
  assert (Hfar : (q' <= q + j)%nat) by (unfold K in Hj; nia).
  specialize (H (q + j)%nat Hfar). rewrite <- Nat.add_assoc, !goes_on in H.
  rewrite Nat2Z.inj_add, Hj in H.
  replace (o + (z - o + K * n + Z.of_nat P)) with (z + Z.of_nat P + K * n) in H by lia.
  replace (o + (z - o + K * n)) with (z + K * n) in H by lia.
  unfold n in H. now rewrite !(cycle_value_add b _ _ not_empty) in H.
Qed.

Lemma cycle_repeats : repeats f (length b) q.
Proof.
  intros x Hx. replace x with (q + (x - q))%nat by lia. rewrite <- Nat.add_assoc, !goes_on.
  rewrite Nat2Z.inj_add, Z.add_assoc. rewrite <- (cycle_value_add b (o + _) 1 not_empty).
  f_equal. lia.
Qed.

Lemma least_of (least : forall P q', (1 <= P)%nat -> repeats f P q' -> (length b <= P)%nat) :
  least_period f (length b).
Proof.
  split; [pose proof n_positive; lia |]. split; [exists q; exact cycle_repeats |].
  intros P HP (q' & H). now apply (least P q').
Qed.

Theorem least_of_single : single b -> least_period f (length b).
Proof.
  pose proof n_positive as Hn. intros (l & s & Hs & Honly). apply least_of. intros P q' HP H.
  destruct (Honly (s + Z.of_nat P)) as (j & Hj).
  - intros mark Hmark. rewrite <- (Hs mark Hmark).
    rewrite <- (period_of_cycle P q' H (s - fst mark)). f_equal. lia.
  - fold n in Hj. assert (Z.of_nat P = j * n) by lia. assert (1 <= j) by nia.
    unfold n in *. nia.
Qed.

Lemma same_from_false d : same_from b (skipn d b) = false -> exists k,
  (d + k < length b)%nat /\ nth (d + k) b O <> nth k b O.
Proof.
  assert (H : forall c l, same_from c l = false -> exists k,
    (k < length c)%nat /\ (k < length l)%nat /\ nth k l O <> nth k c O).
  { induction c as [| a c IH]; intros [| e l] H; try discriminate. cbn [same_from] in H.
    destruct (Nat.eqb_spec a e) as [-> | Hne].
    - destruct (IH l H) as (k & H1 & H2 & H3). exists (S k). cbn [length nth]. repeat split;
        [lia | lia | exact H3].
    - exists O. cbn [length nth]. repeat split; [lia | lia | congruence]. }
  intros Hd. destruct (H _ _ Hd) as (k & H1 & H2 & H3). rewrite skipn_length in H2.
  exists k. split; [lia |]. intros E. apply H3. rewrite <- E.
  rewrite <- (firstn_skipn d b) at 2. rewrite app_nth2 by (rewrite firstn_length; lia).
  f_equal. rewrite firstn_length. lia.
Qed.

Theorem least_of_primitive : is_primitive b = true -> least_period f (length b).
Proof.
  pose proof n_positive as Hn. intros Hprimitive. apply least_of. intros P q' HP H.
  set (g := Z.gcd (Z.of_nat P) n).
  assert (Hg : 0 < g).
  { pose proof (Z.gcd_nonneg (Z.of_nat P) n). pose proof (Z.gcd_eq_0_r (Z.of_nat P) n).
    unfold g. lia. }
  assert (Hshift : forall z, cycle_value b (z + g) = cycle_value b z).
  { destruct (Z.gcd_bezout (Z.of_nat P) n g eq_refl) as (x & y & Hxy).
    assert (Hmany : forall m z, cycle_value b (z + Z.of_nat m * Z.of_nat P) = cycle_value b z).
    { induction m as [| m IH]; intros z; [f_equal; lia |].
      rewrite <- (IH z), <- (period_of_cycle P q' H (z + Z.of_nat m * Z.of_nat P)). f_equal. lia. }
    assert (Hall : forall m z, cycle_value b (z + m * Z.of_nat P) = cycle_value b z).
    { intros m z. destruct (Z_le_gt_dec 0 m).
      - rewrite <- (Z2Nat.id m) by lia. apply Hmany.
      - rewrite <- (Hmany (Z.to_nat (- m)) (z + m * Z.of_nat P)). f_equal. lia. }
    intros z. rewrite <- Hxy, Z.add_assoc. rewrite <- (Hall x z).
    unfold n. apply (cycle_value_add b _ _ not_empty). }
  destruct (Z_lt_ge_dec g n) as [Hlt | Hge].
  - exfalso. unfold is_primitive in Hprimitive. rewrite forallb_forall in Hprimitive.
    specialize (Hprimitive (Z.to_nat g) ltac:(apply in_seq; unfold n in *; lia)).
    rewrite negb_true_iff, andb_false_iff in Hprimitive. destruct Hprimitive as [Hdivides | Hsame].
    + apply Nat.eqb_neq in Hdivides. apply Hdivides. apply Nat.mod_divide; [lia |].
      destruct (Z.gcd_divide_r (Z.of_nat P) n) as (k & Hk). fold g in Hk.
      exists (Z.to_nat k). assert (0 <= k) by nia. unfold n in Hk. nia.
    + apply same_from_false in Hsame. destruct Hsame as (k & Hk & Hne). apply Hne.
      specialize (Hshift (Z.of_nat k)). unfold cycle_value in Hshift. fold n in Hshift.
      rewrite !Z.mod_small in Hshift by (unfold n; lia). rewrite Nat2Z.id in Hshift.
      rewrite <- Hshift. f_equal. lia.
  - destruct (Z.gcd_divide_l (Z.of_nat P) n) as (k & Hk). fold g in Hk.
    assert (1 <= k) by nia. unfold n in *. nia.
Qed.

End Least.
