(** The running example of certificate/format.md: [n >= 1 { n } REPEAT _n An ENDREP].

    The certificate is the one that [grundy verify --certificate] writes. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Game Affine Refutation Language Steps Walk Checker Soundness Endless Period
  Minimality.
Import ListNotations.

Definition one_move : description := Description Mex 1
  [AtLeastZero (Form (-1) [1%Z])] [Move (Form 0 [1%Z])] None
  [[]; [Word 0 [] (Form 0 [1%Z]); Word 1 [] (Form 0 [1%Z])]]
  (Block 0) (Endless (Block 1)).

(** f ! 0 q /1 *)
Definition by_row_0 : answer :=
  Fact (Contradiction [] (Combination [(Row 0, 1%Z); (Question, 1%Z)] 1)).

Definition certificate : list answer := [
  Inhabited; by_row_0; Known 0; Known 0;
  Empty (Contradiction [] (Combination [(Row 0, 1%Z); (Row 1, (-1)%Z)] 1));
  Kept []; Seal;
  Inhabited;
  Back; Back;
  WordsFollow; Landing [2]; Event 0; WordEnds; by_row_0; Event 0; WordEnds; Known 0;
  WordsFollow; Landing [2]; Event 0; WordEnds; Known 0; Event 0; WordEnds; Known 0;
  Seal].

Lemma accepted : check one_move certificate = true.
Proof. vm_compute. reflexivity. Qed.

(** Without one of its answers, or with its last word changed, nothing is proved. *)
Lemma shorter_refused :
  forallb (fun k => negb (check one_move (firstn k certificate ++ skipn (S k) certificate)))
    (seq 0 (length certificate)) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma other_word_refused :
  check (Description Mex 1 (conditions one_move) (moves one_move) None
           [[]; [Word 0 [] (Form 0 [1%Z]); Word 2 [] (Form 0 [1%Z])]]
           (Block 0) (Endless (Block 1))) certificate = false.
Proof. vm_compute. reflexivity. Qed.

(** By another rule nothing is proved, unless that gives the same values. *)
Lemma other_rules_refused :
  map
    (fun r => check (Description r 1 (conditions one_move) (moves one_move) None (blocks one_move)
                       (Block 0) (Endless (Block 1))) certificate)
    [Mex; Normal; Misere; Lost Odd; Lost Even; Lost (Is AtLeast 2); Won Odd; Won (Is Equal 0)] =
  [true; true; false; true; false; false; false; false].
Proof. vm_compute. reflexivity. Qed.

Lemma admitted_one_move n : 1 <= n -> admitted one_move [Z.of_nat n].
Proof.
  intros Hn. split; [reflexivity |]. constructor; [| constructor].
  unfold holds, eval. cbn [constant coefficients dot]. lia.
Qed.

Lemma pass_length n : length (units_values (blocks one_move) [Z.of_nat n] (Block 1)) = 2 * n.
Proof.
  cbn [units_values]. unfold block_values, words. cbn [blocks one_move nth flat_map].
  rewrite !app_length. unfold word_values, eval. cbn [size constant coefficients dot].
  rewrite !map_length, !seq_length. simpl length. lia.
Qed.

(** The game with the one move n has the period 2n, from position 0 on. *)
Theorem one_move_period n x : 1 <= n -> grundy [n] (x + 2 * n) = grundy [n] x.
Proof.
  intros Hn.
  pose proof (loop_is_period one_move _ certificate accepted [Z.of_nat n] (Block 1) x
    (stands_for_itself one_move) (admitted_one_move n Hn) eq_refl) as H.
  cbn zeta in H. rewrite pass_length in H.
  assert (Hmoves : moves_at one_move [Z.of_nat n] = [n]).
  { unfold moves_at, sizes, eval. cbn [moves one_move flat_map app map constant coefficients dot]. f_equal. lia. }
  unfold game in H. rewrite Hmoves in H. apply H. apply Nat.le_0_l.
Qed.

(** ** The least period (minimality/format.md) *)

Definition periods : list answer := [
  TheoremOf Nim; Inhabited;
  OfTheorem (ParametersAre [Form 0 [1%Z]]);
  OfTheorem (PatternOnce (Pattern 1 0 [] [(Form 0 [], 0); (Form 1 [], 1)]));
  by_row_0; Back; Back; WordsFollow; WordsFollow; Landing [1; 2]; Known 0; Known 0;
  Back; Back; WordsFollow; WordsFollow; Inhabited; Landing [1; 2];
  Fact (Contradiction [] (Combination [(Row 0, 1%Z); (Row 1, 1%Z); (Question, 1%Z)] 1));
  Fact (Contradiction [] (Combination [(Row 2, 1%Z); (Question, 1%Z)] 1));
  Inhabited;
  Fact (Contradiction [] (Combination [(Row 1, 1%Z); (Question, 1%Z)] 1));
  Fact (Contradiction [] (Combination [(Row 4, 1%Z); (Question, 1%Z)] 1));
  OfTheorem Ends;
  OfTheorem (PeriodIs (Formula 1 [(2%Z, [1])])); OfTheorem (PreperiodIs (Formula 1 []));
  Seal].

Definition found : list (alphabet * list case) := [
  (Nim, [Case 1 [AtLeastZero (Form (-1) [1%Z])] (Formula 1 [(2%Z, [1])]) None (Formula 1 [])])].

Lemma proved : theorems one_move periods = Some found.
Proof. vm_compute. reflexivity. Qed.

(** Without one of its answers, nothing is said of periods. *)
Lemma shorter_periods_refused :
  forallb
    (fun k =>
       match theorems one_move (firstn k periods ++ skipn (S k) periods) with
       | Some _ => false
       | None => true
       end)
    (seq 0 (length periods)) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma accepted_as_it_stands : accepts false one_move certificate = true.
Proof. exact accepted. Qed.

Theorem one_move_least (n : Z) (c : (n - 1 >= 0)%Z) :
  least_period (grundy [Z.to_nat n]) (Z.to_nat (2 * n)) /\
  least_preperiod (grundy [Z.to_nat n]) (Z.to_nat 0).
Proof. unfold grundy. conclude_case one_move accepted_as_it_stands proved 0 0 [n]. Qed.

Print Assumptions described_is_value.
Print Assumptions accepted_is_value.
Print Assumptions states_within_bounds.
Print Assumptions carrying_is_value.
Print Assumptions returning_is_period.
Print Assumptions loop_is_period.
Print Assumptions piece_obeys.
Print Assumptions lengths_not_negative.
Print Assumptions one_move_period.
Print Assumptions theorems_sound.
Print Assumptions misere_normal.
Print Assumptions one_move_least.
