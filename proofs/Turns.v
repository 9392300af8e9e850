(** Numbers that rotate: each is one of M consecutive ones and goes on by S, modulo M. *)

From Coq Require Import ZArith Lia.
Local Open Scope Z_scope.

Section Turns.

Variables (u lasting : nat -> Z) (M S A D low : Z).

Hypothesis some : 0 < M.
Hypothesis inside : forall k, low <= u k < low + M.

(** Where K more turns are taken, it lasts K D longer. *)
Hypothesis goes_on : forall k, exists K, u (Datatypes.S k) = u k + S + K * M /\ lasting k = A + K * D.

Fixpoint total (k : nat) : Z :=
  match k with O => 0 | Datatypes.S k => total k + lasting k end.

Lemma after k : exists K, u k = u O + Z.of_nat k * S + K * M /\ total k = Z.of_nat k * A + K * D.
Proof.
  induction k as [| k (K & H1 & H2)]; [exists 0; simpl; lia |].
  destruct (goes_on k) as (K' & H3 & H4). exists (K + K'). cbn [total].
  rewrite H3, H1, H2, H4. split; lia.
Qed.

(** How many it takes to return. *)
Definition returning : nat := Z.to_nat (M / Z.gcd M S).

Let g := Z.gcd M S.
Let N := M / g.

Lemma parts : 0 < g /\ 0 < N /\ M = g * N /\ exists s, S = g * s /\ Z.gcd N s = 1.
Proof.
  assert (Hg : 0 < g).
  { pose proof (Z.gcd_nonneg M S). pose proof (Z.gcd_eq_0_l M S). unfold g. lia. }
  destruct (Z.gcd_divide_l M S) as (x & Hx). destruct (Z.gcd_divide_r M S) as (s & Hs). fold g in Hx, Hs.
  assert (HN : N = x) by (unfold N; rewrite Hx at 1; apply Z.div_mul; lia).
  split; [exact Hg |]. split; [nia |]. split; [lia |]. exists s. split; [lia |].
  rewrite HN. replace x with (M / g) by exact HN. replace s with (S / g) by (rewrite Hs at 1; apply Z.div_mul; lia).
  apply Z.gcd_div_gcd; [lia | reflexivity].
Qed.

Theorem returns : u returning = u O /\ g * total returning = M * A - S * D.
Proof.
  destruct parts as (Hg & HN & HM & s & HS & _). destruct (after returning) as (K & H1 & H2).
  assert (Hn : Z.of_nat returning = N) by (unfold returning; fold g; fold N; lia).
  rewrite Hn in *. pose proof (inside O). pose proof (inside returning).
  assert (Hsum : N * S + K * M = M * (s + K)) by (rewrite HM at 1; rewrite HS; ring_simplify; rewrite HM; ring).
  assert (HK : s + K = 0) by nia. split; [nia |]. rewrite H2. replace K with (- s) by lia.
  rewrite HM, HS. ring.
Qed.

Theorem not_before i j : (i < j)%nat -> (j < returning)%nat -> u i <> u j.
Proof.
  destruct parts as (Hg & HN & HM & s & HS & Hprime). intros Hij Hj E.
  assert (Hn : Z.of_nat returning = N) by (unfold returning; fold g; fold N; lia).
  destruct (after i) as (K & H1 & _). destruct (after j) as (K' & H2 & _).
  set (d := Z.of_nat j - Z.of_nat i).
  assert (Hd : d * S + (K' - K) * M = 0) by (unfold d; lia).
  assert (Hdivides : (N | s * d)).
  { exists (K - K'). apply (Z.mul_reg_l _ _ g); [lia |]. rewrite HS, HM in Hd. lia. }
  apply Z.gauss in Hdivides; [| exact Hprime]. apply Z.divide_pos_le in Hdivides; unfold d in *; lia.
Qed.

Lemma some_return : (1 <= returning)%nat.
Proof. destruct parts as (_ & HN & _). unfold returning. fold g. fold N. lia. Qed.

End Turns.
