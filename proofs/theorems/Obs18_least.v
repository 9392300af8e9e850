(** Flammenkamp 1996, observation 18 and corollary 19: the least period and the least preperiod of
    the
    game { 2 4n-1 4n+1 4n+5 8n-2 }.

    In each pass through the endless loop the value 4 stands before the value 1 once; a pass ends
      with
    the values 1 and 3, what stands before the loop with 3 and 3. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Affine Language Runs Tree Cycles Soundness Endless Lengths Period.
From Theorems Require Import Obs18.
Import ListNotations.
Local Open Scope Z_scope.

Section Obs18.

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
Let cycle_word f := Word 0 [2; 1; 3]%nat f.

Lemma pass_runs : units_runs B p body =
  map run_of (firstn 2 (words B 3)) ++ [run_of (Word 4 [] (Form 1 []))] ++
  map run_of (firstn 6 (skipn 3 (words B 3))) ++ [run_of (cycle_word (Form (-4) [4]))].
Proof. reflexivity. Qed.

Lemma last_cycle : values [run_of (cycle_word (Form (-4) [4]))] =
  concat (repeat [0; 2; 1; 3]%nat (n - 2)) ++ [0; 2; 1; 3]%nat.
Proof.
  unfold values, run_of, word_run, cycle. cbn [flat_map cycle_word first others size].
  rewrite app_nil_r, (run_ends [0; 2; 1; 3]%nat ltac:(discriminate) _ (Z.of_nat n - 1)).
  - do 3 f_equal. lia.
  - unfold eval, p. cbn [constant coefficients dot length]. lia.
  - lia.
Qed.

Lemma before_ends : exists z, values (units_runs B p (preperiod D)) = z ++ [2; 2; 3; 3]%nat.
Proof.
  assert (Hlast : exists l v f, units_runs B p (preperiod D) =
    l ++ [word_run v (Word 2 [2; 3; 3]%nat f)] /\ eval v f = 4).
  { assert (Hshape : units_runs B p (preperiod D) = map run_of (words B 0) ++
      flat_map (fun i => block_runs B (p ++ [i]) 1) (range 2 (Z.of_nat n - 1)) ++ []).
    { cbn [units_runs part_runs preperiod D].
      replace (eval p (Form (-1) [1])) with (Z.of_nat n - 1)
        by (unfold eval, p; cbn [constant coefficients dot]; lia). reflexivity. }
    rewrite app_nil_r in Hshape. rewrite Hshape.
    destruct (Nat.eq_dec n 2) as [Htwo | Hmore].
    - replace (range 2 (Z.of_nat n - 1)) with (@nil Z) by (rewrite Htwo; reflexivity).
      cbn [flat_map]. rewrite app_nil_r.
      exists (map run_of (firstn 11 (words B 0))), p, (Form (-4) [4]). split; [reflexivity |].
      unfold eval, p. cbn [constant coefficients dot]. lia.
    - rewrite range_last by lia. rewrite flat_map_app. cbn [flat_map]. rewrite app_nil_r.
      set (v := p ++ [Z.of_nat n - 1]).
      replace (block_runs B v 1) with
        (map (word_run v) (firstn 11 (words B 1)) ++
         [word_run v (Word 2 [2; 3; 3]%nat (Form 0 [4; (-4)]))]) by reflexivity.
      rewrite !app_assoc. eexists _, v, _. split; [reflexivity |].
      unfold eval, v, p. cbn [constant coefficients dot app]. lia. }
  destruct Hlast as (l & v & f & -> & Hf). rewrite values_app.
  unfold values at 2, word_run, cycle. cbn [flat_map first others size].
  rewrite app_nil_r, (run_ends [2; 2; 3; 3]%nat ltac:(discriminate) _ 1) by (assumption || lia).
  exists (values l). reflexivity.
Qed.

Let game : nat -> nat := value (letters D) (moves_at D p).

Lemma lengths_here :
  length (values (units_runs B p (preperiod D))) = (8 * n ^ 2)%nat /\
  length (values (units_runs B p body)) = (8 * n)%nat.
Proof.
  pose proof (passes_length D false _ accepted p body admitted_n endless_body) as H.
  rewrite !(proj1 (units_runs_values (blocks D))) in H. fold B in H. destruct H as [H1 H2].
  split; apply Nat2Z.inj; [rewrite H1 | rewrite H2].
  - cbv - [Z.add Z.mul Z.opp Z.pow Z.le sum_over range Z.of_nat Nat.add Nat.mul Nat.pow].
    rewrite (sum_range _ (fun i => 8 * Z.of_nat n * i)); [| lia | intros i _; ring].
    rewrite Nat2Z.inj_mul, Nat2Z.inj_pow. change (Z.of_nat 8) with 8. change (Z.of_nat 2) with 2.
      ring.
  - cbv - [Z.add Z.mul Z.opp Z.of_nat Nat.add Nat.mul]. lia.
Qed.

Lemma least_period_here : least_period game (8 * n)%nat.
Proof.
  rewrite <- (proj2 lengths_here).
  apply (least_period_of_pass false D _ accepted p body admitted_n endless_body 4 1
           (values (map run_of (firstn 2 (words B 3))))
           ([2; 0; 3; 1; 4]%nat ++ values [run_of (cycle_word (Form (-4) [4]))])).
  - cbv [words B blocks D nth firstn map run_of]. quiet_runs.
  - change (quiet 4 1 (values (map run_of (firstn 6 (skipn 3 (words B 3))) ++
      [run_of (cycle_word (Form (-4) [4]))]))).
    cbv [words B blocks D nth firstn skipn map app cycle_word run_of]. quiet_runs.
    unfold eval, p. cbn [constant coefficients dot]. lia.
  - fold B. rewrite pass_runs, !values_app. reflexivity.
Qed.

Lemma least_preperiod_here : least_preperiod game (8 * n ^ 2 - 1)%nat.
Proof.
  rewrite <- (proj1 lengths_here). destruct before_ends as (z & Hz).
  replace (length _ - 1)%nat with (S (length (z ++ [2; 2]%nat)))
    by (rewrite Hz, !app_length; cbn [length]; lia).
  eapply (least_preperiod_of_pass false D _ accepted p body admitted_n endless_body
            (z ++ [2; 2]%nat) 3 [3%nat] _ 1).
  - fold B. rewrite Hz, <- app_assoc. reflexivity.
  - fold B. rewrite pass_runs, !values_app, last_cycle. rewrite !app_assoc.
    change [0; 2; 1; 3]%nat with ([0; 2] ++ [1; 3])%nat. rewrite app_assoc. reflexivity.
  - discriminate.
Qed.

Lemma moves_here : moves_at D p = [2; 4 * n - 1; 4 * n + 1; 4 * n + 5; 8 * n - 2]%nat.
Proof. unfold p. name_moves D. Qed.

End Obs18.

Local Close Scope Z_scope.

Theorem obs18_least_period (n : nat) : 2 <= n ->
  least_period (grundy [2; 4 * n - 1; 4 * n + 1; 4 * n + 5; 8 * n - 2]) (8 * n).
Proof. intros Hn. unfold grundy. rewrite <- moves_here by assumption. now apply least_period_here.
  Qed.

Theorem obs18_least_preperiod (n : nat) : 2 <= n ->
  least_preperiod (grundy [2; 4 * n - 1; 4 * n + 1; 4 * n + 5; 8 * n - 2]) (8 * n ^ 2 - 1).
Proof. intros Hn. unfold grundy. rewrite <- moves_here by assumption.
  now apply least_preperiod_here. Qed.

Print Assumptions obs18_least_period.
Print Assumptions obs18_least_preperiod.
