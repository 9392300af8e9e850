(** Flammenkamp 1996, the family { n 2n+1 4n+2 5n+3 6n+3 } for odd n = 2m-1 >= 5: its least period
    and its least preperiod.

    In each pass through the endless loop the value 0 stands before the value 2 once, where the
    first inner loop begins.  What stands before the endless loop ends with the words of a pass,
    counted otherwise, back to the loop over j from 2m-1 on, where j is 3m-4. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Affine Language Runs Tree Cycles Soundness Endless Lengths Period.
From Theorems Require Import Odd.
Import ListNotations.
Local Open Scope Z_scope.

Section Odd.

Variables (m : nat).
Hypothesis at_least_3 : (3 <= m)%nat.

Let p := [Z.of_nat m].
Let B := blocks D.
Let at_j (j : Z) := p ++ [j].

Definition body : units := match endless D with Some b => b | None => Block 0 end.

Lemma endless_body : endless D = Some body.
Proof. reflexivity. Qed.

Lemma admitted_m : admitted D p.
Proof. unfold p. admit_parameters D. Qed.

Lemma eval_p c a : eval p (Form c [a]) = a * Z.of_nat m + c.
Proof. unfold eval, p. cbn [constant coefficients dot]. lia. Qed.

Lemma pass_runs : units_runs B p body =
  flat_map (fun j => block_runs B (at_j j) 8) (range 0 (Z.of_nat m - 3)) ++
  block_runs B p 9 ++
  flat_map (fun j => block_runs B (at_j j) 10) (range (Z.of_nat m - 1) (2 * Z.of_nat m - 5)) ++
  block_runs B p 11.
Proof.
  cbn [units_runs part_runs body D endless]. rewrite !eval_p.
  replace (1 * Z.of_nat m + -3) with (Z.of_nat m - 3) by lia.
  replace (1 * Z.of_nat m + -1) with (Z.of_nat m - 1) by lia.
  replace (2 * Z.of_nat m + -5) with (2 * Z.of_nat m - 5) by lia. reflexivity.
Qed.

Lemma before_runs : exists l, units_runs B p (preperiod D) = l ++
  flat_map (fun j => block_runs B (at_j j) 3)
    (range (2 * Z.of_nat m - 1) (3 * Z.of_nat m - 3)) ++
  flat_map (fun j => block_runs B (at_j j) 5)
    (range (3 * Z.of_nat m - 2) (4 * Z.of_nat m - 6)) ++
  block_runs B p 6.
Proof.
  cbn [units_runs part_runs D preperiod]. rewrite !eval_p.
  replace (2 * Z.of_nat m + -1) with (2 * Z.of_nat m - 1) by lia.
  replace (3 * Z.of_nat m + -3) with (3 * Z.of_nat m - 3) by lia.
  replace (3 * Z.of_nat m + -2) with (3 * Z.of_nat m - 2) by lia.
  replace (4 * Z.of_nat m + -6) with (4 * Z.of_nat m - 6) by lia.
  exists (block_runs B p 0 ++
    flat_map (fun j => block_runs B (at_j j) 1)
      (range (eval p (Form 2 [])) (2 * Z.of_nat m + -4)) ++
    block_runs B p 2).
  rewrite <- !app_assoc. reflexivity.
Qed.

Ltac numbers := unfold eval, at_j, p in *; cbn [constant coefficients dot app] in *; lia.

(** ** The period *)

Let first_pass := firstn 2 (block_runs B (at_j 0) 8).
Let rest_of_first_pass := skipn 5 (block_runs B (at_j 0) 8).

Let others :=
  flat_map (fun j => block_runs B (at_j j) 8) (range 1 (Z.of_nat m - 3)) ++
  block_runs B p 9 ++
  flat_map (fun j => block_runs B (at_j j) 10) (range (Z.of_nat m - 1) (2 * Z.of_nat m - 5)) ++
  block_runs B p 11.

Lemma pass_values : values (units_runs B p body) =
  values first_pass ++ 0%nat :: 2%nat :: values (rest_of_first_pass ++ others).
Proof.
  rewrite pass_runs, range_first by lia. cbn [flat_map]. rewrite <- app_assoc.
  change (0 + 1) with 1. fold others.
  replace (block_runs B (at_j 0) 8) with
    (first_pass ++ [([0%nat], 1); ([5%nat], 0); ([2%nat], 1)] ++ rest_of_first_pass) by reflexivity.
  rewrite <- !app_assoc, (values_app first_pass). reflexivity.
Qed.

Lemma nowhere_else : quiet 0 2 (2%nat :: values (rest_of_first_pass ++ others)).
Proof.
  change (quiet 0 2 (values (word_run (at_j 0) (Word 2 [] (Form 1 [])) ::
    rest_of_first_pass ++ others))).
  unfold others. cbv [rest_of_first_pass block_runs words nth B blocks D map skipn app].
  quiet_runs; numbers.
Qed.

Let game : nat -> nat := value (letters D) (moves_at D p).

Lemma length_here :
  length (values (units_runs B p body)) = ((2 * m - 1) * (10 * (2 * m - 1) + 4))%nat.
Proof.
  pose proof (proj2 (passes_length D false _ accepted p body admitted_m endless_body)) as H.
  rewrite (proj1 (units_runs_values (blocks D))) in H. fold B in H.
  apply Nat2Z.inj. rewrite H.
  rewrite Nat2Z.inj_mul, Nat2Z.inj_add, Nat2Z.inj_mul, Nat2Z.inj_sub, Nat2Z.inj_mul by lia.
  change (Z.of_nat 2) with 2. change (Z.of_nat 1) with 1.
  change (Z.of_nat 10) with 10. change (Z.of_nat 4) with 4.
  cbv - [Z.add Z.mul Z.opp Z.sub Z.le sum_over range Z.of_nat].
  rewrite (sum_range _ (fun j => (20 * Z.of_nat m - 6) * j)); [| lia | intros j _; ring].
  rewrite (sum_range _ (fun j => (20 * Z.of_nat m - 6) * j)); [| lia | intros j _; ring].
  ring.
Qed.

Lemma least_period_here : least_period game ((2 * m - 1) * (10 * (2 * m - 1) + 4))%nat.
Proof.
  rewrite <- length_here.
  apply (least_period_of_pass false D _ accepted p body admitted_m endless_body 0 2
           (values first_pass) (values (rest_of_first_pass ++ others))).
  - cbv [first_pass block_runs words nth B blocks D map firstn]. quiet_runs; numbers.
  - exact nowhere_else.
  - exact pass_values.
Qed.

(** ** The preperiod *)

Let M := Z.of_nat m.

(** The same runs, as their lengths are the same numbers. *)
Ltac same_runs :=
  repeat match goal with b := block_runs _ _ _ |- _ => subst b end;
  cbv [block_runs words nth B blocks D map skipn firstn word_run cycle first others size];
  repeat (apply f_equal2; [apply f_equal; unfold M in *; numbers |]); reflexivity.

(** Behind the value where they differ: the last iteration of the first inner loop, and that with
    j = 3m-4 before the endless loop. *)
Lemma last_pass :
  values (skipn 7 (block_runs B (at_j (3 * M - 4)) 3)) =
  values (skipn 8 (block_runs B (at_j (M - 3)) 8)).
Proof.
  set (b := block_runs B (at_j (3 * M - 4)) 3). set (c := block_runs B (at_j (M - 3)) 8).
  assert (H1 : firstn 6 (skipn 7 b) = firstn 6 (skipn 8 c)) by same_runs.
  assert (H2 : values (firstn 2 (skipn 13 b)) = values (firstn 3 (skipn 14 c))).
  { replace (firstn 2 (skipn 13 b)) with [([4%nat], 2 * M - 4); ([4; 5]%nat, 2)] by same_runs.
    replace (firstn 3 (skipn 14 c)) with [([4%nat], 2 * M - 3); ([5%nat], 1); ([4%nat], 0)]
      by same_runs.
    unfold values. cbn [flat_map]. rewrite !run_values_single.
    replace (Z.to_nat (2 * M - 3)) with (Z.to_nat (2 * M - 4) + 1)%nat by lia.
    rewrite repeat_app, <- app_assoc. reflexivity. }
  assert (H3 : skipn 15 b = skipn 17 c) by same_runs.
  change (skipn 7 b) with (firstn 6 (skipn 7 b) ++ firstn 2 (skipn 13 b) ++ skipn 15 b).
  change (skipn 8 c) with (firstn 6 (skipn 8 c) ++ firstn 3 (skipn 14 c) ++ skipn 17 c).
  rewrite !values_app. now rewrite H1, H2, H3.
Qed.

Lemma next_pass : values (block_runs B (at_j (3 * M - 3)) 3) = values (block_runs B p 9).
Proof.
  set (b := block_runs B (at_j (3 * M - 3)) 3). set (c := block_runs B p 9).
  assert (H1 : firstn 6 b = firstn 6 c) by same_runs.
  assert (H2 : firstn 1 (skipn 6 b) = [([4; 5]%nat, 1)]) by same_runs.
  assert (H3 : firstn 7 (skipn 7 b) = firstn 7 (skipn 7 c)) by same_runs.
  assert (H4 : firstn 1 (skipn 14 b) = [([4; 5]%nat, 0)]) by same_runs.
  assert (H5 : skipn 15 b = skipn 14 c) by same_runs.
  change b with (firstn 6 b ++ firstn 1 (skipn 6 b) ++ firstn 7 (skipn 7 b) ++
    firstn 1 (skipn 14 b) ++ skipn 15 b).
  change c with (firstn 6 c ++ [([4]%nat, 1)] ++ firstn 7 (skipn 7 c) ++ skipn 14 c).
  rewrite !values_app. now rewrite H1, H2, H3, H4, H5.
Qed.

Lemma second_loops :
  flat_map (fun j => block_runs B (at_j j) 5) (range (3 * M - 2) (4 * M - 6)) =
  flat_map (fun j => block_runs B (at_j j) 10) (range (M - 1) (2 * M - 5)).
Proof.
  replace (3 * M - 2) with (M - 1 + (2 * M - 1)) by lia.
  replace (4 * M - 6) with (2 * M - 5 + (2 * M - 1)) by lia.
  rewrite range_shift, flat_map_concat_map, map_map, <- flat_map_concat_map.
  apply flat_map_ext. intros j. same_runs.
Qed.

Let w :=
  values (skipn 8 (block_runs B (at_j (M - 3)) 8)) ++ values (block_runs B p 9) ++
  values (flat_map (fun j => block_runs B (at_j j) 10) (range (M - 1) (2 * M - 5))) ++
  values (block_runs B p 11).

Lemma ends_as_a_pass : exists z first,
  values (units_runs B p (preperiod D)) = z ++ 4%nat :: w /\
  values (units_runs B p body) = first ++ 5%nat :: w.
Proof.
  assert (Hpass : exists first, values (units_runs B p body) = first ++ 5%nat :: w).
  { rewrite pass_runs, range_last by lia. fold M. rewrite flat_map_app. cbn [flat_map].
    rewrite app_nil_r. set (b := block_runs B (at_j (M - 3)) 8).
    assert (H : firstn 1 (skipn 7 b) = [([5%nat], 2)]) by same_runs.
    assert (Hb : values b = values (firstn 7 b) ++ [5; 5]%nat ++ values (skipn 8 b)).
    { change b with (firstn 7 b ++ firstn 1 (skipn 7 b) ++ skipn 8 b) at 1.
      rewrite H, !values_app. reflexivity. }
    rewrite !values_app, Hb. set (earlier := values (flat_map _ _)).
    exists (earlier ++ values (firstn 7 b) ++ [5%nat]). unfold w. now rewrite <- !app_assoc. }
  assert (Hbefore : exists z, values (units_runs B p (preperiod D)) = z ++ 4%nat :: w).
  { destruct before_runs as (l & ->). fold M. rewrite range_last by lia.
    replace (3 * M - 3 - 1) with (3 * M - 4) by lia. rewrite range_last by lia.
    rewrite !flat_map_app. cbn [flat_map]. rewrite !app_nil_r.
    rewrite !values_app, next_pass, second_loops.
    replace (block_runs B p 6) with (block_runs B p 11) by reflexivity.
    set (b := block_runs B (at_j (3 * M - 4)) 3).
    assert (H : firstn 1 (skipn 6 b) = [([4; 5]%nat, 3)]) by same_runs.
    assert (Hb : values b = values (firstn 6 b) ++ [4; 5; 4]%nat ++ values (skipn 7 b)).
    { change b with (firstn 6 b ++ firstn 1 (skipn 6 b) ++ skipn 7 b) at 1.
      rewrite H, !values_app. reflexivity. }
    rewrite Hb. unfold b at 2. rewrite last_pass. set (earlier := values (flat_map _ _)).
    exists (values l ++ earlier ++ values (firstn 6 b) ++ [4; 5]%nat). unfold w.
    now rewrite <- !app_assoc. }
  destruct Hpass as (first & Hpass). destruct Hbefore as (z & Hbefore). now exists z, first.
Qed.

(** How many values runs have that are written down. *)
Ltac count_values :=
  rewrite values_length;
  [ cbv [runs_length fold_right block_runs words nth B blocks D map skipn word_run snd size];
    unfold M in *; numbers
  | cbv [block_runs words nth B blocks D map skipn];
    repeat (apply Forall_cons; [unfold word_run; cbn [snd size]; unfold M in *; numbers |]);
    apply Forall_nil ].

Lemma length_behind : Z.of_nat (length w) = 20 * M * M + 28 * M - 9.
Proof.
  unfold w. rewrite !app_length, !Nat2Z.inj_add.
  assert (H1 : Z.of_nat (length (values (skipn 8 (block_runs B (at_j (M - 3)) 8)))) = 14 * M - 3)
    by count_values.
  assert (H2 : Z.of_nat (length (values (block_runs B p 9))) = 20 * M - 6) by count_values.
  assert (H3 : Z.of_nat (length (values (block_runs B p 11))) = 60 * M - 18) by count_values.
  assert (H4 : forall j, M - 1 <= j <= 2 * M - 5 ->
    Z.of_nat (length (values (block_runs B (at_j j) 10))) = 20 * M - 6)
    by (intros j Hj; count_values).
  rewrite (loop_values_length _ _ (M - 1) (2 * M - 5) ltac:(unfold M; lia) H4), H1, H2, H3. ring.
Qed.

Lemma least_preperiod_here : least_preperiod game (60 * m ^ 2 + 21 - 92 * m)%nat.
Proof.
  destruct ends_as_a_pass as (z & first & Hbefore & Hpass).
  assert (Hz : S (length z) = (60 * m ^ 2 + 21 - 92 * m)%nat).
  { pose proof (proj1 (passes_length D false _ accepted p body admitted_m endless_body)) as H.
    rewrite (proj1 (units_runs_values (blocks D))) in H. fold B in H. rewrite Hbefore in H.
    rewrite app_length in H. cbn [length] in H.
    assert (Hall : units_length D p (preperiod D) = (4 * M - 2) * (20 * M - 6)).
    { cbv - [Z.add Z.mul Z.opp Z.sub Z.le sum_over range Z.of_nat].
      rewrite (sum_range _ (fun j => (20 * Z.of_nat m - 6) * j)); [| lia | intros j _; ring].
      rewrite (sum_range _ (fun j => (20 * Z.of_nat m - 6) * j)); [| lia | intros j _; ring].
      rewrite (sum_range _ (fun j => (20 * Z.of_nat m - 6) * j)); [| lia | intros j _; ring].
      ring. }
    assert (Hsquare : Z.of_nat (m ^ 2) = M * M).
    { rewrite Nat2Z.inj_pow. change (Z.of_nat 2) with 2. unfold M. ring. }
    rewrite Hall in H. pose proof length_behind as Hw. set (square := (m ^ 2)%nat) in *.
    clearbody square. unfold M in *. nia. }
  rewrite <- Hz.
  apply (least_preperiod_of_pass false D _ accepted p body admitted_m endless_body z 4 w first 5
           Hbefore Hpass). discriminate.
Qed.

Lemma moves_here :
  moves_at D p = [2 * m - 1; 4 * m - 1; 8 * m - 2; 10 * m - 2; 12 * m - 3]%nat.
Proof. unfold p. name_moves D. Qed.

End Odd.

Local Close Scope Z_scope.

Theorem odd_least_period (m : nat) : 3 <= m ->
  least_period (grundy [2 * m - 1; 4 * m - 1; 8 * m - 2; 10 * m - 2; 12 * m - 3])
    ((2 * m - 1) * (10 * (2 * m - 1) + 4)).
Proof.
  intros Hm. unfold grundy. rewrite <- moves_here by assumption. now apply least_period_here.
Qed.

Theorem odd_least_preperiod (m : nat) : 3 <= m ->
  least_preperiod (grundy [2 * m - 1; 4 * m - 1; 8 * m - 2; 10 * m - 2; 12 * m - 3])
    (60 * m ^ 2 + 21 - 92 * m).
Proof.
  intros Hm. unfold grundy. rewrite <- moves_here by assumption. now apply least_preperiod_here.
Qed.

Print Assumptions odd_least_period.
Print Assumptions odd_least_preperiod.
