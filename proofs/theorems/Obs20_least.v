(** Flammenkamp 1996, observation 20 and corollary 21: the least period and the least preperiod of
    the
    game { 2 4n+1 4n+3 4n+7 8n+2 }.

    In each pass through the endless loop the value 4 stands before the value 0 once; a pass ends
      with
    another value than what stands before the loop. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Affine Language Runs Tree Cycles Soundness Endless Lengths Period.
From Theorems Require Import Obs20.
Import ListNotations.
Local Open Scope Z_scope.

Section Obs20.

Variables (n : nat).
Hypothesis at_least_2 : (2 <= n)%nat.

Let p := [Z.of_nat n].
Let B := blocks D.
Let body := Block 3.

Lemma endless_body : endless D = Some body.
Proof. reflexivity. Qed.

Lemma admitted_n : admitted D p.
Proof. unfold p. admit_parameters D. Qed.

Let run_of w := word_run p w.
Let cycle_word f := Word 2 [0; 3; 1]%nat f.

Lemma pass_runs : units_runs B p body =
  [run_of (cycle_word (Form 0 [4]))] ++ [run_of (Word 4 [] (Form 1 []))] ++
  map run_of (firstn 7 (skipn 2 (words B 3))) ++ [run_of (cycle_word (Form (-4) [4]))].
Proof. reflexivity. Qed.

Lemma last_cycle : values [run_of (cycle_word (Form (-4) [4]))] =
  concat (repeat [2; 0; 3; 1]%nat (n - 2)) ++ [2; 0; 3; 1]%nat.
Proof.
  unfold values, run_of, word_run, cycle. cbn [flat_map cycle_word first others size].
  rewrite app_nil_r, (run_ends [2; 0; 3; 1]%nat ltac:(discriminate) _ (Z.of_nat n - 1)).
  - do 3 f_equal. lia.
  - unfold eval, p. cbn [constant coefficients dot length]. lia.
  - lia.
Qed.

Lemma before_ends : exists z, values (units_runs B p (preperiod D)) = z ++ [3]%nat.
Proof.
  assert (Hlast : exists l, units_runs B p (preperiod D) =
    l ++ [word_run (p ++ [Z.of_nat n - 1]) (Word 2 [2; 3; 3]%nat (Form 0 [4; (-4)]))]).
  { cbn [units_runs part_runs preperiod D]. rewrite range_last.
    - rewrite flat_map_app. replace (eval p (Form (-1) [1])) with (Z.of_nat n - 1)
        by (unfold eval, p; cbn [constant coefficients dot]; lia).
      cbn [flat_map]. rewrite app_nil_r.
      replace (block_runs B p 2) with (@nil run) by reflexivity. rewrite app_nil_r.
      rewrite app_assoc.
      replace (block_runs B (p ++ [Z.of_nat n - 1]) 1) with
        (map (word_run (p ++ [Z.of_nat n - 1])) (firstn 11 (words B 1)) ++
         [word_run (p ++ [Z.of_nat n - 1]) (Word 2 [2; 3; 3]%nat (Form 0 [4; (-4)]))])
        by reflexivity.
      rewrite app_assoc. eexists. reflexivity.
    - unfold eval, p. cbn [constant coefficients dot]. lia. }
  destruct Hlast as (l & ->). rewrite values_app.
  unfold values at 2, word_run, cycle. cbn [flat_map first others size].
  rewrite app_nil_r, (run_ends [2; 2; 3; 3]%nat ltac:(discriminate) _ 1).
  - exists (values l ++ [2; 2; 3]%nat). rewrite <- app_assoc. reflexivity.
  - unfold eval, p. cbn [constant coefficients dot length app]. lia.
  - lia.
Qed.

Let game : nat -> nat := value (letters D) (moves_at D p).

Lemma lengths_here :
  length (values (units_runs B p (preperiod D))) = (8 * n ^ 2 + 12 * n + 4)%nat /\
  length (values (units_runs B p body)) = (8 * n + 4)%nat.
Proof.
  pose proof (passes_length D false _ accepted p body admitted_n endless_body) as H.
  rewrite !(proj1 (units_runs_values (blocks D))) in H. fold B in H. destruct H as [H1 H2].
  split; apply Nat2Z.inj; [rewrite H1 | rewrite H2].
  - cbv - [Z.add Z.mul Z.opp Z.pow Z.le sum_over range Z.of_nat Nat.add Nat.mul Nat.pow].
    rewrite (sum_range _ (fun i => (8 * Z.of_nat n + 4) * i)); [| lia | intros i _; ring].
    rewrite !Nat2Z.inj_add, !Nat2Z.inj_mul, Nat2Z.inj_pow.
    change (Z.of_nat 8) with 8. change (Z.of_nat 2) with 2. change (Z.of_nat 12) with 12.
    change (Z.of_nat 4) with 4. ring.
  - cbv - [Z.add Z.mul Z.opp Z.of_nat Nat.add Nat.mul]. lia.
Qed.

Lemma least_period_here : least_period game (8 * n + 4)%nat.
Proof.
  rewrite <- (proj2 lengths_here).
  apply (least_period_of_pass false D _ accepted p body admitted_n endless_body 4 0
           (values [run_of (cycle_word (Form 0 [4]))])
           ([2; 1; 3; 0; 4; 1]%nat ++ values [run_of (cycle_word (Form (-4) [4]))])).
  - unfold cycle_word. quiet_runs.
  - change (quiet 4 0 (values (map run_of (firstn 7 (skipn 2 (words B 3))) ++
      [run_of (cycle_word (Form (-4) [4]))]))).
    cbv [words B blocks D nth firstn skipn map app cycle_word run_of]. quiet_runs.
    unfold eval. cbn [constant coefficients dot]. lia.
  - fold B. rewrite pass_runs, !values_app. reflexivity.
Qed.

Lemma least_preperiod_here : least_preperiod game (8 * n ^ 2 + 12 * n + 4)%nat.
Proof.
  rewrite <- (proj1 lengths_here). destruct before_ends as (z & Hz). rewrite Hz, app_length.
  cbn [length]. rewrite Nat.add_1_r.
  eapply (least_preperiod_of_pass false D _ accepted p body admitted_n endless_body z 3 [] _ 1).
  - exact Hz.
  - fold B. rewrite pass_runs, !values_app, last_cycle. rewrite !app_assoc.
    change [2; 0; 3; 1]%nat with ([2; 0; 3] ++ [1])%nat at 2. rewrite app_assoc. reflexivity.
  - discriminate.
Qed.

Lemma moves_here : moves_at D p = [2; 4 * n + 1; 4 * n + 3; 4 * n + 7; 8 * n + 2]%nat.
Proof. unfold p. name_moves D. Qed.

End Obs20.

Local Close Scope Z_scope.

Theorem obs20_least_period (n : nat) : 2 <= n ->
  least_period (grundy [2; 4 * n + 1; 4 * n + 3; 4 * n + 7; 8 * n + 2]) (8 * n + 4).
Proof. intros Hn. unfold grundy. rewrite <- moves_here by assumption. now apply least_period_here.
  Qed.

Theorem obs20_least_preperiod (n : nat) : 2 <= n ->
  least_preperiod (grundy [2; 4 * n + 1; 4 * n + 3; 4 * n + 7; 8 * n + 2]) (8 * n ^ 2 + 12 * n + 4).
Proof. intros Hn. unfold grundy. rewrite <- moves_here by assumption.
  now apply least_preperiod_here. Qed.

Print Assumptions obs20_least_period.
Print Assumptions obs20_least_preperiod.
