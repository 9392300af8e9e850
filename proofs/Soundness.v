(** The theorem: if the checker accepts, then for all parameters that satisfy the order conditions
    and all positions the described value is the value of the game. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Places Walk Sweep Chain Checker.
Import ListNotations.
Local Open Scope Z_scope.

(** * Variables as forms *)

Lemma eval_variables p : map (eval p) (map variable (seq 0 (length p))) = p.
Proof.
  apply (nth_ext _ _ 0 0); rewrite !map_length, seq_length; [reflexivity |].
  intros k Hk. rewrite map_map, nth_map_seq by assumption. apply eval_variable.
Qed.

Section Soundness.

Variable D : description.

Let B := blocks D.
Let N := parameters D.

Hypothesis Hformed : well_formed D = true.

Lemma formed :
  map number (table D) = seq 0 (length B) /\
  (forall c, In c (conditions D) -> within N (form_of c) = true) /\
  (forall s, In s (moves D) -> within N s = true) /\
  units_scoped N (preperiod D) = true /\
  (forall body, endless D = Some body -> units_scoped N body = true).
Proof.
  unfold well_formed in Hformed. rewrite !andb_true_iff, !forallb_forall in Hformed.
  destruct Hformed as ((((H1 & H2) & H3) & H4) & H5).
  destruct (list_eq_dec _ _ _) as [Heq | _] in H1; [| discriminate].
  repeat split; try assumption. intros body Hb. now rewrite Hb in H5.
Qed.

Lemma numbered pl : In pl (table D) -> nth_error (table D) (number pl) = Some pl.
Proof.
  intros Hin. apply In_nth_error in Hin as (k & Hk).
  destruct formed as (Hnumbers & _).
  assert (Hk' : nth_error (map number (table D)) k = Some (number pl)) by now apply map_nth_error.
  rewrite Hnumbers in Hk'. pose proof (nth_error_nth _ _ O Hk') as Hnth.
  assert (Hlt : (k < length (seq 0 (length B)))%nat).
  { apply nth_error_Some. congruence. }
  rewrite seq_length in Hlt. rewrite seq_nth in Hnth by assumption. simpl in Hnth. now subst k.
Qed.

(** * What the first part shows *)

Lemma meaning_sound v st st' : meaning D st = Some st' -> all_hold v (conditions D) ->
  facts_hold v st ->
  facts_hold v st' /\
  (forall s, In s (moves D) -> 1 <= eval v s) /\
  (forall pl, In pl (table D) -> cases_hold v (reached_when pl) ->
     Forall (fun w => 0 <= eval v (size w)) (words B (number pl))).
Proof.
  intros H Hrows Hfacts. unfold meaning, then_ in H.
  destruct (enter _ _ _ st) as [[open s1] |] eqn:Henter; [| discriminate].
  cbn [fst snd] in H. destruct open; [| discriminate].
  assert (Hs1 : facts_hold v s1).
  { unfold facts_hold. now rewrite (enter_facts _ _ _ _ _ _ Henter). }
  destruct (try_each _ (moves D) s1) as [s2 |] eqn:Hmoves; [| discriminate].
  apply (try_each_sound (facts_hold v) (fun s => 1 <= eval v s)) in Hmoves; [| | assumption].
  - destruct Hmoves as [Hs2 Hmoves].
    apply (try_each_sound (facts_hold v) (fun pl => cases_hold v (reached_when pl) ->
      Forall (fun w => 0 <= eval v (size w)) (words B (number pl)))) in H; [tauto | | assumption].
    intros pl a b _ Ha Hb. unfold B.
    destruct (words (blocks D) (number pl)) as [| w ws]; [now injection Hb as <- |].
    apply (each_case_sound (most_variables D) v
      (Forall (fun w => 0 <= eval v (size w)) (w :: ws))) in Hb; try assumption.
    + destruct Hb as [Hfb Hq]. split; [assumption |]. intros Hc. apply Hq; [constructor | assumption].
    + intros rows c d Hr Hc Hd.
      apply (try_each_sound (facts_hold v) (fun w => 0 <= eval v (size w))) in Hd; try assumption.
      * destruct Hd as [Hfd Hall]. split; [| assumption]. now apply Forall_forall.
      * intros w' e f _ He Hf. apply and_comm. now apply (need_sound _ v rows _ e f) in Hf.
  - intros s a b _ Ha Hb. apply (need_sound _ v) in Hb; try assumption.
    destruct Hb as [Hle Hfb]. rewrite eval_plus in Hle. split; [assumption | lia].
Qed.

(** * The sequence of instances *)

Let place_of := units_places B N.
Let follows := all_follow B N (table D).

(** The instances before the endless loop and in n passes through it. *)
Definition instances (p : list Z) (n : nat) : list instance :=
  units_instances B p (preperiod D) ++
  match endless D with
  | Some body => concat (repeat (units_instances B p body) n)
  | None => []
  end.

Lemma instances_values p n : passes D p n = values_of B (instances p n).
Proof.
  unfold passes, values_of, instances. rewrite flat_map_app.
  f_equal; [apply values_of_instances |]. destruct (endless D) as [body |]; [| reflexivity].
  induction n as [| n IH]; [reflexivity |]. cbn [repeat concat].
  rewrite flat_map_app, IH. f_equal. apply values_of_instances.
Qed.

Lemma keep_nil n : keep n [].
Proof. intros v w _. split; constructor. Qed.

Lemma instances_follow p n : length p = N -> steps N (table D) None (instances p n).
Proof.
  intros Hp. destruct formed as (_ & _ & _ & Hpre & Hbody).
  destruct follows as (Hunits & _).
  assert (Hnil : cases_hold p []) by constructor.
  destruct (Hunits (preperiod D) Start O [] p None) as [Hsteps Hends];
    rewrite ?Nat.add_0_r; try assumption; try apply keep_nil; try reflexivity.
  { intros x Hx. apply in_or_app. now left. }
  unfold instances. rewrite steps_app. split; [assumption |]. rewrite Hends.
  destruct (endless D) as [body |] eqn:Hbodies; [| exact I].
  assert (Hpasses : forall prev, (prev = Some (last_block (preperiod D), p) \/
      prev = Some (last_block body, p)) ->
    steps N (table D) prev (concat (repeat (units_instances B p body) n))).
  { induction n as [| n IH]; intros prev Hprev; [exact I |]. cbn [repeat concat].
    rewrite steps_app.
    destruct (Hunits body (EndlessBegins (last_block body) (last_block (preperiod D))) O [] p prev)
      as [Hsteps' Hends']; rewrite ?Nat.add_0_r; try assumption; try apply keep_nil.
    - intros x Hx. apply in_or_app. right. now rewrite Hbodies.
    - now apply Hbody.
    - split; [assumption |]. rewrite Hends'. apply IH. now right. }
  apply Hpasses. now left.
Qed.

(** Instances only add variables to those around. *)
Lemma instances_extend :
  (forall us v i, In i (units_instances B v us) -> exists w, snd i = v ++ w) /\
  (forall u v i, In i (part_instances B v u) -> exists w, snd i = v ++ w) /\
  (forall a v i, In i (arms_instances B v a) -> exists w, snd i = v ++ w).
Proof.
  apply shape_ind.
  - intros b v i [<- | []]. exists []. now rewrite app_nil_r.
  - intros b u Hu rest Hr v i [<- | Hin]; [exists []; now rewrite app_nil_r |].
    apply in_app_or in Hin as [Hin | Hin]; [now apply Hu | now apply Hr].
  - intros from upto body Hb v i Hin. cbn [part_instances] in Hin.
    destruct (part_has_words _ _); [| contradiction].
    apply in_flat_map in Hin as (x & _ & Hin). apply Hb in Hin as (w & Hw).
    exists ([x] ++ w). now rewrite Hw, app_assoc.
  - intros a Ha v i Hin. cbn [part_instances] in Hin.
    destruct (part_has_words _ _); [| contradiction]. now apply Ha.
  - intros v i [].
  - intros body Hb v i Hin. now apply Hb.
  - intros t body Hb rest Hr v i Hin. cbn [arms_instances] in Hin.
    destruct (test_holds v t); auto.
Qed.

Lemma instances_of_parameters p n i : In i (instances p n) -> exists w, snd i = p ++ w.
Proof.
  unfold instances. intros Hin. apply in_app_or in Hin as [Hin | Hin].
  - now apply instances_extend in Hin.
  - destruct (endless D) as [body |]; [| contradiction].
    apply in_concat in Hin as (l & Hl & Hin). apply repeat_spec in Hl. subst l.
    now apply instances_extend in Hin.
Qed.

Lemma conditions_extend p w : admitted D p -> all_hold (p ++ w) (conditions D).
Proof.
  intros [Hp Hall]. destruct formed as (_ & Hscoped & _).
  unfold all_hold in *. rewrite Forall_forall in *. intros c Hc.
  specialize (Hscoped c Hc). specialize (Hall c Hc). fold N in Hp. rewrite <- Hp in Hscoped.
  destruct c; simpl in *; now rewrite within_eval.
Qed.

Lemma moves_extend p w : length p = N -> map (eval (p ++ w)) (moves D) = map (eval p) (moves D).
Proof.
  intros Hp. destruct formed as (_ & _ & Hscoped & _). apply map_ext_in. intros s Hs.
  apply within_eval. rewrite Hp. now apply Hscoped.
Qed.

(** Each instance of the sequence stands at its place. *)
Lemma step_in prev l i : steps N (table D) prev l -> In i l -> exists before,
  step N (table D) before i.
Proof.
  revert prev. induction l as [| j l IH]; intros prev Hsteps Hin; [contradiction |].
  destruct Hsteps as [Hj Hl]. destruct Hin as [<- | Hin]; [now exists prev |].
  now apply (IH (Some j)).
Qed.

Variables (first_state : state) (Hfirst : facts first_state = []).
Variables (second : state) (Hmeaning : meaning D first_state = Some second).

Lemma first_holds v : facts_hold v first_state.
Proof. unfold facts_hold. rewrite Hfirst. constructor. Qed.

Lemma all_admissible p n i : admitted D p -> In i (instances p n) -> admissible B i.
Proof.
  intros Hp Hin.
  destruct (instances_of_parameters p n i Hin) as (w & Hw).
  destruct (step_in None _ i (instances_follow p n (proj1 Hp)) Hin)
    as (prev & pl & Hpl & Hnumber & _ & _ & Hcases).
  pose proof (conditions_extend p w Hp) as Hc. rewrite <- Hw in Hc.
  destruct (meaning_sound (snd i) _ _ Hmeaning Hc (first_holds _)) as (_ & _ & Hsizes).
  unfold admissible. rewrite <- Hnumber. now apply Hsizes.
Qed.

Lemma moves_positive p s : admitted D p -> In s (moves D) -> 1 <= eval p s.
Proof.
  intros [_ Hc] Hs.
  now destruct (meaning_sound p _ _ Hmeaning Hc (first_holds _)) as (_ & Hmoves & _); apply Hmoves.
Qed.

(** * The endless loop is not empty *)

Lemma empty_words v b : admissible B (b, v) -> block_values B v b = [] ->
  forall w, In w (words B b) -> eval v (size w) = 0.
Proof.
  unfold admissible, block_values. cbn [fst snd]. intros Hadm Hempty w Hw.
  rewrite Forall_forall in Hadm. specialize (Hadm w Hw).
  assert (Hwv : word_values v w = []).
  { destruct (word_values v w) as [| x l] eqn:Hx; [reflexivity |].
    assert (Hin : In x (flat_map (word_values v) (words B b))).
    { apply in_flat_map. exists w. split; [assumption |]. rewrite Hx. now left. }
    rewrite Hempty in Hin. contradiction. }
  pose proof (word_values_length v w Hadm) as Hlen. rewrite Hwv in Hlen. simpl in Hlen. lia.
Qed.

(** Instances without words are admissible. *)
Lemma no_words_admissible :
  (forall us, units_have_words B us = false ->
     forall v i, In i (units_instances B v us) -> admissible B i) /\
  (forall u, part_has_words B u = false ->
     forall v i, In i (part_instances B v u) -> admissible B i) /\
  (forall a, arms_have_words B a = false ->
     forall v i, In i (arms_instances B v a) -> admissible B i).
Proof.
  assert (Hblock : forall b v, block_has_words B b = false -> admissible B (b, v)).
  { intros b v H. unfold admissible, block_has_words in *. cbn [fst].
    destruct (words B b); [constructor | discriminate]. }
  apply shape_ind.
  - intros b H v i [<- | []]. now apply Hblock.
  - intros b u Hu rest Hr H v i Hin. cbn [units_have_words] in H.
    rewrite !orb_false_iff in H. destruct H as ((Hb & Hpart) & Hrest).
    destruct Hin as [<- | Hin]; [now apply Hblock |].
    apply in_app_or in Hin as [Hin | Hin]; [now apply (Hu Hpart v) | now apply (Hr Hrest v)].
  - intros from upto body Hb H v i Hin. cbn [part_instances] in Hin.
    now rewrite H in Hin.
  - intros a Ha H v i Hin. cbn [part_instances] in Hin. now rewrite H in Hin.
  - intros _ v i [].
  - intros body Hb H v i Hin. now apply (Hb H v).
  - intros t body Hb rest Hr H v i Hin. cbn [arms_have_words] in H.
    rewrite orb_false_iff in H. destruct H as [H1 H2]. cbn [arms_instances] in Hin.
    destruct (test_holds v t); [now apply (Hb H1 v) | now apply (Hr H2 v)].
Qed.

(** If the values are none, the task that follows is reached. *)
Definition shown_empty (p : list Z) (l : list instance) (values : list nat) (before k : task) : Prop :=
  forall Q, shows p Q k ->
  shows p (Forall (admissible B) l -> values = [] -> Q) before.

Lemma case_sound p Q c k : shows p Q k -> shows p (cases_hold p c -> Q) (case D c k).
Proof.
  intros Hk rows st st' Hrows Hst H. unfold case in H.
  apply (each_case_sound (most_variables D) p Q k Hk c rows [] st st' Hrows Hst) in H.
  destruct H as [Hst' Hq]. split; [| assumption]. intros Hc. apply Hq; [constructor | assumption].
Qed.

Lemma shows_weaken p (P Q : Prop) k : (P -> Q) -> shows p P k -> shows p Q k.
Proof.
  intros Himp Hk rows st st' Hrows Hst H. destruct (Hk rows st st' Hrows Hst H). tauto.
Qed.

Lemma empty_block_sound p values b k :
  shown_empty p [(b, map (eval p) values)] (block_values B (map (eval p) values) b)
    (empty_block D values b k) k.
Proof.
  intros Q Hk. unfold empty_block.
  eapply shows_weaken; [| apply case_sound; exact Hk].
  intros Hq Hadm Hempty. apply Hq. inversion Hadm as [| ? ? Hb _]; subst.
  unfold cases_hold. rewrite Forall_map. apply Forall_forall. intros w Hw.
  constructor. simpl. rewrite eval_substitute. now apply (empty_words _ b).
Qed.

Lemma shows_both p (P Q : Prop) k k' :
  shows p P k -> shows p Q k' ->
  shows p (P /\ Q) (fun rows st => then_ (k rows st) (k' rows)).
Proof.
  intros Hk Hk' rows st st' Hrows Hst H. unfold then_ in H.
  destruct (k rows st) as [s |] eqn:Hs; [| discriminate].
  destruct (Hk rows st s Hrows Hst Hs) as [HP Hfs].
  destruct (Hk' rows s st' Hrows Hfs H) as [HQ Hst']. tauto.
Qed.

Lemma single_case p c : holds p c -> cases_hold p [[c]].
Proof. intros H. now repeat constructor. Qed.

Lemma empty_sound p :
  (forall us values k, shown_empty p (units_instances B (map (eval p) values) us)
     (units_values B (map (eval p) values) us) (empty_units D values us k) k) /\
  (forall u values k, shown_empty p (part_instances B (map (eval p) values) u)
     (part_values B (map (eval p) values) u) (empty_part D values u k) k) /\
  (forall a values failed k Q, shows p Q k ->
     shows p (Forall (admissible B) (arms_instances B (map (eval p) values) a) ->
       arms_values B (map (eval p) values) a = [] ->
       cases_hold (map (eval p) values) failed -> Q)
     (empty_arms D values failed a k)).
Proof.
  apply shape_ind.
  - intros b values k. apply empty_block_sound.
  - intros b u Hu rest Hr values k Q Hk. cbn [empty_units].
    eapply shows_weaken; [| apply empty_block_sound, Hu, Hr; exact Hk].
    cbn [units_instances units_values]. intros H Hadm Hempty.
    inversion Hadm as [| ? ? Hb Hothers]; subst. apply Forall_app in Hothers as [H1 H2].
    apply app_eq_nil in Hempty as [He1 Hempty]. apply app_eq_nil in Hempty as [He2 He3].
    apply H; try assumption. now constructor.
  - intros from upto body Hb values k Q Hk. cbn [empty_part].
    destruct (units_have_words (blocks D) body) eqn:Hw.
    + eapply shows_weaken; [| apply shows_both; apply case_sound;
        [exact Hk | apply (Hb (values ++ [substitute values upto])),
                      (Hb (values ++ [substitute values from])); exact Hk]].
      intros [Hskip Hruns] Hadm Hempty.
      set (v := map (eval p) values) in *.
      destruct (Z_lt_le_dec (eval v upto) (eval v from)) as [Hlt | Hle].
      * apply Hskip, single_case, holds_below. now rewrite !eval_substitute.
      * rewrite loop_instances in Hadm. rewrite loop_values in Hempty.
        change (units_have_words B body = true) in Hw. rewrite Hw in Hadm.
        assert (Hall : forall i, eval v from <= i <= eval v upto ->
          Forall (admissible B) (units_instances B (v ++ [i]) body) /\
          units_values B (v ++ [i]) body = []).
        { intros i Hi.
          assert (Hin : In i (range (eval v from) (eval v upto))).
          { unfold range. apply in_map_iff. exists (Z.to_nat (i - eval v from)).
            split; [lia |]. apply in_seq. lia. }
          split.
          - apply Forall_forall. intros j Hj. rewrite Forall_forall in Hadm. apply Hadm.
            apply in_flat_map. now exists i.
          - destruct (units_values B (v ++ [i]) body) as [| x l] eqn:Hx; [reflexivity |].
            assert (Hin' : In x (flat_map (fun i => units_values B (v ++ [i]) body)
              (range (eval v from) (eval v upto)))).
            { apply in_flat_map. exists i. split; [assumption |]. rewrite Hx. now left. }
            rewrite Hempty in Hin'. contradiction. }
        rewrite !map_app in Hruns. cbn [map] in Hruns. rewrite !eval_substitute in Hruns.
        fold v in Hruns.
        destruct (Hall (eval v upto)) as [Ha1 He1]; [lia |].
        destruct (Hall (eval v from)) as [Ha2 He2]; [lia |].
        apply Hruns; try assumption.
        apply single_case, holds_at_least. rewrite !eval_substitute. exact Hle.
    + eapply shows_weaken; [| apply case_sound; exact Hk].
      intros Hq _ _. apply Hq. constructor.
  - intros a Ha values k Q Hk. cbn [empty_part].
    eapply shows_weaken; [| apply (Ha values [] k Q Hk)].
    intros H Hadm Hempty. apply H; [| assumption | constructor].
    cbn [part_instances] in Hadm.
    destruct (part_has_words B (Branch a)) eqn:Hw; [assumption |].
    apply Forall_forall. intros i Hi. now apply (no_words_admissible) in Hi.
  - intros values failed k Q Hk. cbn [empty_arms].
    eapply shows_weaken; [| apply case_sound; exact Hk].
    intros H _ _ Hf. apply H. now apply holds_substitute_cases.
  - intros body Hb values failed k Q Hk. cbn [empty_arms].
    eapply shows_weaken; [| apply case_sound, Hb; exact Hk].
    intros H Hadm Hempty Hf. apply H; try assumption. now apply holds_substitute_cases.
  - intros t body Hb rest Hr values failed k Q Hk. cbn [empty_arms].
    eapply shows_weaken; [| apply shows_both;
      [apply case_sound, Hb; exact Hk | apply (Hr values _ k Q Hk)]].
    cbn [arms_instances arms_values]. set (v := map (eval p) values).
    intros [H1 H2] Hadm Hempty Hf. destruct (test_holds v t) eqn:Ht.
    + apply H1; try assumption. apply holds_substitute_cases.
      constructor; [now apply cases_of_holds | assumption].
    + apply H2; try assumption. apply Forall_app. split; [assumption |].
      constructor; [| constructor]. now apply cases_of_holds, negated_holds.
Qed.

Variables (third : state) (Hlasting : lasting D second = Some third).

Lemma second_holds p : admitted D p -> facts_hold p second.
Proof.
  intros [_ Hc]. now destruct (meaning_sound p _ _ Hmeaning Hc (first_holds _)).
Qed.

Lemma body_not_empty p body : admitted D p -> endless D = Some body -> units_values B p body <> [].
Proof.
  intros Hp Hbody Hempty. unfold lasting in Hlasting. rewrite Hbody in Hlasting.
  destruct (empty_sound p) as (Hunits & _).
  assert (Hno : shows p False (fun _ _ => None)) by (intros rows st st' _ _; discriminate).
  specialize (Hunits body (map variable (seq 0 (parameters D))) _ False Hno).
  pose proof (eval_variables p) as Hv. rewrite (proj1 Hp) in Hv. fold N in Hv, Hunits.
  unfold N in Hv, Hunits. rewrite Hv in Hunits.
  destruct (Hunits _ _ _ (proj2 Hp) (second_holds p Hp) Hlasting) as [H _].
  apply H; [| assumption]. apply Forall_forall. intros i Hi.
  apply (all_admissible p 1); [assumption |]. unfold instances. rewrite Hbody.
  apply in_or_app. right. cbn [repeat concat]. now rewrite app_nil_r.
Qed.

Lemma third_holds p : admitted D p -> facts_hold p third.
Proof.
  intros Hp. unfold lasting in Hlasting. destruct (endless D) as [body |].
  - destruct (empty_sound p) as (Hunits & _).
    assert (Hno : shows p False (fun _ _ => None)) by (intros rows st st' _ _; discriminate).
    apply (Hunits body _ _ False Hno _ _ _ (proj2 Hp) (second_holds p Hp) Hlasting).
  - injection Hlasting as <-. now apply second_holds.
Qed.

(** * Some move is the largest *)

Lemma first_maximum (l : list Z) : l <> [] -> exists i, (i < length l)%nat /\
  forall j, (j < length l)%nat ->
    ((j < i)%nat -> nth j l 0 < nth i l 0) /\ ((i <= j)%nat -> nth j l 0 <= nth i l 0).
Proof.
  induction l as [| a l IH]; intros Hne; [contradiction |].
  destruct l as [| b l].
  - exists O. simpl. split; [lia |]. intros [| j] Hj; lia.
  - destruct (IH ltac:(discriminate)) as (i & Hi & Hmax). set (r := b :: l) in *. clearbody r. clear IH Hne.
    destruct (Z_lt_le_dec a (nth i r 0)) as [Hlt | Hle].
    + exists (S i). split; [simpl; lia |]. intros [| j] Hj.
      * cbn [nth]. split; intros; lia.
      * cbn [nth length] in *. destruct (Hmax j ltac:(lia)). split; intros; [apply H | apply H0]; lia.
    + exists O. split; [simpl; lia |]. intros [| j] Hj; cbn [nth length] in *; [split; intros; lia |].
      destruct (Hmax j ltac:(lia)) as [H1 H2]. split; intros; [lia |].
      destruct (Nat.lt_ge_cases j i) as [Hji | Hji]; [specialize (H1 Hji) | specialize (H2 Hji)]; lia.
Qed.

Definition is_largest (p : list Z) (index : nat) : Prop :=
  (index < length (moves D))%nat /\
  forall j, (j < length (moves D))%nat ->
    let s := eval p (nth j (moves D) zero) in
    let largest := eval p (nth index (moves D) zero) in
    ((j < index)%nat -> s < largest) /\ ((index <= j)%nat -> s <= largest).

Lemma some_largest p : moves D <> [] -> exists index, is_largest p index.
Proof.
  intros Hne. destruct (first_maximum (map (eval p) (moves D))) as (i & Hi & Hmax).
  - now destruct (moves D).
  - rewrite map_length in Hi, Hmax. exists i. split; [assumption |]. intros j Hj.
    specialize (Hmax j Hj). rewrite <- (eval_zero p), !map_nth in Hmax. exact Hmax.
Qed.

Lemma comparisons_sound p index others : is_largest p index -> forall l,
  comparisons D index others = Some l -> all_hold p l.
Proof.
  intros (Hindex & Hmax). induction others as [| n others IH]; intros l H; cbn [comparisons] in H.
  - injection H as <-. constructor.
  - destruct (nth_error (moves D) index) as [each |] eqn:Heach; [| discriminate].
    destruct (nth_error (moves D) n) as [other |] eqn:Hother; [| discriminate].
    destruct (comparisons D index others) as [rest |]; [| discriminate]. injection H as <-.
    constructor; [| now apply IH].
    assert (Hn : (n < length (moves D))%nat) by (apply nth_error_Some; congruence).
    destruct (Hmax n Hn) as [H1 H2].
    rewrite (nth_error_nth _ _ _ Heach), (nth_error_nth _ _ _ Hother) in *.
    destruct (Nat.ltb_spec n index).
    + apply holds_below. auto.
    + apply holds_at_least. auto.
Qed.

Lemma largest_sound p : all_hold p (conditions D) -> forall indices st cases st',
  largest D indices st = Some (cases, st') ->
  (exists index, In index indices /\ is_largest p index) ->
  exists first, In first cases /\ all_hold p first.
Proof.
  intros Hc. induction indices as [| index indices IH]; intros st cases st' H (i & Hin & Hi);
    [contradiction |].
  cbn [largest] in H. destruct (answers st) as [| [] rest]; try discriminate.
  unfold then_ in H.
  destruct (comparisons D index others) as [l |] eqn:Hl; [| discriminate].
  destruct (enter _ _ _ _) as [[open s1] |] eqn:Henter; [| discriminate]. cbn [fst snd] in H.
  destruct (largest D indices s1) as [[cases' s2] |] eqn:Hrest; [| discriminate].
  cbn [fst snd] in H. injection H as <- <-.
  destruct Hin as [-> | Hin].
  - pose proof (comparisons_sound p i others Hi l Hl) as Hall.
    assert (Hboth : all_hold p (conditions D ++ l)) by now apply Forall_app.
    rewrite (enter_sound _ p _ _ _ _ _ Hboth Henter).
    exists (conditions D ++ l). split; [now left | assumption].
  - destruct (IH _ _ _ Hrest (ex_intro _ i (conj Hin Hi))) as (first & Hcase & Hhold).
    exists first. split; [apply in_or_app; now right | assumption].
Qed.

Lemma largest_cases_sound p st cases st' : all_hold p (conditions D) ->
  largest_cases D st = Some (cases, st') -> exists first, In first cases /\ all_hold p first.
Proof.
  intros Hc H. unfold largest_cases in H. destruct (moves D) as [| s l] eqn:Hmoves.
  - injection H as <- <-. exists (conditions D). split; [now left | assumption].
  - apply (largest_sound p Hc _ _ _ _ H). destruct (some_largest p) as (i & Hi); [congruence |].
    exists i. split; [| assumption]. apply in_seq. rewrite <- Hmoves. destruct Hi. lia.
Qed.

(** * The blocks *)

Lemma alone_lies p L origin i A C : length (snd i) = length p ->
  at_point p (fst i, map variable (seq 0 (length p))) = i ->
  admissible B i -> L = values_of B A ++ instance_values B i ++ C ->
  origin = - Z.of_nat (length (values_of B A)) ->
  let j := (fst i, map variable (seq 0 (length p))) in
  let ch := alone B j in
  lies L origin p ch /\ start_of p ch = origin + Z.of_nat (length (values_of B A)) /\
  from_start ch = false /\
  length (chain_words ch) = length (words B (fst i)) /\
  nth (length (words B (fst i))) (borders_at p ch) 0 = 0 /\
  nth 0 (borders_at p ch) 0 = Z.of_nat (length (instance_values B i)).
Proof.
  intros Hlen Hi Hadm HL Horigin j ch.
  assert (Hv : map (eval p) (snd j) = snd i) by (rewrite <- Hi at 1; reflexivity).
  assert (Hsizes : forall ws, Forall (fun w => 0 <= eval (snd i) (size w)) ws ->
    eval p (fold_right add zero (map (fun w => substitute (snd j) (size w)) ws)) =
    Z.of_nat (length (flat_map (word_values (snd i)) ws))).
  { induction ws as [| w ws IH]; intros Hw; [apply eval_zero |].
    inversion Hw as [| ? ? H1 H2]; subst. cbn [map fold_right flat_map].
    rewrite eval_add, eval_substitute, Hv, (IH H2), app_length.
    pose proof (word_values_length (snd i) w H1). lia. }
  specialize (Hsizes _ Hadm).
  set (empty := Stretch [] [fold_right add zero (map (fun w => substitute (snd j) (size w))
    (words B (fst j)))] false).
  assert (Hempty : borders_at p empty = [Z.of_nat (length (instance_values B i))]).
  { unfold borders_at, empty. cbn [borders map]. f_equal. exact Hsizes. }
  assert (Hlies : lies L origin p empty).
  { split; [reflexivity |]. intros k w Hw. destruct k; discriminate. }
  assert (Hrev : rev (rev (words B (fst j))) = words B (fst i)) by apply rev_involutive.
  destruct (push_words_lie L origin p (snd j) (rev (words B (fst j))) empty (values_of B A) C)
    as (H1 & H2 & H3 & H4 & H5).
  - rewrite Hv. now apply Forall_rev.
  - assumption.
  - rewrite Hrev, Hv. unfold start_of. cbn [empty chain_words length]. rewrite Hempty. cbn [nth].
    rewrite app_length. unfold instance_values, block_values. lia.
  - rewrite Hrev, Hv. exact HL.
  - change (fold_left (push_word (snd j)) (rev (words B (fst j))) empty) with ch in *.
    cbn [empty chain_words length j fst Nat.add] in H4. rewrite rev_length in H4.
    split; [assumption |]. split; [assumption |]. split; [assumption |].
    split; [assumption |]. split.
    + unfold start_of in H2. rewrite H4 in H2. rewrite H2. lia.
    + rewrite (H5 O (Nat.le_0_l _)), Hempty. reflexivity.
Qed.

(** The rule of the game, and the rule at a position of the block under test. *)
Lemma rule_of_positions L origin (M : list Z) x : origin <= 0 -> 0 <= x ->
  (forall s, In s M -> 1 <= s) ->
  map (fun s => at_ L origin (x - s)) (filter (fun s => origin <=? x - s) M) =
  map (fun s => nth (Z.to_nat (x - origin) - s) L O)
    (possible (map Z.to_nat M) (Z.to_nat (x - origin))).
Proof.
  intros Ho Hx Hpos. unfold possible. induction M as [| s M IH]; [reflexivity |].
  assert (Hs : 1 <= s) by (apply Hpos; now left).
  assert (HM : forall t, In t M -> 1 <= t) by (intros t Ht; apply Hpos; now right).
  cbn [filter map]. rewrite (proj2 (Nat.leb_le 1 (Z.to_nat s))) by lia. cbn [andb].
  destruct (Z.leb_spec origin (x - s)) as [Hle | Hgt].
  - rewrite (proj2 (Nat.leb_le _ _)) by lia. cbn [map]. rewrite (IH HM). f_equal.
    unfold at_. f_equal. lia.
  - rewrite (proj2 (Nat.leb_gt _ _)) by lia. apply (IH HM).
Qed.

(** Of a finite piece, only the positions count whose options all lie in it. *)
Definition matters (p : list Z) (x : nat) : Prop :=
  endless D = None -> forall s, In s (moves_at D p) -> (s <= x)%nat.

Lemma block_sound p n A i C pl first st st' :
  admitted D p -> instances p n = A ++ i :: C ->
  In pl (table D) -> number pl = fst i -> length (snd i) = (N + loops pl)%nat ->
  cases_hold (snd i) (reached_when pl) -> step N (table D) (ends None A) i ->
  all_hold (snd i) first -> facts st = [] ->
  block_check D first pl st = Some st' ->
  let L := passes D p n in
  forall x, (length (values_of B A) <= x < length (values_of B (A ++ [i])))%nat ->
    matters p x ->
    obeys (letters D) (moves_at D p) (fun k => nth k L O) x.
Proof.
  intros Hp Hinst Hpl Hnumber Hlen Hcases Hstep Hholds Hst H L x Hx Hmatters.
  set (v := snd i) in *.
  assert (Hin : In i (instances p n)) by (rewrite Hinst; apply in_or_app; right; now left).
  destruct (instances_of_parameters p n i Hin) as (w & Hw). fold v in Hw.
  assert (Hadm : Forall (admissible B) (instances p n)).
  { apply Forall_forall. intros j Hj. now apply (all_admissible p n). }
  rewrite Hinst in Hadm. apply Forall_app in Hadm as [HadmA Hadm].
  inversion Hadm as [| ? ? Hadmi _]; subst.
  set (origin := - Z.of_nat (length (values_of B A))).
  assert (HL : L = values_of B A ++ instance_values B i ++ values_of B C).
  { unfold L. rewrite instances_values, Hinst. unfold values_of. now rewrite flat_map_app. }
  assert (Hvalues : values_of B (A ++ [i]) = values_of B A ++ instance_values B i).
  { unfold values_of. rewrite flat_map_app. cbn [flat_map]. now rewrite app_nil_r. }
  rewrite Hvalues, app_length in Hx.
  unfold block_check in H. rewrite Hnumber in H. fold B N in H.
  assert (Hpoint : at_point v (fst i, map variable (seq 0 (length v))) = i).
  { unfold at_point. cbn [fst snd]. rewrite eval_variables. now destruct i. }
  destruct (words B (fst i)) as [| w0 ws0] eqn:Hws.
  { unfold instance_values, block_values in Hx. rewrite Hws in Hx. simpl in Hx. lia. }
  unfold then_ in H. rewrite <- Hws in H. rewrite <- Hlen in H.
  destruct (each_case _ _ _ _ _ _) as [s1 |] eqn:Heach; [| discriminate].
  set (Q := forall y, 0 <= y < Z.of_nat (length (instance_values B i)) ->
    counts (piece D) origin (moves_now (moves D) v) y ->
    obeys_at (letters D) (at_ L origin) origin (moves_now (moves D) v) y).
  destruct (alone_lies v L origin i A (values_of B C) eq_refl Hpoint Hadmi HL eq_refl)
    as (H1 & H2 & H3 & H4 & H5 & H6).
  assert (HQ : Q).
  { eapply (each_case_sound (length v) v Q) in Heach; [| | constructor |].
    - destruct Heach as [_ HQ]. apply HQ; assumption.
    - intros rows a b Hrows Ha Hb.
      apply (chain_sound B N (table D) (letters D) (moves D) (piece D) most_phases eq_refl numbered
        L origin) with (p := v) (A := A) in Hb; try assumption; [| reflexivity | |].
      + rewrite H5, H6 in Hb. exact Hb.
      + split; [exact H1 |]. split; [exact H2 |]. split; [eexists; exact HL |].
        split; [rewrite H3; discriminate |]. split; [assumption |].
        split; [| now rewrite Hpoint].
        pose proof (instances_follow p n (proj1 Hp)) as Hsteps. rewrite Hinst in Hsteps.
        now apply steps_app in Hsteps.
      + now rewrite H4.
    - unfold facts_hold. rewrite Hst. constructor. }
  set (y := Z.of_nat x + origin).
  assert (HM : moves_now (moves D) v = map (eval p) (moves D)).
  { rewrite Hw. now apply moves_extend, Hp. }
  assert (Hy : 0 <= y < Z.of_nat (length (instance_values B i))) by (unfold y, origin; lia).
  assert (Hxy : x = Z.to_nat (y - origin)) by (unfold y; lia).
  assert (Hpositive : forall s, In s (moves_now (moves D) v) -> 1 <= s).
  { rewrite HM. intros s Hs. apply in_map_iff in Hs as (f & <- & Hf). now apply moves_positive. }
  specialize (HQ y Hy). unfold obeys_at in HQ. unfold obeys.
  rewrite rule_of_positions in HQ; [| unfold origin; lia | lia | assumption].
  rewrite <- Hxy in HQ.
  assert (Hmoves : map Z.to_nat (moves_now (moves D) v) = moves_at D p).
  { rewrite HM, map_map. reflexivity. }
  rewrite Hmoves in HQ. rewrite <- HQ.
  - unfold at_. now rewrite <- Hxy.
  - intros Hpiece s Hs. unfold matters in Hmatters.
    assert (Hnone : endless D = None) by (unfold piece in Hpiece; now destruct (endless D)).
    assert (Hs' : In (Z.to_nat s) (moves_at D p)) by (rewrite <- Hmoves; now apply in_map).
    specialize (Hmatters Hnone _ Hs'). specialize (Hpositive s Hs). unfold y. lia.
Qed.

End Soundness.

(** * The theorems *)

(** Each position lies in an instance. *)
Lemma find_instance B l x : (x < length (values_of B l))%nat -> exists A i C,
  l = A ++ i :: C /\ (length (values_of B A) <= x < length (values_of B (A ++ [i])))%nat.
Proof.
  induction l as [| i l IH] using rev_ind; [simpl; lia |]. intros Hx.
  destruct (Nat.lt_ge_cases x (length (values_of B l))) as [Hlt | Hge].
  - destruct (IH Hlt) as (A & j & C & -> & Hj). exists A, j, (C ++ [i]).
    split; [now rewrite <- app_assoc | assumption].
  - exists l, i, []. split; [reflexivity | lia].
Qed.

Section Accepted.

Variables (D : description) (l : list answer).
Hypothesis accepted : check D l = true.

Lemma accepted_formed : well_formed D = true.
Proof. unfold check in accepted. now apply andb_true_iff in accepted. Qed.

(** Everything that the checker asks was shown. *)
Lemma accepted_parts : exists second third cases fourth,
  meaning D (State [] l) = Some second /\ lasting D second = Some third /\
  largest_cases D third = Some (cases, fourth) /\
  forall first pl, In first cases -> In pl (table D) ->
    exists st st', facts st = [] /\ block_check D first pl st = Some st'.
Proof.
  unfold check in accepted. apply andb_true_iff in accepted as [_ H].
  destruct (run D (State [] l)) as [last |] eqn:Hrun; [clear H | discriminate].
  unfold run, then_ in Hrun.
  destruct (meaning D (State [] l)) as [second |] eqn:H1; [| discriminate].
  destruct (lasting D second) as [third |] eqn:H2; [| discriminate].
  destruct (largest_cases D third) as [[cases fourth] |] eqn:H3; [| discriminate].
  cbn [fst snd] in Hrun.
  destruct (expect_seal fourth) as [fifth |] eqn:H4; [| discriminate].
  exists second, third, cases, fourth. split; [reflexivity |]. split; [assumption |].
  split; [assumption |].
  assert (Hseal : forall st st', expect_seal st = Some st' -> facts st' = []).
  { intros st st'. unfold expect_seal. destruct (answers st) as [| [] rest]; try discriminate.
    now intros [= <-]. }
  apply (try_each_sound (fun st => facts st = []) (fun first => forall pl, In pl (table D) ->
    exists st st', facts st = [] /\ block_check D first pl st = Some st')) in Hrun;
    [| | now apply (Hseal fourth)].
  - destruct Hrun as [_ Hall]. intros first pl Hfirst. now apply (Hall first).
  - intros first st st' _ Hst Htry.
    apply (try_each_sound (fun st => facts st = []) (fun pl =>
      exists st st', facts st = [] /\ block_check D first pl st = Some st')) in Htry; try assumption.
    intros pl a b _ Ha Hb. split; [| now exists a, b].
    unfold block_check in Hb. destruct (words _ _); [now injection Hb as <- |].
    unfold then_ in Hb. destruct (each_case _ _ _ _ _ _) as [c |]; [| discriminate].
    now apply (Hseal c).
Qed.

(** What is described obeys the rule. *)
Lemma passes_obey p n x : admitted D p -> (x < length (passes D p n))%nat -> matters D p x ->
  obeys (letters D) (moves_at D p) (fun k => nth k (passes D p n) O) x.
Proof.
  intros Hp Hx Hmatters.
  destruct accepted_parts as (second & third & cases & fourth & H1 & H2 & H3 & Hblocks).
  pose proof accepted_formed as Hformed.
  rewrite instances_values in Hx.
  destruct (find_instance _ _ _ Hx) as (A & i & C & Hi & Hin).
  pose proof (instances_follow D Hformed p n (proj1 Hp)) as Hsteps. rewrite Hi in Hsteps.
  apply steps_app in Hsteps as [_ [Hstep _]].
  pose proof Hstep as (pl & Hpl & Hnumber & _ & Hlen & Hcases).
  assert (Hin_i : In i (instances D p n)) by (rewrite Hi; apply in_or_app; right; now left).
  destruct (instances_of_parameters D p n i Hin_i) as (w & Hw).
  pose proof (conditions_extend D Hformed p w Hp) as Hc. rewrite <- Hw in Hc.
  destruct (largest_cases_sound D (snd i) _ _ _ Hc H3) as (first & Hfirst & Hholds).
  destruct (Hblocks first pl Hfirst Hpl) as (st & st' & Hst & Hblock).
  now apply (block_sound D Hformed (State [] l) eq_refl second H1 p n A i C pl first st st').
Qed.

(** ** The moves are positive, and the lengths are not negative *)

Theorem moves_at_least_one p s : admitted D p -> In s (moves D) -> 1 <= eval p s.
Proof.
  destruct accepted_parts as (second & _ & _ & _ & H1 & _).
  now apply (moves_positive D (State [] l) eq_refl second H1).
Qed.

Theorem lengths_not_negative p n : admitted D p ->
  Forall (admissible (blocks D)) (instances D p n).
Proof.
  intros Hp. apply Forall_forall. intros i Hi.
  destruct accepted_parts as (second & _ & _ & _ & H1 & _).
  now apply (all_admissible D accepted_formed (State [] l) eq_refl second H1 p n).
Qed.

(** ** The described sequence is the sequence of the game *)

Lemma passes_S p n : exists more, passes D p (S n) = passes D p n ++ more.
Proof.
  unfold passes. destruct (endless D) as [body |].
  - exists (units_values (blocks D) p body).
    replace (S n) with (n + 1)%nat by lia. rewrite repeat_app, concat_app. cbn [repeat concat].
    now rewrite app_nil_r, app_assoc.
  - exists []. now rewrite !app_nil_r.
Qed.

Lemma passes_more p n k : (n <= k)%nat -> exists more, passes D p k = passes D p n ++ more.
Proof.
  induction 1 as [| k _ (more & IH)]; [exists []; now rewrite app_nil_r |].
  destruct (passes_S p k) as (last & Hlast). exists (more ++ last).
  now rewrite Hlast, IH, app_assoc.
Qed.

(** The endless loop has positions. *)
Theorem loop_not_empty p body : admitted D p -> endless D = Some body ->
  units_values (blocks D) p body <> [].
Proof.
  destruct accepted_parts as (second & third & _ & _ & H1 & H2 & _).
  now apply (body_not_empty D accepted_formed (State [] l) eq_refl second H1 third H2).
Qed.

Lemma passes_long p n : admitted D p -> endless D <> None -> (n <= length (passes D p n))%nat.
Proof.
  intros Hp Hendless. induction n as [| n IH]; [lia |].
  unfold passes in *. destruct (endless D) as [body |] eqn:Hbody; [| contradiction].
  pose proof (loop_not_empty p body Hp Hbody) as Hne.
  destruct (units_values (blocks D) p body) as [| v values] eqn:Hv; [contradiction |].
  cbn [repeat concat]. rewrite app_length in *. simpl. rewrite app_length. lia.
Qed.

Lemma described_prefix p n x : admitted D p -> endless D <> None -> (x < n)%nat ->
  nth x (passes D p n) O = described D p x.
Proof.
  intros Hp Hendless Hx. destruct (passes_more p (S x) n Hx) as (more & ->).
  apply app_nth1. exact (passes_long p (S x) Hp Hendless).
Qed.

(** For all parameters that satisfy the order conditions, and all positions, the described value is
    the value of the game. *)
Theorem described_is_value p x : admitted D p -> endless D <> None ->
  described D p x = value (letters D) (moves_at D p) x.
Proof.
  intros Hp Hendless. apply value_unique. clear x. intros x.
  assert (Hx : (x < length (passes D p (S x)))%nat) by exact (passes_long p (S x) Hp Hendless).
  pose proof (passes_obey p (S x) x Hp Hx (fun Hnone => False_ind _ (Hendless Hnone))) as H.
  unfold obeys in *. unfold described at 1. rewrite H. f_equal. apply map_ext_in. intros s Hs.
  apply described_prefix; [assumption | assumption | lia].
Qed.

(** Of a finite piece, each position whose options all lie in it obeys the rule. *)
Theorem piece_obeys p x : admitted D p -> endless D = None ->
  (x < length (passes D p 0))%nat -> (forall s, In s (moves_at D p) -> (s <= x)%nat) ->
  obeys (letters D) (moves_at D p) (fun k => nth k (passes D p 0) O) x.
Proof. intros Hp _ Hx Hall. apply passes_obey; [assumption | assumption | now intros _]. Qed.

(** What the endless loop stands for is repeated: its length is a period of the game, from the
    position on where it begins. *)
Theorem loop_is_period p body x : admitted D p -> endless D = Some body ->
  let period := length (units_values (blocks D) p body) in
  (length (units_values (blocks D) p (preperiod D)) <= x)%nat ->
  value (letters D) (moves_at D p) (x + period) = value (letters D) (moves_at D p) x.
Proof.
  intros Hp Hbody period Hx.
  assert (Hendless : endless D <> None) by congruence.
  rewrite <- !described_is_value by assumption.
  rewrite <- (described_prefix p (S (S (x + period))) (x + period)) by (assumption || lia).
  rewrite <- (described_prefix p (S (x + period)) x) by (assumption || lia).
  unfold passes. rewrite Hbody. set (n := S (x + period)). cbn [repeat concat].
  rewrite app_nth2 by lia. rewrite app_nth2 by (fold period; lia).
  rewrite app_nth2 by lia. f_equal. fold period. lia.
Qed.

End Accepted.
