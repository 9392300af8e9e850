(** The endless loop is not empty where the checker accepts. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Past Ranges Arms Places Follows Walk Split Sweep
  Chain Runs Checker Meaning.
Import ListNotations.
Local Open Scope Z_scope.

(** * Variables as forms *)

Lemma eval_variables p : map (eval p) (map variable (seq 0 (length p))) = p.
Proof.
  apply (nth_ext _ _ 0 0); rewrite !map_length, seq_length; [reflexivity |].
  intros k Hk. rewrite map_map, nth_map_seq by assumption. apply eval_variable.
Qed.

Section NotEmpty.

Variable D : description.

Local Notation B := (blocks D).
Local Notation N := (parameters D).

Hypothesis Hformed : well_formed D = true.

Variables (first_state : state) (Hfirst : facts first_state = []).
Variables (second : state) (Hmeaning : meaning D first_state = Some second).

Lemma empty_words v b : admissible D (b, v) -> block_values B v b = [] ->
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

(** If the values are none, the task that follows is reached. *)
Definition shown_empty (p : list Z) (l : list instance) (values : list nat) (before k : task)
  : Prop :=
  forall Q, shows p Q k ->
  shows p (Forall (admissible D) l -> values = [] -> Q) before.

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
  (forall a values outer failed k Q, shows p Q k ->
     shows p (Forall (admissible D) (arms_instances B (map (eval p) values) a) ->
       arms_values B (map (eval p) values) a = [] ->
       cases_hold (map (eval p) values) outer -> cases_hold (map (eval p) values) failed -> Q)
     (empty_arms D values outer failed a k)).
Proof.
  apply shape_ind.
  - intros b values k. apply empty_block_sound.
  - intros b rest Hr values k Q Hk. cbn [empty_units].
    eapply shows_weaken; [| apply empty_block_sound, Hr; exact Hk].
    cbn [units_instances units_values]. intros H Hadm Hempty.
    inversion Hadm as [| ? ? Hb Hothers]; subst. apply app_eq_nil in Hempty as [He1 He2].
    apply H; try assumption. now constructor.
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
        rewrite Hw in Hadm.
        assert (Hall : forall i, eval v from <= i <= eval v upto ->
          Forall (admissible D) (units_instances B (v ++ [i]) body) /\
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
    eapply shows_weaken; [| apply (Ha values [] [] k Q Hk)].
    intros H Hadm Hempty. apply H; [| assumption | constructor | constructor].
    cbn [part_instances] in Hadm.
    destruct (part_has_words B (Branch a)) eqn:Hw; [assumption |].
    apply admissible_fine. rewrite (proj2 (proj2 (no_runs (blocks D))) a Hw). constructor.
  - intros values outer failed k Q Hk. cbn [empty_arms].
    eapply shows_weaken; [| apply case_sound; exact Hk].
    intros H _ _ Ho Hf. apply H, holds_substitute_cases. now apply Forall_app.
  - intros body Hb values outer failed k Q Hk. cbn [empty_arms].
    eapply shows_weaken; [| apply case_sound, Hb; exact Hk].
    intros H Hadm Hempty Ho Hf. apply H; try assumption. apply holds_substitute_cases. now apply Forall_app.
  - intros t body Hb rest Hr values outer failed k Q Hk. cbn [empty_arms].
    eapply shows_weaken; [| apply shows_both;
      [apply case_sound, Hb; exact Hk | apply (Hr values outer _ k Q Hk)]].
    cbn [arms_instances arms_values]. set (v := map (eval p) values).
    intros [H1 H2] Hadm Hempty Ho Hf. destruct (test_holds v t) eqn:Ht.
    + apply H1; try assumption. apply holds_substitute_cases, Forall_app. split; [assumption |].
      now apply taken_cases_hold; [apply cases_of_holds |].
    + apply H2; try assumption. now apply fail_holds; [| apply cases_of_holds, negated_holds].
Qed.

Lemma nothing_shown p : shows p False (fun _ _ => None).
Proof. intros rows st st' _ _. discriminate. Qed.

Variables (third : state) (Hlasting : lasting D second = Some third).

Lemma second_holds p : admitted D p -> facts_hold p second.
Proof.
  intros [_ Hc].
  now destruct (meaning_sound D p _ _ Hmeaning Hc (first_holds first_state Hfirst _)).
Qed.

(** No pass is empty. *)
Lemma body_not_empty p body : admitted D p -> endless D = Some body -> units_values B p body <> [].
Proof.
  intros Hp Hbody Hempty. pose proof Hlasting as H. unfold lasting in H.
  apply ending_endless in Hbody as Hending. rewrite Hending in H.
  destruct (empty_sound p) as (Hunits & _).
  specialize (Hunits body (map variable (seq 0 N)) _ False (nothing_shown _)).
  pose proof (eval_variables p) as Hv. rewrite (proj1 Hp) in Hv. rewrite Hv in Hunits.
  destruct (Hunits _ _ _ (proj2 Hp) (second_holds p Hp) H) as [Hno _].
  apply Hno; [| assumption]. apply Forall_forall. intros i Hi.
  apply (all_admissible D Hformed first_state Hfirst second Hmeaning p 1); [assumption |].
  unfold instances. rewrite Hending.
  apply in_or_app. right. cbn [repeat concat]. now rewrite app_nil_r.
Qed.

Lemma pass_not_empty p s k : admitted D p -> carrying D = Some s ->
  arms_values B (pass_at s p k) (passing s) <> [].
Proof.
  intros Hp Hs Hempty. pose proof Hlasting as H. unfold lasting in H.
  pose proof (first_states_fine D Hformed first_state Hfirst second Hmeaning p Hp s Hs k) as Hbounds.
  apply ending_carrying in Hs as Hending. rewrite Hending in H. destruct (pass_at_extends s p k) as (x & Hx).
  pose proof (conditions_extend D Hformed p [x] Hp) as Hc. rewrite <- Hx in Hc.
  destruct (empty_sound (pass_at s p k)) as (_ & _ & Harms).
  specialize (Harms (passing s) (map variable (seq 0 (S N))) (bounds N s) [] _ False (nothing_shown _)).
  assert (Hv : map (eval (pass_at s p k)) (map variable (seq 0 (S N))) = pass_at s p k).
  { rewrite <- (proj1 Hp). replace (S (length p)) with (length (pass_at s p k))
      by (rewrite Hx, app_length; simpl; lia). apply eval_variables. }
  rewrite Hv in Harms.
  destruct (meaning_sound D _ _ _ Hmeaning Hc (first_holds first_state Hfirst _)) as (Hsecond & _).
  destruct (Harms _ _ _ Hc Hsecond H) as [Hno _].
  apply Hno; [| assumption | assumption | constructor]. apply Forall_forall. intros i Hi.
  apply (all_admissible D Hformed first_state Hfirst second Hmeaning p (S k)); [assumption |].
  unfold instances. rewrite Hending. apply in_or_app. right. apply in_flat_map. exists k.
  split; [apply in_seq; lia | exact Hi].
Qed.

Lemma third_holds p : admitted D p -> facts_hold p third.
Proof.
  intros Hp. pose proof Hlasting as H. unfold lasting in H. destruct (empty_sound p) as (Hunits & _ & Harms).
  destruct (ending_of D) as [| body | s].
  - injection H as <-. now apply second_holds.
  - apply (Hunits body _ _ False (nothing_shown _) _ _ _ (proj2 Hp) (second_holds p Hp) H).
  - apply (Harms (passing s) _ _ _ _ False (nothing_shown _) _ _ _ (proj2 Hp) (second_holds p Hp) H).
Qed.

End NotEmpty.
