(** The period of a description whose passes carry a state that rotates (packages/kernel/src/minimality/rotation.rs). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Past Places Steps Walk Chain Runs Checker Meaning
  Soundness NotEmpty Known Powers Rewrite Writes Period ArmsBack Instances Once Pass Single Degree Lengths Least
  Follows Turns.
Import ListNotations.
Local Open Scope Z_scope.

(** * The number of values of units, if it is a form *)

Section Length.

Variable B : list (list word).

Definition block_form (b : nat) : form := fold_right (fun w f => add (size w) f) zero (words B b).

Fixpoint units_form (us : units) : option form :=
  match us with
  | Block b => Some (block_form b)
  | Next b rest => option_map (add (block_form b)) (units_form rest)
  | More b u rest =>
      then_ (part_form u) (fun f => option_map (fun g => add (block_form b) (add f g)) (units_form rest))
  end
with part_form (u : part) : option form :=
  match u with
  | Loop _ _ body => if units_have_words B body then None else Some zero
  | Branch a => arms_form a
  end
with arms_form (a : arms) : option form :=
  match a with
  | NoArm => Some zero
  | Else body => units_form body
  | Arm _ body rest =>
      then_ (units_form body) (fun f =>
      then_ (arms_form rest) (fun g => if same f g then Some f else None))
  end.

Lemma block_form_sound v b : fine (block_runs B v b) ->
  Z.of_nat (length (values (block_runs B v b))) = eval v (block_form b).
Proof.
  unfold block_runs, block_form. induction (words B b) as [| w ws IH]; intros H.
  - now rewrite eval_zero.
  - apply Forall_cons_iff in H as [Hw H]. cbn [map fold_right]. rewrite eval_add, <- IH by exact H.
    change (values (word_run v w :: map (word_run v) ws)) with
      (run_values (word_run v w) ++ values (map (word_run v) ws)).
    rewrite app_length. unfold word_run at 1. rewrite run_values_length. cbn [word_run snd] in Hw. lia.
Qed.

Lemma forms_sound :
  (forall us v f, units_form us = Some f -> fine (units_runs B v us) ->
     Z.of_nat (length (values (units_runs B v us))) = eval v f) /\
  (forall u v f, part_form u = Some f -> fine (part_runs B v u) ->
     Z.of_nat (length (values (part_runs B v u))) = eval v f) /\
  (forall a v f, arms_form a = Some f -> fine (arms_runs B v a) ->
     Z.of_nat (length (values (arms_runs B v a))) = eval v f).
Proof.
  apply shape_ind.
  - intros b v f [= <-]. apply block_form_sound.
  - intros b rest Hr v f H. cbn [units_form] in H. destruct (units_form rest) as [g |]; [| discriminate].
    injection H as <-. cbn [units_runs]. rewrite fine_app. intros [H1 H2].
    rewrite values_app, app_length, eval_add, <- (Hr v g eq_refl H2), <- block_form_sound by exact H1. lia.
  - intros b u Hu rest Hr v f H. cbn [units_form] in H. destruct (part_form u) as [g |]; [| discriminate].
    cbn [then_] in H. destruct (units_form rest) as [h |]; [| discriminate].
    injection H as <-.
    change (units_runs B v (More b u rest)) with (block_runs B v b ++ part_runs B v u ++ units_runs B v rest).
    rewrite !fine_app. intros (H1 & H2 & H3).
    rewrite !values_app, !app_length, !eval_add, <- (Hr v h eq_refl H3), <- (Hu v g eq_refl H2),
      <- block_form_sound by exact H1. lia.
  - intros from upto body _ v f H _. cbn [part_form] in H.
    destruct (units_have_words B body) eqn:Hnone; [discriminate |]. injection H as <-.
    rewrite (proj1 (proj2 (no_runs B)) (Loop from upto body) Hnone). now rewrite eval_zero.
  - intros a Ha v f H. exact (Ha v f H).
  - intros v f [= <-] _. now rewrite eval_zero.
  - intros body Hb v f H. exact (Hb v f H).
  - intros t body Hb rest Hr v f H. cbn [arms_form] in H. destruct (units_form body) as [g |]; [| discriminate].
    cbn [then_] in H. destruct (arms_form rest) as [h |]; [| discriminate]. cbn [then_] in H.
    destruct (same g h) eqn:Hsame; [| discriminate]. injection H as <-. cbn [arms_runs].
    destruct (test_holds v t); intros Hfine; [now apply Hb |].
    rewrite (same_eval v g h Hsame). now apply Hr.
Qed.

(** The ways through a pass: the next state and the number of values of each. *)
Fixpoint turning (a : arms) (l : list form) : option (list (form * form)) :=
  match a, l with
  | NoArm, _ => Some []
  | Else body, f :: _ => option_map (fun g => [(f, g)]) (units_form body)
  | Arm _ body rest, f :: l =>
      then_ (units_form body) (fun g => option_map (cons (f, g)) (turning rest l))
  | _, [] => None
  end.

Lemma turning_sound v a : forall l ws, all_ways a l = true -> turning a l = Some ws -> fine (arms_runs B v a) ->
  exists way, In way ws /\ fst way = next_form v a l /\
    Z.of_nat (length (values (arms_runs B v a))) = eval v (snd way).
Proof.
  induction a as [| body | t body rest IH]; intros [| f l] ws Hall H Hfine; try discriminate;
    cbn [turning] in H; cbn [arms_runs next_form] in *.
  - destruct (units_form body) as [g |] eqn:Hg; [| discriminate]. injection H as <-.
    exists (f, g). split; [now left |]. split; [reflexivity |]. now apply (proj1 forms_sound).
  - destruct (units_form body) as [g |] eqn:Hg; [| discriminate]. cbn [then_] in H.
    destruct (turning rest l) as [others |] eqn:Hothers; [| discriminate]. injection H as <-.
    destruct (test_holds v t).
    + exists (f, g). split; [now left |]. split; [reflexivity |]. now apply (proj1 forms_sound).
    + destruct (IH l others Hall Hothers Hfine) as (way & Hin & Hway). exists way. split; [now right | exact Hway].
Qed.

End Length.

(** * The same description, of other values *)

Section Lowered.

Variable low : nat -> nat.
Hypothesis low_zero : low O = O.

Definition lowered_blocks (B : list (list word)) : list (list word) :=
  map (map (fun w => Word (low (Language.first w)) (map low (others w)) (size w))) B.

Definition lowered_description (D : description) : description :=
  Description (rule_of D) (parameters D) (conditions D) (moves D) (start D) (lowered_blocks (blocks D))
    (preperiod D) (ending_of D).

Let low_run (r : run) : run := (map low (fst r), snd r).

Lemma map_flat_map {A C E} (g : C -> E) (h : A -> list C) l :
  map g (flat_map h l) = flat_map (fun a => map g (h a)) l.
Proof. induction l as [| a l IH]; [reflexivity |]. cbn [flat_map]. now rewrite map_app, IH. Qed.

Lemma lowered_runs B :
  (forall us v, units_runs (lowered_blocks B) v us = map low_run (units_runs B v us)) /\
  (forall u v, part_runs (lowered_blocks B) v u = map low_run (part_runs B v u)) /\
  (forall a v, arms_runs (lowered_blocks B) v a = map low_run (arms_runs B v a)).
Proof.
  assert (Hblock : forall v b, block_runs (lowered_blocks B) v b = map low_run (block_runs B v b)).
  { intros v b. unfold block_runs, words, lowered_blocks.
    change (@nil word) with (map (fun w => Word (low (Language.first w)) (map low (others w)) (size w)) []) at 1.
    rewrite map_nth, !map_map. reflexivity. }
  apply shape_ind.
  - intros b v. apply Hblock.
  - intros b rest Hr v. cbn [units_runs]. now rewrite map_app, Hblock, Hr.
  - intros b u Hu rest Hr v.
    change (units_runs (lowered_blocks B) v (More b u rest)) with (block_runs (lowered_blocks B) v b ++
      part_runs (lowered_blocks B) v u ++ units_runs (lowered_blocks B) v rest).
    rewrite Hblock, Hu, Hr, <- !map_app. reflexivity.
  - intros from upto body Hb v. cbn [part_runs]. rewrite map_flat_map. apply flat_map_ext. intros i. apply Hb.
  - intros a Ha v. apply Ha.
  - reflexivity.
  - intros body Hb v. apply Hb.
  - intros t body Hb rest Hr v. cbn [arms_runs]. destruct (test_holds v t); auto.
Qed.

Lemma lowered_run_values l : values (map low_run l) = map low (values l) /\ (fine l -> fine (map low_run l)).
Proof.
  split.
  - unfold values. rewrite map_flat_map, flat_map_concat_map, map_map, <- flat_map_concat_map.
    apply flat_map_ext. intros (c, k). unfold low_run, run_values. cbn [fst snd]. rewrite map_map.
    apply map_ext. intros j. unfold cycle_value. rewrite map_length. rewrite <- low_zero at 1. apply map_nth.
  - intros H. apply Forall_map. exact H.
Qed.

Lemma lowered_arms B v a : arms_values (lowered_blocks B) v a = map low (arms_values B v a).
Proof.
  now rewrite !(proj2 (proj2 (units_runs_values _))), (proj2 (proj2 (lowered_runs B))), (proj1 (lowered_run_values _)).
Qed.

Lemma lowered_units B v us : units_values (lowered_blocks B) v us = map low (units_values B v us).
Proof.
  now rewrite !(proj1 (units_runs_values _)), (proj1 (lowered_runs B)), (proj1 (lowered_run_values _)).
Qed.

Lemma lowered_described D s q x : carrying D = Some s ->
  described (lowered_description D) q x = low (described D q x).
Proof.
  intros Hs. assert (Hpasses : passes (lowered_description D) q (S x) = map low (passes D q (S x))).
  { unfold passes. cbn [lowered_description ending_of blocks preperiod].
    rewrite (ending_carrying _ _ Hs), map_app, lowered_units, map_flat_map. f_equal. apply flat_map_ext.
    intros k. apply lowered_arms. }
  unfold described. rewrite Hpasses. rewrite <- low_zero at 1. apply map_nth.
Qed.

Lemma lowered_admissible D s q : carrying D = Some s ->
  (forall k, Forall (admissible D) (Meaning.instances D q k)) ->
  forall k, Forall (admissible (lowered_description D)) (Meaning.instances (lowered_description D) q k).
Proof.
  intros Hs H k. specialize (H k). unfold Meaning.instances in *.
  cbn [lowered_description ending_of blocks preperiod]. rewrite (ending_carrying _ _ Hs) in *.
  apply Forall_app in H as [H1 H2]. apply Forall_app. split.
  - apply (admissible_fine (lowered_description D)). cbn [lowered_description blocks].
    rewrite (proj1 (lowered_runs _)). apply lowered_run_values. now apply (admissible_fine D).
  - apply Forall_flat_map in H2. apply Forall_flat_map. apply (Forall_impl _ (P := fun k => Forall (admissible D)
      (arms_instances (blocks D) (pass_at s q k) (passing s)))); [| exact H2].
    intros j Hj. apply (admissible_fine (lowered_description D)). cbn [lowered_description blocks].
    rewrite (proj2 (proj2 (lowered_runs _))). apply lowered_run_values. now apply (admissible_fine D).
Qed.

End Lowered.

(** * The checker *)

Section Checker.

Variables (D : description) (n : nat) (rows : list constraint) (s : state_loop).

(** How many times the unit the form is, if it is a multiple. *)
Definition multiple (f unit : form) : Z :=
  let both := combine (constant f :: coefficients f) (constant unit :: coefficients unit) in
  match List.find (fun it => negb (snd it =? 0)) both with
  | Some (a, b) => a / b
  | None => 0
  end.

Definition divided (f : form) (k : Z) : form := Form (constant f / k) (map (fun c => c / k) (coefficients f)).

Definition states : form := plus (sub (greatest s) (Language.least s)) 1.

(** Each way goes to u + [step] + k [states] and has [length] + k [longer] values, for a k of its own. *)
Definition rotates (step length longer : form) (ways : list (form * form)) : bool :=
  within n step && within n length && within n longer &&
  forallb (fun way =>
    let k := multiple (sub (sub (fst way) (variable n)) step) states in
    same (fst way) (add (variable n) (add step (times k states))) &&
    same (snd way) (add length (times k longer))) ways.

(** How far the first way goes whose form has the fewest terms. *)
Definition step_of (ways : list (form * form)) : form :=
  let terms f := length (filter (fun c => negb (c =? 0)) (coefficients f)) in
  match map (fun way => sub (fst way) (variable n)) ways with
  | [] => zero
  | f :: others => fold_left (fun least f => if (terms f <? terms least)%nat then f else least) others f
  end.

(** The length of a pass that makes no more turn, and how much longer one is for each. *)
Definition lengths_of (step : form) (ways : list (form * form)) : form * form :=
  let turns way := multiple (sub (sub (fst way) (variable n)) step) states in
  let length := match List.find (fun way => turns way =? 0) ways with Some way => snd way | None => zero end in
  (length,
   match List.find (fun way => negb (turns way =? 0)) ways with
   | Some way => divided (sub (snd way) length) (turns way)
   | None => zero
   end).

(** Is the formula the number of states times [length], less [step] times [longer]? *)
Definition is_multiple (step length longer : form) (f : formula) : bool :=
  let d := Nat.max (formula_degree f) 2 in
  (d <=? most_degree)%nat && (Z.of_nat (S d) ^ Z.of_nat n <=? most_points) && (0 <? denominator f) &&
  zero_on n d (fun v => numerator f v +
    - denominator f * (eval v states * eval v length + -1 * (eval v step * eval v longer))) [].

(** The steps from the pattern on: the period, what it is divided by, the preperiod, and what follows. *)
Definition rotation (st : state) : option (formula * (form * form) * formula * state) :=
  match answers st with
  | OfTheorem (PatternOnce pt) :: rest =>
      match at_loops pt, start_again D with
      | first :: _, None =>
          if same first (initial s) && negb (units_have_words (blocks D) (preperiod D)) then
            then_ (pattern_shown n rows D pt (State (facts st) rest)) (fun st =>
              match answers st with
              | OfTheorem (PeriodIs f) :: OfTheorem (GcdIs m step) :: OfTheorem (PreperiodIs q) :: rest =>
                  match turning (blocks D) (passing s) (next_states s), summands q with
                  | Some ways, [] =>
                      let (length, longer) := lengths_of step ways in
                      if same m states && same step (step_of ways) && rotates step length longer ways
                         && is_multiple step length longer f
                      then Some (f, (m, step), q, State (facts st) rest)
                      else None
                  | _, _ => None
                  end
              | _ => None
              end)
          else None
      | _, _ => None
      end
  | _ => None
  end.

End Checker.

(** * Why it is right *)

Lemma flat_map_turns {A} (F : nat -> list A) R : (forall k, F (R + k)%nat = F k) -> forall m,
  flat_map F (seq 0 (m * R)) = concat (repeat (flat_map F (seq 0 R)) m).
Proof.
  intros HF. assert (Hshift : forall k, flat_map F (seq R k) = flat_map F (seq 0 k)).
  { intros k. induction k as [| k IH]; [reflexivity |].
    rewrite !seq_S, !flat_map_app, IH, Nat.add_0_l. cbn [flat_map]. now rewrite HF. }
  induction m as [| m IH]; [reflexivity |]. cbn [repeat concat Nat.mul].
  now rewrite seq_app, flat_map_app, Nat.add_0_l, Hshift, IH.
Qed.

Lemma flat_map_once {A} (F : nat -> list A) R : (forall k, NoDup (F k)) ->
  (forall j k a, (j < k < R)%nat -> In a (F j) -> ~ In a (F k)) -> NoDup (flat_map F (seq 0 R)).
Proof.
  intros Hone. induction R as [| R IH]; intros Hapart; [constructor |].
  rewrite seq_S, flat_map_app. cbn [flat_map]. rewrite app_nil_r, Nat.add_0_l.
  apply NoDup_append; [apply IH; intros j k a Hk; apply Hapart; lia | apply Hone |].
  intros a Ha. apply in_flat_map in Ha as (j & Hj & Ha). apply in_seq in Hj. apply (Hapart j); [lia | exact Ha].
Qed.

(** The value of a formula at these parameters, divided by the greatest common divisor of two forms. *)
Definition over_gcd (f : formula) (forms : form * form) (p : list Z) : nat :=
  Z.to_nat (numerator f p / denominator f / Z.gcd (eval p (fst forms)) (eval p (snd forms))).

Section Sound.

Variables (D : description) (s : state_loop) (q : list Z) (rows : list constraint) (g : nat -> nat).
Hypothesis formed_D : well_formed D = true.
Hypothesis carries : carrying D = Some s.
Hypothesis admitted_q : admitted D q.
Hypothesis states_D : states_fine D q.
Hypothesis admissible_D : forall k, Forall (admissible D) (Meaning.instances D q k).
Hypothesis passes_D : forall k, arms_values (blocks D) (pass_at s q k) (passing s) <> [].
Hypothesis described_D : forall x, g x = described D q x.
Hypothesis rows_hold : forall w, all_hold (q ++ w) rows.

Local Notation B := (blocks D).
Local Notation N := (parameters D).

Let dimension : length q = N := proj1 admitted_q.

Let u (k : nat) : Z := nth N (pass_at s q k) 0.
Let write (k : nat) : list nat := arms_values B (pass_at s q k) (passing s).
Let reach (k : nat) : list instance := arms_instances B (pass_at s q k) (passing s).
Let lasting_for (k : nat) : Z := Z.of_nat (length (write k)).

Lemma pass_state k : pass_at s q k = q ++ [u k].
Proof.
  unfold u. destruct (pass_at_extends s q k) as (x & Hx). rewrite Hx, <- dimension.
  now rewrite app_nth2, Nat.sub_diag by lia.
Qed.

Lemma formed_s : within N (initial s) = true /\ within N (Language.least s) = true /\
  within N (greatest s) = true /\ arms_scoped (S N) (passing s) = true /\ state_ways N s = true.
Proof.
  destruct (formed D formed_D) as (_ & _ & _ & _ & _ & _ & H). exact (states_within D s (H s carries)).
Qed.

Lemma states_value w : eval (q ++ w) (states s) = eval q (greatest s) - eval q (Language.least s) + 1.
Proof.
  destruct formed_s as (_ & H1 & H2 & _). rewrite <- dimension in H1, H2.
  unfold states. now rewrite eval_plus, eval_sub, !within_eval.
Qed.

Lemma state_inside k : eval q (Language.least s) <= u k < eval q (Language.least s) + eval q (states s).
Proof.
  pose proof (states_D s carries k) as H.
  rewrite pass_state in H. apply (bounds_hold D formed_D s q _ carries dimension) in H.
  pose proof (states_value []) as Hv. rewrite app_nil_r in Hv. lia.
Qed.

Lemma reach_fine k : fine (arms_runs B (pass_at s q k) (passing s)).
Proof.
  apply (admissible_fine D). pose proof (admissible_D (S k)) as H.
  unfold Meaning.instances in H. rewrite (ending_carrying _ _ carries) in H. apply Forall_app in H as [_ H].
  rewrite Forall_forall in *. intros i Hi. apply H. apply in_flat_map. exists k. split; [| exact Hi].
  apply in_seq. lia.
Qed.

Variables (m step length_of longer : form) (ways : list (form * form)).
Hypothesis ways_are : turning B (passing s) (next_states s) = Some ways.
Hypothesis they_rotate : rotates N s step length_of longer ways = true.

Lemma turns k : exists K, u (S k) = u k + eval q step + K * eval q (states s) /\
  lasting_for k = eval q length_of + K * eval q longer.
Proof.
  pose proof they_rotate as H. unfold rotates in H. rewrite !andb_true_iff, forallb_forall in H.
  destruct H as (((H1 & H2) & H3) & H). rewrite <- dimension in H1, H2, H3.
  destruct formed_s as (_ & _ & _ & _ & Hways). apply andb_true_iff in Hways as [Hways _].
  destruct (turning_sound B (pass_at s q k) (passing s) _ _ Hways ways_are (reach_fine k))
    as (way & Hin & Hnext & Hlength).
  specialize (H way Hin). cbv zeta in H. apply andb_true_iff in H as [Hs Hl].
  set (K := multiple _ _) in *. exists K.
  apply (same_eval (pass_at s q k)) in Hs, Hl.
  rewrite !eval_add, eval_times, eval_variable in Hs. rewrite eval_add, eval_times in Hl.
  pose proof (states_value []) as Hv. rewrite app_nil_r in Hv. split.
  - unfold u at 1. cbn [pass_at]. rewrite <- Hnext, Hs. rewrite <- dimension at 1.
    rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. fold (u k).
    rewrite pass_state, states_value, within_eval by exact H1. lia.
  - unfold lasting_for, write. rewrite (proj2 (proj2 (units_runs_values B))), Hlength, Hl.
    now rewrite pass_state, !within_eval.
Qed.

Lemma some_states : 0 < eval q (states s).
Proof. pose proof (state_inside 0). lia. Qed.

Let R := returning (eval q (states s)) (eval q step).

Lemma state_returns : u R = u O /\
  Z.gcd (eval q (states s)) (eval q step) * total lasting_for R =
    eval q (states s) * eval q length_of - eval q step * eval q longer.
Proof. exact (returns u lasting_for _ _ _ _ _ some_states state_inside turns). Qed.

Lemma later k : pass_at s q (R + k) = pass_at s q k.
Proof.
  induction k as [| k IH].
  - rewrite Nat.add_0_r, !pass_state. now rewrite (proj1 state_returns).
  - rewrite Nat.add_succ_r. cbn [pass_at]. now rewrite IH.
Qed.

Let I := flat_map reach (seq 0 R).
Let b := values_of D I.

Lemma letters_of_passes k : values_of D (flat_map reach (seq 0 k)) = flat_map write (seq 0 k).
Proof.
  unfold values_of. rewrite flat_map_flat_map. apply flat_map_ext. intros j. symmetry.
  apply values_of_instances.
Qed.

Lemma length_passes : Z.of_nat (length b) = total lasting_for R.
Proof.
  unfold b, I. rewrite letters_of_passes. induction R as [| k IH]; [reflexivity |].
  rewrite seq_S, flat_map_app, app_length. cbn [flat_map total]. rewrite app_nil_r, <- IH.
  unfold lasting_for. rewrite Nat.add_0_l. lia.
Qed.

Lemma passes_have_letters : b <> [].
Proof.
  unfold b, I. rewrite letters_of_passes.
  pose proof (some_return (eval q (states s)) (eval q step) some_states) as HR. fold R in HR.
  destruct R as [| k]; [lia |]. cbn [seq flat_map]. intros H. apply app_eq_nil in H as [H _].
  exact (passes_D 0%nat H).
Qed.

Hypothesis nothing_before : units_have_words B (preperiod D) = false.

Lemma described_again x : g x = cycle_value b (Z.of_nat x).
Proof.
  rewrite described_D. pose proof (passes_of_states_long D q s carries passes_D) as Hlasts.
  pose proof (some_return (eval q (states s)) (eval q step) some_states) as HR. fold R in HR.
  rewrite <- (described_prefix D q Hlasts (S x * R) x) by nia.
  assert (Hpasses : passes D q (S x * R) = concat (repeat b (S x))).
  { unfold passes. rewrite (ending_carrying _ _ carries), (proj1 (no_words B) _ nothing_before). cbn [app].
    unfold b, I. rewrite letters_of_passes. apply (flat_map_turns write). intros k. unfold write. now rewrite later. }
  assert (Hlong : (x < length (passes D q (S x * R)))%nat) by (specialize (Hlasts (S x * R)%nat); nia).
  rewrite Hpasses in *. apply copies_nth; [exists (S x); reflexivity | exact Hlong].
Qed.

Lemma reach_once : NoDup I.
Proof.
  destruct (formed D formed_D) as (Hnumbers & _).
  assert (Hall : NoDup (numbers (table D))).
  { unfold numbers. rewrite Hnumbers. apply seq_NoDup. }
  unfold table, units_table in Hall. rewrite (ending_carrying _ _ carries) in Hall. unfold numbers in Hall.
  rewrite !map_app in Hall. apply NoDup_app_parts in Hall as (Hall & _ & _).
  apply NoDup_app_parts in Hall as (_ & Hall & _).
  apply flat_map_once.
  - intros k. exact (proj2 (proj2 (instances_once B N)) _ _ _ _ _ (pass_at s q k) Hall).
  - intros j k i Hjk Hj Hk.
    apply (proj2 (proj2 (instances_extend D))) in Hj as (w & Hw).
    apply (proj2 (proj2 (instances_extend D))) in Hk as (w' & Hw').
    rewrite Hw, !pass_state, <- !app_assoc in Hw'. apply app_inv_head in Hw'. injection Hw' as E _.
    revert E. exact (not_before u lasting_for _ _ _ _ some_states turns j k (proj1 Hjk) (proj2 Hjk)).
Qed.

Variable pt : pattern.
Hypothesis not_followed : start_again D = None.
Hypothesis first_state : match at_loops pt with f :: _ => same f (initial s) = true | [] => False end.

Lemma place_in_first_pass pl : let v := q ++ map (eval q) (at_loops pt) in
  In pl (table D) -> number pl = in_block pt -> block_has_words B (in_block pt) = true ->
  length v = (N + loops pl)%nat -> cases_hold v (reached_when pl) -> In (in_block pt, v) I.
Proof.
  intros v Hpl <- Hwords Hlength Hcases.
  unfold table, units_table, start_table in Hpl. rewrite (ending_carrying _ _ carries) in Hpl.
  apply in_app_or in Hpl as [Hpl | Hpl].
  2:{ exfalso. destruct (start D); [| contradiction]. destruct Hpl as [<- | []]. revert Hlength. unfold v.
      destruct (at_loops pt); [contradiction |]. cbn [loops]. rewrite app_length, dimension. simpl. lia. }
  apply in_app_or in Hpl as [Hpl | Hpl].
  { exfalso. exact (proj1 (no_words_no_places B N) _ nothing_before _ _ _ _ Hpl Hwords). }
  destruct formed_s as (_ & _ & _ & Hscoped & _). rewrite <- Nat.add_1_r in Hscoped.
  destruct (proj2 (proj2 (place_reached B N)) _ _ _ _ _ _ _ Hpl Hwords Hscoped Hlength Hcases (Forall_nil _))
    as [_ Hin].
  assert (Hfirst : firstn (N + 1) v = pass_at s q 0).
  { unfold v. destruct (at_loops pt) as [| f l]; [contradiction |]. cbn [map pass_at].
    rewrite (same_eval q _ _ first_state), <- dimension, firstn_app_2. reflexivity. }
  rewrite Hfirst in Hin. unfold I. apply in_flat_map. exists O. split; [| exact Hin].
  pose proof (some_return (eval q (states s)) (eval q step) some_states) as HR. fold R in HR.
  apply in_seq. lia.
Qed.

Variables (st st' : state).
Hypothesis known_st : known q rows st.
Hypothesis shown : pattern_shown N rows D pt st = Some st'.

Lemma passes_single : single b.
Proof.
  pose proof shown as H. unfold pattern_shown in H. cbv zeta in H.
  destruct (_ && _) eqn:Hcheck in H; [| discriminate]. rewrite !andb_true_iff in Hcheck.
  destruct Hcheck as (((H1 & H2) & H3) & H4).
  refine (proj2 (pattern_sound D q (units_instances B q (preperiod D)) I H1 admitted_q
    states_D not_followed admissible_D _ _ passes_have_letters rows pt rows_hold
    H2 H3 H4 reach_once place_in_first_pass st st' known_st H)).
  - unfold values_of. rewrite <- (proj1 (values_of_instances B)). exact (proj1 (no_words B) _ nothing_before q).
  - intros k. exists (k * R)%nat. unfold Meaning.instances. rewrite (ending_carrying _ _ carries). f_equal.
    apply (flat_map_turns reach). intros j. unfold reach. now rewrite later.
Qed.

Variable f : formula.
Hypothesis period_right : is_multiple N s step length_of longer f = true.
Hypothesis same_states : same m (states s) = true.

Lemma is_multiple_sound : 0 < denominator f /\ numerator f q =
  denominator f * (eval q (states s) * eval q length_of - eval q step * eval q longer).
Proof.
  pose proof period_right as H. unfold is_multiple in H. cbv zeta in H. rewrite !andb_true_iff, Z.ltb_lt in H.
  destruct H as ((_ & Hpos) & H). split; [exact Hpos |].
  apply (zero_on_all N _ _ []) with (rest := q) in H; [cbn [app] in H; lia | | exact dimension].
  cbn [length Nat.add]. apply vanishes_plus.
  - apply (vanishes_ext N _ (fun v => numerator f (map (eval v) (map variable (seq 0 N))))).
    + intros p Hp. now rewrite <- Hp, eval_variables.
    + eapply vanishes_le; [| apply numerator_vanishes]. lia.
  - apply vanishes_times. apply vanishes_plus; [| apply vanishes_times];
      (eapply vanishes_le; [| apply (vanishes_product N 2 1 1 _ _ eq_refl); apply vanishes_affine]; lia).
Qed.

Theorem rotation_least : least_period g (over_gcd f (m, step) q) /\ least_preperiod g O.
Proof.
  assert (Hgoes : goes_on_with g b 0 0) by (intros x; apply described_again).
  assert (Hvalue : over_gcd f (m, step) q = length b).
  { unfold over_gcd. cbn [fst snd]. rewrite (same_eval q _ _ same_states).
    destruct is_multiple_sound as [Hd ->]. rewrite Z.mul_comm, Z.div_mul by lia.
    destruct (parts _ (eval q step) some_states) as [Hg _].
    rewrite <- (proj2 state_returns), Z.mul_comm, Z.div_mul by lia.
    rewrite <- length_passes. apply Nat2Z.id. }
  rewrite Hvalue. split.
  - exact (least_of_single _ b _ _ passes_have_letters Hgoes passes_single).
  - apply (least_preperiod_of_difference _ (length b)).
    + pose proof passes_have_letters as H. destruct b; [contradiction | simpl; lia].
    + exact (cycle_repeats _ b _ _ passes_have_letters Hgoes).
    + discriminate.
Qed.

End Sound.

(** Of the values of the game, or of others that come from these. *)
Lemma rotation_sound D proof s low g q rows st f forms preperiod st' : check D proof = true ->
  carrying D = Some s -> admitted D q -> (forall w, all_hold (q ++ w) rows) -> known q rows st ->
  low O = O -> (forall x, g x = low (game (rule_of D) D q x)) ->
  rotation (lowered_description low D) (parameters D) rows s st = Some (f, forms, preperiod, st') ->
  summands preperiod = [] /\ least_period g (over_gcd f forms q) /\ least_preperiod g O.
Proof.
  intros Haccepted Hs Hq Hrows Hst Hlow Hg H. unfold rotation in H. set (E := lowered_description low D) in *.
  destruct (answers st) as [| [] rest]; try discriminate. destruct line; try discriminate.
  destruct (at_loops p) as [| first others] eqn:Hloops; [discriminate |].
  destruct (start_again E) eqn:Hstart; [discriminate |].
  destruct (_ && _) eqn:Hfirst in H; [| discriminate]. apply andb_true_iff in Hfirst as [Hfirst Hnone].
  apply negb_true_iff in Hnone.
  destruct (pattern_shown _ _ _ _ _) as [s1 |] eqn:Hshown; [cbn [then_] in H | discriminate].
  destruct (answers s1) as [| [] l1]; try discriminate. destruct line; try discriminate.
  destruct l1 as [| [] l1]; try discriminate. destruct line; try discriminate.
  destruct l1 as [| [] l1]; try discriminate. destruct line; try discriminate.
  destruct (turning _ _ _) as [ways |] eqn:Hways; [| discriminate].
  destruct (summands _) eqn:Hzero in H; [| discriminate].
  destruct (lengths_of _ _ _ _) as [length longer].
  destruct (_ && _) eqn:Hright in H; [| discriminate]. rewrite !andb_true_iff in Hright.
  destruct Hright as (((H1 & _) & H2) & H3). injection H as <- <- <- <-. split; [exact Hzero |].
  assert (Hformed : well_formed E = true).
  { unfold pattern_shown in Hshown. destruct (_ && _) eqn:Hc in Hshown; [| discriminate].
    rewrite !andb_true_iff in Hc. apply Hc. }
  assert (Hstates : states_fine E q) by exact (states_within_bounds D D proof Haccepted q Hq).
  assert (Hadmissible : forall k, Forall (admissible E) (Meaning.instances E q k)).
  { apply (lowered_admissible low Hlow D s q Hs). intros k.
    exact (lengths_not_negative D D proof Haccepted q k Hq). }
  assert (Hpasses : forall k, arms_values (blocks E) (pass_at s q k) (passing s) <> []).
  { intros k. unfold E. cbn [lowered_description blocks]. rewrite (lowered_arms low Hlow). intros Hnil.
    apply map_eq_nil in Hnil. exact (passes_not_empty D D proof Haccepted q s k Hq Hs Hnil). }
  assert (Hdescribed : forall x, g x = described E q x).
  { intros x. unfold E. rewrite Hg, (lowered_described low Hlow D s q x Hs). f_equal. symmetry.
    exact (carrying_is_value D proof s q Haccepted Hs Hq x). }
  refine (rotation_least E s q rows g Hformed Hs Hq Hstates Hadmissible Hpasses Hdescribed Hrows _ step length longer
    ways Hways H2 Hnone p Hstart _ _ s1 (known_facts _ _ _ _ Hst) Hshown _ H3 H1).
  now rewrite Hloops.
Qed.
