(** Flammenkamp 1996, theorem 8 and corollary 9: the least period and the least preperiod of the
    game
    { 2n 5n 6n+1 8n+1 }.

    In each pass through the endless loop the value 4 stands before the value 3 once, in the last
    block.  The words before the loop are those of that block, except that 4 there. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Affine Language Runs Tree Cycles Soundness Endless Lengths Period.
From Theorems Require Import Satz8 Satz8_period.
Import ListNotations.
Local Open Scope Z_scope.

Section Satz8.

Variables (n : nat).
Hypothesis at_least_2 : (2 <= n)%nat.

Let p := [Z.of_nat n].
Let B := blocks D.

Definition loops : part :=
  match endless D with Some (More _ u _) => u | _ => Branch NoArm end.
Definition body : units := More 1 loops (Block 7).

Lemma endless_body : endless D = Some body.
Proof. reflexivity. Qed.

Lemma admitted_n : admitted D p.
Proof. unfold p. admit_parameters D. Qed.

(** The words of the last block up to the 4, and behind the 3 that follows; before the loop there
    are the same words, with a 3 there. *)
Let start := map (word_run p) (firstn 5 (words B 7)).
Let rest := map (word_run p) (skipn 7 (words B 7)).
Let three := word_run p (Word 3 [] (Form (-1) [1])).

Lemma pass_runs : units_runs B p body =
  (part_runs B p loops ++ start) ++ word_run p (Word 4 [] (Form 1 [])) :: three :: rest.
Proof. rewrite <- app_assoc. reflexivity. Qed.

Lemma before_runs : units_runs B p (preperiod D) =
  start ++ word_run p (Word 3 [] (Form 1 [])) :: three :: rest.
Proof. reflexivity. Qed.

Lemma threes : values [three] = 3%nat :: repeat 3%nat (n - 2).
Proof.
  unfold values, three, word_run, cycle. cbn [flat_map first others size]. rewrite app_nil_r.
  rewrite run_values_single. replace (Z.to_nat _) with (S (n - 2)); [reflexivity |].
  unfold eval, p. cbn [constant coefficients dot]. lia.
Qed.

Ltac all_quiet :=
  cbv [part_runs units_runs block_runs loops D endless B blocks words nth map start rest firstn
    skipn
       app];
  quiet_runs; unfold eval, p in *; cbn [constant coefficients dot app] in *; lia.

Lemma loops_quiet : quiet 4 3 (values (part_runs B p loops ++ start)).
Proof. apply quiet_runs_app; all_quiet. Qed.

Lemma rest_quiet : quiet 4 3 (values (three :: rest)).
Proof. unfold three; all_quiet. Qed.

Let game : nat -> nat := value (letters D) (moves_at D p).

Lemma least_period_here : least_period game (14 * n ^ 3 + 11 * n + 1)%nat.
Proof.
  replace (14 * n ^ 3 + 11 * n + 1)%nat with (length (values (units_runs B p body))).
  - apply (least_period_of_pass false D _ accepted p body admitted_n endless_body 4 3
             (values (part_runs B p loops ++ start)) (repeat 3%nat (n - 2) ++ values rest)).
    + exact loops_quiet.
    + pose proof rest_quiet as H. change (three :: rest) with ([three] ++ rest) in H.
      rewrite values_app, threes in H. exact H.
    + fold B. rewrite pass_runs, values_app. f_equal.
      change (word_run p (Word 4 [] (Form 1 [])) :: three :: rest)
        with ([word_run p (Word 4 [] (Form 1 []))] ++ [three] ++ rest).
      rewrite !values_app, threes. reflexivity.
  - pose proof (proj2 (passes_length D false _ accepted p body admitted_n endless_body)) as H.
    rewrite (proj1 (units_runs_values (blocks D))) in H. fold B in H. unfold p in H at 2.
    rewrite pass_length in H by (lia || reflexivity). fold p in H. apply Nat2Z.inj.
    now rewrite H, !Nat2Z.inj_add, !Nat2Z.inj_mul, Nat2Z.inj_pow.
Qed.

Lemma least_preperiod_here : least_preperiod game (7 * n + 1)%nat.
Proof.
  replace (7 * n + 1)%nat with (S (length (values start))).
  - apply (least_preperiod_of_pass false D _ accepted p body admitted_n endless_body (values start)
             3 (values (three :: rest)) (values (part_runs B p loops ++ start)) 4);
      [| | discriminate].
    + fold B. rewrite before_runs, values_app. reflexivity.
    + fold B. rewrite pass_runs, values_app. reflexivity.
  - unfold start, values, word_run, cycle. cbn [words nth B blocks D firstn map flat_map first
    others size].
    rewrite !app_length, !run_values_single, !repeat_length. unfold eval, p.
    cbn [constant coefficients dot length]. lia.
Qed.

Lemma moves_here : moves_at D p = [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]%nat.
Proof. unfold p. name_moves D. Qed.

End Satz8.

Local Close Scope Z_scope.

Theorem satz8_least_period (n : nat) : 2 <= n ->
  least_period (grundy [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]) (14 * n ^ 3 + 11 * n + 1).
Proof. intros Hn. unfold grundy. rewrite <- moves_here by assumption. now apply least_period_here.
  Qed.

Theorem satz8_least_preperiod (n : nat) : 2 <= n ->
  least_preperiod (grundy [2 * n; 5 * n; 6 * n + 1; 8 * n + 1]) (7 * n + 1).
Proof. intros Hn. unfold grundy. rewrite <- moves_here by assumption.
  now apply least_preperiod_here. Qed.

Print Assumptions satz8_least_period.
Print Assumptions satz8_least_preperiod.
