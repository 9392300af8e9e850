(** Flammenkamp 1996, theorem 8: 14n^3 + 11n + 1 is a period of the game { 2n 5n 6n+1 8n+1 }.

    [Satz8] is what [grundy verify descriptions/subtraction/satz8.nimseq --export coq-theorem]
      writes:
    the description and its accepted certificate. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Affine Language Soundness Endless Lengths.
From Theorems Require Import Satz8.
Import ListNotations.
Local Open Scope Z_scope.

(** One pass through the endless loop: 14n+1 values in each pass through one of the inner loops,
    of which there are n in each pass through the outer one; 13n+1 behind them. *)
Lemma pass_length n body : 2 <= n -> endless D = Some body ->
  units_length D [n] body = 14 * n ^ 3 + 11 * n + 1.
Proof.
  intros Hn Hbody. cbn [D endless] in Hbody. injection Hbody as <-.
  cbv - [Z.add Z.mul Z.opp Z.pow Z.le sum_over range].
  rewrite (sum_range _ (fun i => (n * (14 * n + 1) + 13 * n + 1) * i)); [ring | lia |].
  intros i Hi.
  rewrite (sum_range _ (fun j => (14 * n + 1) * j)); [| lia | intros j _; ring].
  rewrite (sum_range _ (fun j => (14 * n + 1) * j)); [| lia | intros j _; ring].
  ring.
Qed.

Lemma start_length n : units_length D [n] (preperiod D) = 24 * n + 2.
Proof. cbv - [Z.add Z.mul Z.opp Z.le]. ring. Qed.

Theorem satz8 (n x : nat) : (2 <= n)%nat -> (24 * n + 2 <= x)%nat ->
  let g := grundy [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]%nat in
  g (x + (14 * n ^ 3 + 11 * n + 1))%nat = g x.
Proof.
  intros Hn Hx g.
  assert (Hp : admitted D [Z.of_nat n]) by admit_parameters D.
  assert (Hmoves : moves_at D [Z.of_nat n] = [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]%nat)
    by name_moves D.
  destruct (endless D) as [body |] eqn:Hbody; [| discriminate].
  pose proof (length_is_period D _ _ accepted [Z.of_nat n] body x Hp Hbody) as H.
  rewrite start_length, (pass_length _ body), Hmoves in H by (assumption || lia).
  replace (14 * Z.of_nat n ^ 3 + 11 * Z.of_nat n + 1)
    with (Z.of_nat (14 * n ^ 3 + 11 * n + 1)) in H
    by now rewrite !Nat2Z.inj_add, !Nat2Z.inj_mul, Nat2Z.inj_pow.
  rewrite Nat2Z.id in H.
  apply H. lia.
Qed.

Print Assumptions satz8.
