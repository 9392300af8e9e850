(** The instances of blocks in a pass through the endless loop of [endless_of]: each occurs once, and
    what stands before it. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Past Arms Ranges Places Follows Steps Walk
  Phases Split Chain Runs Checker Meaning Soundness NotEmpty Blocks Tree Cycles Endless Items Known
  Powers Instances Marks Pattern Once.
Import ListNotations.
Local Open Scope Z_scope.

Lemma NoDup_before {A} (X X' Y Y' : list A) a : NoDup (X ++ a :: Y) ->
  X ++ a :: Y = X' ++ a :: Y' -> X = X'.
Proof.
  revert X'. induction X as [| b X IH]; intros [| c X'] Hd H; cbn [app] in *.
  - reflexivity.
  - injection H as <- ->. apply NoDup_cons_iff in Hd as [Hd _]. exfalso. apply Hd.
    apply in_or_app. right. now left.
  - injection H as -> <-. apply NoDup_cons_iff in Hd as [Hd _]. exfalso. apply Hd.
    apply in_or_app. right. now left.
  - injection H as <- H. apply NoDup_cons_iff in Hd as [_ Hd]. now rewrite (IH X').
Qed.

Section Sound.

Variables (n : nat) (rows : list constraint) (q : list Z) (items : list item) (pt : pattern).
Hypothesis dimension : length q = n.
Hypothesis rows_hold : forall w, all_hold (q ++ w) rows.
Hypothesis items_proper : all_proper q items.

Let E := endless_of n items.
Let b := items_values q items.
Hypothesis not_empty : b <> [].
Hypothesis formed_E : well_formed E = true.

Variable us : units.
Hypothesis endless_E : endless E = Some us.

Local Notation B := (blocks E).

Let I := units_instances B q us.

Lemma E_runs : parameters E = n /\ conditions E = [] /\ preperiod E = Block 0 /\ words B 0 = [] /\
  units_runs B q us = tree_runs q (tree_of items) /\ start E = None.
Proof.
  pose proof (endless_of_runs n items) as H. cbv zeta in H. fold E in H.
  destruct H as (_ & H2 & H3 & H4 & H5 & H0 & us' & H6 & H7).
  repeat (split; [assumption |]). split; [| assumption].
  rewrite endless_E in H6. injection H6 as <-. apply H7.
Qed.

Lemma pass_letters : values_of E I = b.
Proof.
  unfold values_of, I. rewrite <- (proj1 (values_of_instances B)).
  rewrite (proj1 (units_runs_values B)). destruct E_runs as (_ & _ & _ & _ & -> & _).
  apply tree_of_values.
Qed.

Lemma E_instances m : Meaning.instances E q m = (O, q) :: concat (repeat I m).
Proof.
  unfold Meaning.instances. destruct E_runs as (_ & _ & -> & _). now rewrite (ending_endless _ _ endless_E).
Qed.

Lemma E_admitted : admitted E q.
Proof.
  destruct E_runs as (H1 & H2 & _). split; [congruence |]. rewrite H2. constructor.
Qed.

Lemma E_admissible m : Forall (admissible E) (Meaning.instances E q m).
Proof.
  destruct E_runs as (_ & _ & H3 & H4 & H5 & _). apply (all_fine E q us m endless_E).
  - rewrite H3. cbn [units_runs]. unfold block_runs. rewrite H4. constructor.
  - rewrite H5. now apply tree_of_values.
Qed.

Lemma first_letters : instance_values B (O, q) = [].
Proof.
  unfold instance_values, block_values. cbn [fst snd].
  destruct E_runs as (_ & _ & _ & -> & _). reflexivity.
Qed.

Lemma copies_letters m : values_of E (concat (repeat I m)) = concat (repeat b m).
Proof.
  induction m as [| m IH]; [reflexivity |]. cbn [repeat concat]. unfold values_of in *.
  rewrite flat_map_app, IH. fold (values_of E I). now rewrite pass_letters.
Qed.

Lemma no_prev : first_prev E q = None.
Proof.
  destruct E_runs as (_ & _ & _ & _ & _ & H). unfold first_prev, start_again. now rewrite H.
Qed.

Lemma number_of pl k : nth_error (table E) k = Some pl -> number pl = k.
Proof.
  intros H. destruct (formed E formed_E) as (Hnumbers & _).
  apply (map_nth_error number) in H. rewrite Hnumbers in H.
  pose proof (nth_error_nth _ _ O H) as Hnth.
  assert (Hlt : (k < length (seq 0 (length B)))%nat) by (apply nth_error_Some; congruence).
  rewrite seq_length in Hlt. now rewrite seq_nth in Hnth.
Qed.

Lemma pass_once : NoDup I.
Proof.
  destruct (formed E formed_E) as (Hnumbers & _).
  apply (proj1 (instances_once B (parameters E))
    us (EndlessBegins (last_block us) (last_block (preperiod E))) O []).
  assert (Hall : NoDup (numbers (table E))).
  { unfold numbers. rewrite Hnumbers. apply seq_NoDup. }
  unfold table, units_table in Hall. rewrite (ending_endless _ _ endless_E) in Hall. unfold numbers in Hall.
  rewrite !map_app in Hall. apply NoDup_app_parts in Hall as (Hall & _ & _).
  now apply NoDup_app_parts in Hall as (_ & Hall & _).
Qed.

(** The instance i of the loop, in a pass that enough others precede. *)
Section Instance.

Variables (X : list instance) (i : instance) (Y : list instance).
Hypothesis split : I = X ++ i :: Y.
Variables (p : list Z) (forms : list form).
Hypothesis here_p : at_point p (fst i, forms) = i.
Variable k : nat.

Let A := (O, q) :: concat (repeat I (S k)) ++ X.
Let L := concat (repeat b (S (S k))).
Let origin := - Z.of_nat (length (values_of E A)).

Lemma A_length : (k < length A)%nat.
Proof.
  assert (HI : (1 <= length I)%nat) by (rewrite split, app_length; simpl; lia).
  assert (Hm : forall m, (m <= length (concat (repeat I m)))%nat).
  { induction m as [| m IH]; [simpl; lia |]. cbn [repeat concat]. rewrite app_length. lia. }
  specialize (Hm (S k)). unfold A. cbn [length]. rewrite app_length. lia.
Qed.

Lemma whole : Meaning.instances E q (S (S k)) = A ++ i :: Y.
Proof.
  assert (Hlast : concat (repeat I (S (S k))) = concat (repeat I (S k)) ++ X ++ i :: Y).
  { replace (S (S k)) with (S k + 1)%nat by lia. rewrite repeat_app, concat_app.
    f_equal. rewrite <- split. apply app_nil_r. }
  rewrite E_instances, Hlast. unfold A. cbn [app]. now rewrite <- app_assoc.
Qed.

Lemma A_letters : values_of E A = concat (repeat b (S k)) ++ values_of E X.
Proof.
  unfold A, values_of. cbn [flat_map]. rewrite first_letters, flat_map_app.
  fold (values_of E (concat (repeat I (S k)))). now rewrite copies_letters.
Qed.

Lemma L_letters : L = values_of E A ++ instance_values B i ++ values_of E Y.
Proof.
  assert (H : values_of E (Meaning.instances E q (S (S k))) = L).
  { rewrite E_instances. unfold values_of. cbn [flat_map]. rewrite first_letters.
    apply copies_letters. }
  rewrite <- H, whole. unfold values_of. now rewrite flat_map_app.
Qed.

Lemma i_admissible : admissible E i.
Proof.
  pose proof (E_admissible (S (S k))) as H. rewrite whole in H. apply Forall_app in H as [_ H].
  now apply Forall_cons_iff in H.
Qed.

Let ch := alone E (fst i, forms).

Lemma alone_here : preceded E L origin None p ch (fst i, forms) A /\ from_start ch = false /\
  length (chain_words ch) = length (words B (fst i)) /\
  nth (length (words B (fst i))) (borders_at p ch) 0 = 0 /\
  nth 0 (borders_at p ch) 0 = Z.of_nat (length (instance_values B i)).
Proof.
  destruct (alone_lies E p forms L origin i A (values_of E Y) here_p i_admissible L_letters eq_refl)
    as (H1 & H2 & H3 & H4 & H5 & H6).
  pose proof (E_admissible (S (S k))) as Hadm. rewrite whole in Hadm.
  apply Forall_app in Hadm as [Hadm _].
  pose proof (instances_follow E formed_E q (S (S k)) (proj1 E_admitted) (endless_states_fine E q us endless_E)) as Hsteps.
  rewrite whole, no_prev in Hsteps. apply steps_app in Hsteps as [Hsteps [Hstep _]].
  split; [| split; [exact H3 | split; [exact H4 | split; [exact H5 | exact H6]]]].
  split; [exact H1 |]. split; [exact H2 |]. split; [eexists; exact L_letters |].
  split; [unfold ch; rewrite H3; discriminate |]. split; [exact Hadm |].
  split; [exact Hsteps | now rewrite here_p].
Qed.

(** The letters of its words are those of the endless loop. *)
Lemma chain_letters ch' j A' : preceded E L origin None p ch' j A' ->
  nth 0 (borders_at p ch') 0 = Z.of_nat (length (instance_values B i)) ->
  forall c w, nth_error (chain_words ch') c = Some w -> forall y,
  nth (S c) (borders_at p ch') 0 <= y < nth c (borders_at p ch') 0 ->
  cycle_value b (y + Z.of_nat (length (values_of E X))) =
    value_in w (y - nth (S c) (borders_at p ch') 0).
Proof.
  intros Hpre Hfirst c w Hw y Hy.
  pose proof (preceded_makes_up E L origin None p ch' j A' Hpre) as Hup.
  pose proof (makes_up_falls _ _ _ _ _ _ Hup) as Hfalls. destruct Hup as (_ & Hwords & Hstart & _).
  destruct (Hwords c w Hw) as [_ Hvalue]. rewrite <- (Hvalue y Hy).
  assert (Hc : (c < length (chain_words ch'))%nat) by (apply nth_error_Some; congruence).
  pose proof (Hfalls c O ltac:(lia)) as H1. pose proof (Hfalls (length (chain_words ch')) (S c)
    ltac:(lia)) as H2.
  assert (Hlen : length L = (S (S k) * length b)%nat).
  { unfold L. generalize (S (S k)) as m. intros m. induction m as [| m IH]; [reflexivity |].
    cbn [repeat concat]. rewrite app_length, IH. lia. }
  assert (HlenA : length (values_of E A) = (S k * length b + length (values_of E X))%nat).
  { rewrite A_letters, app_length. f_equal. generalize (S k) as m. intros m.
    induction m as [| m IH]; [reflexivity |]. cbn [repeat concat]. rewrite app_length, IH. lia. }
  pose proof L_letters as HL. apply (f_equal (@length nat)) in HL. rewrite !app_length in HL.
  assert (Hcopies : copies_of L b) by (exists (S (S k)); reflexivity).
  rewrite at_inside by (unfold origin in *; lia).
  rewrite (copies_nth L b _ Hcopies) by (unfold origin in *; lia).
  rewrite Z2Nat.id by (unfold origin in *; lia).
  rewrite <- (cycle_value_add b (y + _) (Z.of_nat (S k)) not_empty). f_equal.
  unfold origin. rewrite HlenA. lia.
Qed.

End Instance.

End Sound.
