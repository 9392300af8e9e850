(** The instances of blocks that a description repeats without end, and what stands before each. *)

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

(** After its first instances, which have no letters, the description E has those of I again and again. *)
Variables (E : description) (q : list Z) (first I : list instance).

Local Notation B := (blocks E).

Hypothesis formed_E : well_formed E = true.
Hypothesis admitted_E : admitted E q.
Hypothesis states_E : states_fine E q.
Hypothesis not_followed : start_again E = None.
Hypothesis admissible_E : forall k, Forall (admissible E) (Meaning.instances E q k).
Hypothesis first_letters : values_of E first = [].
Hypothesis instances_E : forall m, exists k, Meaning.instances E q k = first ++ concat (repeat I m).

Let b := values_of E I.
Hypothesis not_empty : b <> [].

Lemma values_of_app l l' : values_of E (l ++ l') = values_of E l ++ values_of E l'.
Proof. apply flat_map_app. Qed.

Lemma copies_letters m : values_of E (concat (repeat I m)) = concat (repeat b m).
Proof.
  induction m as [| m IH]; [reflexivity |]. cbn [repeat concat]. unfold values_of in *.
  now rewrite flat_map_app, IH.
Qed.

Lemma no_prev : first_prev E q = None.
Proof.
  unfold first_prev. now rewrite not_followed.
Qed.

Lemma number_of pl k : nth_error (table E) k = Some pl -> number pl = k.
Proof.
  intros H. destruct (formed E formed_E) as (Hnumbers & _).
  apply (map_nth_error number) in H. rewrite Hnumbers in H.
  pose proof (nth_error_nth _ _ O H) as Hnth.
  assert (Hlt : (k < length (seq 0 (length B)))%nat) by (apply nth_error_Some; congruence).
  rewrite seq_length in Hlt. now rewrite seq_nth in Hnth.
Qed.

(** The instance i of the loop, in a pass that enough others precede. *)
Section Instance.

Variables (X : list instance) (i : instance) (Y : list instance).
Hypothesis split : I = X ++ i :: Y.
Variables (p : list Z) (forms : list form).
Hypothesis here_p : at_point p (fst i, forms) = i.
Variable k : nat.

Let A := first ++ concat (repeat I (S k)) ++ X.
Let L := concat (repeat b (S (S k))).
Let origin := - Z.of_nat (length (values_of E A)).

Lemma A_length : (k < length A)%nat.
Proof.
  assert (HI : (1 <= length I)%nat) by (rewrite split, app_length; simpl; lia).
  assert (Hm : forall m, (m <= length (concat (repeat I m)))%nat).
  { induction m as [| m IH]; [simpl; lia |]. cbn [repeat concat]. rewrite app_length. lia. }
  specialize (Hm (S k)). unfold A. rewrite !app_length. lia.
Qed.

Lemma last_pass : first ++ concat (repeat I (S (S k))) = A ++ i :: Y.
Proof.
  assert (Hone : concat (repeat I 1) = X ++ i :: Y) by (rewrite <- split; apply app_nil_r).
  replace (S (S k)) with (S k + 1)%nat by lia. rewrite repeat_app, concat_app, Hone. unfold A.
  now rewrite <- !app_assoc.
Qed.

Lemma whole : exists j, Meaning.instances E q j = A ++ i :: Y.
Proof. rewrite <- last_pass. apply instances_E. Qed.

Lemma A_letters : values_of E A = concat (repeat b (S k)) ++ values_of E X.
Proof.
  unfold A. rewrite !values_of_app, first_letters. now rewrite copies_letters.
Qed.

Lemma L_letters : L = values_of E A ++ instance_values B i ++ values_of E Y.
Proof.
  unfold L. rewrite <- copies_letters. change (instance_values B i ++ values_of E Y) with (values_of E (i :: Y)).
  rewrite <- values_of_app, <- last_pass, values_of_app, first_letters. reflexivity.
Qed.

Lemma A_admissible : Forall (admissible E) A /\ admissible E i.
Proof.
  destruct whole as (j & Hj). pose proof (admissible_E j) as H. rewrite Hj in H.
  apply Forall_app in H as [HA H]. now apply Forall_cons_iff in H.
Qed.

Let ch := alone E (fst i, forms).

Lemma alone_here : preceded E L origin None p ch (fst i, forms) A /\ from_start ch = false /\
  length (chain_words ch) = length (words B (fst i)) /\
  nth (length (words B (fst i))) (borders_at p ch) 0 = 0 /\
  nth 0 (borders_at p ch) 0 = Z.of_nat (length (instance_values B i)).
Proof.
  destruct (alone_lies E p forms L origin i A (values_of E Y) here_p (proj2 A_admissible) L_letters eq_refl)
    as (H1 & H2 & H3 & H4 & H5 & H6).
  destruct A_admissible as [Hadm _], whole as (m & Hm).
  pose proof (instances_follow E formed_E q m (proj1 admitted_E) states_E) as Hsteps.
  rewrite Hm, no_prev in Hsteps. apply steps_app in Hsteps as [Hsteps [Hstep _]].
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
