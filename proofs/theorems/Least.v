(** Flammenkamp 1996: the least periods and preperiods of theorem 8, of observations 18 and 20 with
    their corollaries, and of { n 2n+1 4n+2 5n+3 6n+3 } for odd n = 2m-1 >= 5.

    Satz8.v, Obs18.v, Obs20.v and Odd.v are what [grundy check CERTIFICATE FILE --export coq-theorem]
    writes for the published descriptions; here their numbers are natural ones. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Period.
From Theorems Require Satz8 Obs18 Obs20 Odd.
Import ListNotations.

Lemma same_game moves moves' P P' q q' : moves = moves' -> P = P' -> q = q' ->
  least_period (grundy moves) P /\ least_preperiod (grundy moves) q ->
  least_period (grundy moves') P' /\ least_preperiod (grundy moves') q'.
Proof. now intros -> -> ->. Qed.

Lemma to_nat_is z k : z = Z.of_nat k -> Z.to_nat z = k.
Proof. intros ->. apply Nat2Z.id. Qed.

(** Equal moves, one by one, and equal polynomials. *)
Ltac natural :=
  apply same_game;
  [ repeat (apply f_equal2; [lia |]); reflexivity
  | apply to_nat_is; cbn [Nat.pow]; nia
  | apply to_nat_is; cbn [Nat.pow]; nia ].

Theorem satz8_least (n : nat) : 2 <= n ->
  least_period (grundy [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]) (14 * n ^ 3 + 11 * n + 1) /\
  least_preperiod (grundy [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]) (7 * n + 1).
Proof.
  intros Hn. generalize (Satz8.grundy_least_1 (Z.of_nat n) ltac:(lia)). natural.
Qed.

Theorem obs18_least (n : nat) : 2 <= n ->
  least_period (grundy [2; 4 * n - 1; 4 * n + 1; 4 * n + 5; 8 * n - 2]) (8 * n) /\
  least_preperiod (grundy [2; 4 * n - 1; 4 * n + 1; 4 * n + 5; 8 * n - 2]) (8 * n ^ 2 - 1).
Proof.
  intros Hn. destruct (Nat.le_gt_cases 3 n) as [H3 | H2].
  - generalize (Obs18.grundy_least_1 (Z.of_nat n) ltac:(lia) ltac:(lia)). natural.
  - replace n with 2 by lia. exact (Obs18.grundy_least_2 2 ltac:(lia) ltac:(lia)).
Qed.

Theorem obs20_least (n : nat) : 2 <= n ->
  least_period (grundy [2; 4 * n + 1; 4 * n + 3; 4 * n + 7; 8 * n + 2]) (8 * n + 4) /\
  least_preperiod (grundy [2; 4 * n + 1; 4 * n + 3; 4 * n + 7; 8 * n + 2]) (8 * n ^ 2 + 12 * n + 4).
Proof.
  intros Hn. generalize (Obs20.grundy_least_1 (Z.of_nat n) ltac:(lia)). natural.
Qed.

Theorem odd_least (m : nat) : 3 <= m ->
  least_period (grundy [2 * m - 1; 4 * m - 1; 8 * m - 2; 10 * m - 2; 12 * m - 3])
    ((2 * m - 1) * (10 * (2 * m - 1) + 4)) /\
  least_preperiod (grundy [2 * m - 1; 4 * m - 1; 8 * m - 2; 10 * m - 2; 12 * m - 3])
    (60 * m ^ 2 + 21 - 92 * m).
Proof.
  intros Hm. generalize (Odd.grundy_least_1 (Z.of_nat m) ltac:(lia)). natural.
Qed.

Print Assumptions satz8_least.
Print Assumptions obs18_least.
Print Assumptions obs20_least.
Print Assumptions odd_least.
