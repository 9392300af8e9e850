(** The theorem: if the checker accepts, then for all parameters that satisfy the order conditions
    and all positions the described value is the value of the game. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Past Places Follows Walk Split Sweep Chain
  Checker Meaning NotEmpty Largest Blocks.
Import ListNotations.
Local Open Scope Z_scope.

(** Each position lies in an instance. *)
Lemma find_instance D l x : (x < length (values_of D l))%nat -> exists A i C,
  l = A ++ i :: C /\ (length (values_of D A) <= x < length (values_of D (A ++ [i])))%nat.
Proof.
  induction l as [| i l IH] using rev_ind; [simpl; lia |]. intros Hx.
  destruct (Nat.lt_ge_cases x (length (values_of D l))) as [Hlt | Hge].
  - destruct (IH Hlt) as (A & j & C & -> & Hj). exists A, j, (C ++ [i]).
    split; [now rewrite <- app_assoc | assumption].
  - exists l, i, []. split; [reflexivity | lia].
Qed.

(** * Passes through the endless loop *)

Section Passes.

Variables (D : description) (p : list Z).

Lemma passes_S n : exists more, passes D p (S n) = passes D p n ++ more.
Proof.
  unfold passes. destruct (ending_of D) as [| body | s].
  - exists []. now rewrite !app_nil_r.
  - exists (units_values (blocks D) p body).
    replace (S n) with (n + 1)%nat by lia. rewrite repeat_app, concat_app. cbn [repeat concat].
    now rewrite app_nil_r, app_assoc.
  - eexists. rewrite seq_S, flat_map_app. apply app_assoc.
Qed.

Lemma passes_more n k : (n <= k)%nat -> exists more, passes D p k = passes D p n ++ more.
Proof.
  induction 1 as [| k _ (more & IH)]; [exists []; now rewrite app_nil_r |].
  destruct (passes_S k) as (last & Hlast). exists (more ++ last).
  now rewrite Hlast, IH, app_assoc.
Qed.

(** n passes have n positions or more. *)
Definition lasts : Prop := forall n, (n <= length (passes D p n))%nat.

Lemma passes_long body : endless D = Some body -> units_values (blocks D) p body <> [] -> lasts.
Proof.
  intros Hbody Hnot_empty n. induction n as [| n IH]; [lia |].
  unfold passes in *. rewrite (ending_endless _ _ Hbody) in *.
  destruct (units_values (blocks D) p body) as [| v values] eqn:Hv; [contradiction |].
  cbn [repeat concat]. rewrite app_length in *. simpl. rewrite app_length. lia.
Qed.

Lemma passes_of_states_long s : carrying D = Some s ->
  (forall k, arms_values (blocks D) (pass_at s p k) (passing s) <> []) -> lasts.
Proof.
  intros Hs Hnot_empty n. induction n as [| n IH]; [lia |].
  unfold passes in *. rewrite (ending_carrying _ _ Hs) in *.
  rewrite seq_S, flat_map_app. cbn [flat_map]. rewrite app_nil_r, Nat.add_0_l, !app_length in *.
  specialize (Hnot_empty n). destruct (arms_values _ _ _); [contradiction |]. simpl. lia.
Qed.

Hypothesis Hlasts : lasts.

Lemma described_prefix n x : (x < n)%nat -> nth x (passes D p n) O = described D p x.
Proof.
  intros Hx. destruct (passes_more (S x) n Hx) as (more & ->).
  apply app_nth1. exact (Hlasts (S x)).
Qed.

End Passes.

(** * The moves of a case *)

Lemma with_moves_formed D l : incl (flat_map entry_ends l) (ends_of D) -> well_formed D = true ->
  well_formed (with_moves D l) = true.
Proof.
  unfold well_formed. rewrite !andb_true_iff.
  intros Hincl (((((H1 & H2) & H3) & H0) & H4) & H5). repeat split; try assumption.
  rewrite forallb_forall in *. intros s Hs. now apply H3, Hincl.
Qed.

Lemma same_moves D p l :
  (forall s, In s (flat_map (sizes p) l) <-> In s (flat_map (sizes p) (moves D))) ->
  forall s, In s (moves_at (with_moves D l) p) <-> In s (moves_at D p).
Proof.
  intros H s. unfold moves_at. cbn [moves with_moves]. rewrite !in_map_iff.
  split; intros (t & Ht & Hin); exists t; (split; [assumption | now apply H]).
Qed.

Lemma different_moves D p l : (forall s, In s (flat_map (sizes p) l) -> 1 <= s) ->
  NoDup (flat_map (sizes p) l) -> NoDup (moves_at (with_moves D l) p).
Proof.
  unfold moves_at. cbn [moves with_moves]. intros Hall H.
  induction H as [| s m Hs H IH]; [constructor |]. cbn [map]. constructor.
  - intros Hin. apply in_map_iff in Hin as (t & Ht & Hin). apply Hs.
    pose proof (Hall s (or_introl eq_refl)). pose proof (Hall t (or_intror Hin)).
    now replace s with t by lia.
  - apply IH. intros t Ht. apply Hall. now right.
Qed.

(** * Where the blocks of a description were shown *)

Section Shown.

Variables (D : description) (kept : list move_case) (first_state last : state).
Hypothesis Hformed : well_formed D = true.
Hypothesis shown : blocks_check D kept first_state = Some last.

(** The rule was shown throughout the block at this place, in this case. *)
Definition shown_of_place (it : move_case) (pl : place) : Prop := exists st st',
  facts st = [] /\
  block_check (with_moves D (snd it)) (index (table D)) (conditions D ++ fst it) pl st = Some st'.

(** Everything that the checker asks was shown. *)
Lemma shown_parts it pl : In it kept -> In pl (units_table D) ->
  shown_of_place it pl.
Proof.
  revert it pl. pose proof shown as H. unfold blocks_check, then_ in H.
  destruct (expect_seal first_state) as [second |] eqn:Hsealed; [| discriminate].
  assert (Hseal : forall st st', expect_seal st = Some st' -> facts st' = []).
  { intros st st'. unfold expect_seal. destruct (answers st) as [| [] rest]; try discriminate.
    now intros [= <-]. }
  apply (try_each_sound (fun st => facts st = []) (fun it => forall pl, In pl (units_table D) ->
    shown_of_place it pl)) in H;
    [| | now apply (Hseal first_state)].
  - destruct H as [_ Hall]. intros it pl Hit. now apply (Hall it).
  - intros it st st' _ Hst Htry.
    apply (try_each_sound (fun st => facts st = []) (shown_of_place it)) in Htry;
        try assumption.
    intros pl a b _ Ha Hb. split; [| now exists a, b].
    unfold block_check in Hb. destruct (words _ _); [now injection Hb as <- |].
    unfold then_ in Hb. destruct (each_case _ _ _ _ _ _) as [c |]; [| discriminate].
    now apply (Hseal c).
Qed.

Variable p : list Z.
Hypothesis Hp : admitted D p.
Hypothesis Hstates : states_fine D p.
Hypothesis Hlengths : forall n, Forall (admissible D) (instances D p n).
Hypothesis Hstart : start_fine D p.
Hypothesis Hmoves : forall e, In e (moves D) -> 1 <= eval p (least_move e).
Hypothesis Hkept : exists it, In it kept /\ case_of D p it.

(** What is described obeys the rule. *)
Lemma passes_obey n x : (x < length (passes D p n))%nat -> matters D p x ->
  obeys (rule_of D) (past_at D p) (moves_at D p) (fun k => nth k (passes D p n) O) x.
Proof.
  intros Hx Hmatters.
  rewrite instances_values in Hx.
  destruct (find_instance _ _ _ Hx) as (A & i & C & Hi & Hin).
  pose proof (units_follow D Hformed p n (proj1 Hp) Hstates) as Hsteps. rewrite Hi in Hsteps.
  apply steps_app in Hsteps as [_ [Hstep _]].
  pose proof Hstep as (pl & Hpl & Hnumber & _ & Hlen & Hcases).
  assert (Hin_i : In i (instances D p n)) by (rewrite Hi; apply in_or_app; right; now left).
  destruct (instances_of_parameters D p n i Hin_i) as (w & Hw).
  pose proof (conditions_extend D Hformed p w Hp) as Hc. rewrite <- Hw in Hc.
  destruct Hkept as (it & Hit & Hholds & Hincl & Hsame & Hdifferent & Hwide).
  destruct (shown_parts it pl Hit Hpl) as (st & st' & Hst & Hblock).
  assert (Hpositive : forall s, In s (flat_map (sizes p) (snd it)) -> 1 <= s)
    by (intros s Hs; apply (sizes_positive p (moves D) Hmoves), Hsame, Hs).
  pose proof (same_moves D p (snd it) Hsame) as Hsizes.
  apply (obeys_same_moves _ _ _ _ _ _ Hsizes).
  apply (block_sound (with_moves D (snd it)) (with_moves_formed D _ Hincl Hformed) p n A i C pl
           (conditions D ++ fst it) st st'); try assumption.
  - apply Hlengths.
  - cbn [rule_of with_moves]. destruct (counts_options (rule_of D)); [right | now left].
    apply different_moves; [assumption | now apply Hdifferent].
  - apply Forall_app. split; [assumption |]. apply Hholds. intros f Hf. rewrite Hw.
    pose proof (moves_extend D Hformed p w (proj1 Hp)) as Hsame_moves.
    exact (proj1 (@map_ext_in_iff _ _ _ _ _) Hsame_moves f Hf).
  - intros Hnone s Hs. apply Hmatters; [exact Hnone | now apply Hsizes].
Qed.

(** If passes through the endless loop have positions, the described sequence is that of the game. *)
Hypothesis Hlasts : lasts D p.
Hypothesis Hpiece : is_piece D = false.

Lemma shown_is_value x : described D p x = game (rule_of D) D p x.
Proof.
  apply value_unique. clear x. intros x.
  assert (Hx : (x < length (passes D p (S x)))%nat)
    by exact (Hlasts (S x)).
  assert (Hmatters : matters D p x) by (intros Hyes; congruence).
  pose proof (passes_obey (S x) x Hx Hmatters) as H.
  unfold obeys in *. unfold described at 1. rewrite H. f_equal. apply map_ext_in. intros s Hs.
  apply possible_In in Hs. apply target_earlier; [lia |]. intros y Hy.
  apply (described_prefix D p Hlasts). lia.
Qed.

End Shown.

(** * Where the whole was accepted *)

(** E is another way to write the sequence of D: if D has a meaning, then for some values of its
    parameters E has one as well, with the same moves, the same start, and the same sequence. *)
Definition stands_for (E D : description) : Prop :=
  forall p body, admitted D p -> endless D = Some body ->
  (forall n, Forall (admissible D) (instances D p n)) -> start_fine D p ->
  units_values (blocks D) p body <> [] ->
  exists q body', admitted E q /\ rule_of E = rule_of D /\ moves E = moves D /\
    map (eval q) (ends_of D) = map (eval p) (ends_of D) /\
    past_at E q = past_at D p /\ start_fine E q /\
    (forall n, Forall (admissible E) (instances E q n)) /\
    endless E = Some body' /\ units_values (blocks E) q body' <> [] /\
    forall x, described E q x = described D p x.

Lemma stands_for_itself D : stands_for D D.
Proof. intros p body Hp Hbody Hlengths Hstart Hnot_empty. now exists p, body. Qed.

(** The moves are the same if their ends are. *)
Lemma same_entry D p q : map (eval q) (ends_of D) = map (eval p) (ends_of D) ->
  forall e, incl (entry_ends e) (ends_of D) ->
  sizes q e = sizes p e /\ eval q (least_move e) = eval p (least_move e) /\
  eval q (greatest_move e) = eval p (greatest_move e).
Proof.
  intros H e Hincl. pose proof (proj1 (@map_ext_in_iff _ _ _ _ _) H) as Heval.
  assert (Hends : forall f, In f (entry_ends e) -> eval q f = eval p f) by (intros f Hf; now apply Heval, Hincl).
  destruct e as [s | a b]; cbn [sizes least_move greatest_move entry_ends] in *.
  - now rewrite (Hends s) by now left.
  - now rewrite (Hends a), (Hends b) by (cbn; tauto).
Qed.

Lemma ends_incl l e : In e l -> incl (entry_ends e) (flat_map entry_ends l).
Proof. intros He f Hf. apply in_flat_map. now exists e. Qed.

Lemma same_sizes D p q l : map (eval q) (ends_of D) = map (eval p) (ends_of D) ->
  incl (flat_map entry_ends l) (ends_of D) -> flat_map (sizes q) l = flat_map (sizes p) l.
Proof.
  intros H Hincl. rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros e He.
  apply (same_entry D); [assumption | exact (incl_tran (ends_incl l e He) Hincl)].
Qed.

Lemma case_of_same D E p q it : rule_of E = rule_of D -> moves E = moves D ->
  map (eval q) (ends_of D) = map (eval p) (ends_of D) -> case_of D p it -> case_of E q it.
Proof.
  intros Hrule Hmoves Hsame (H1 & H2 & H3 & H4 & H5).
  pose proof (proj1 (@map_ext_in_iff _ _ _ _ _) Hsame) as Heval.
  assert (Hends : ends_of E = ends_of D) by (unfold ends_of; now rewrite Hmoves).
  pose proof (same_sizes D p q (snd it) Hsame H2) as Hit.
  pose proof (same_sizes D p q (moves D) Hsame (incl_refl _)) as Hall.
  split; [| split; [| split; [| split]]].
  - intros v Hv. apply H1. intros f Hf. rewrite <- Heval by assumption. apply Hv. now rewrite Hends.
  - now rewrite Hends.
  - now rewrite Hit, Hmoves, Hall.
  - now rewrite Hit, Hrule.
  - intros a b Hin. specialize (H5 a b Hin).
    destruct (same_entry D p q Hsame (Moves a b) (incl_tran (ends_incl _ _ Hin) H2)) as (_ & Ha & Hb).
    cbn [least_move greatest_move] in Ha, Hb. lia.
Qed.

Section Accepted.

Variables (D E : description) (l : list answer).
Hypothesis accepted : check_as D E l = true.

Lemma accepted_formed : well_formed D = true /\ well_formed E = true.
Proof. unfold check_as in accepted. rewrite !andb_true_iff in accepted. tauto. Qed.

Lemma accepted_parts : exists second third kept fourth last,
  meaning D (State [] l) = Some second /\ lasting D second = Some third /\
  move_cases D third = Some (kept, fourth) /\ blocks_check E kept fourth = Some last.
Proof.
  unfold check_as in accepted. apply andb_true_iff in accepted as [_ H]. unfold then_ in H.
  destruct (meaning D (State [] l)) as [second |] eqn:H1; [| discriminate].
  destruct (lasting D second) as [third |] eqn:H2; [| discriminate].
  destruct (move_cases D third) as [[kept fourth] |] eqn:H3; [| discriminate].
  cbn [fst snd] in H. destruct (blocks_check E kept fourth) as [last |] eqn:H4; [| discriminate].
  now exists second, third, kept, fourth, last.
Qed.

Theorem moves_at_least_one p e : admitted D p -> In e (moves D) -> 1 <= eval p (least_move e).
Proof.
  destruct accepted_parts as (second & _ & _ & _ & _ & H1 & _).
  now apply (moves_positive D (State [] l) eq_refl second H1).
Qed.

Theorem lengths_not_negative p n : admitted D p ->
  Forall (admissible D) (instances D p n).
Proof.
  intros Hp. apply Forall_forall. intros i Hi.
  destruct accepted_parts as (second & _ & _ & _ & _ & H1 & _).
  now apply (all_admissible D (proj1 accepted_formed) (State [] l) eq_refl second H1 p n).
Qed.

Lemma start_not_empty p : admitted D p -> start_fine D p.
Proof.
  intros Hp. destruct accepted_parts as (second & _ & _ & _ & _ & H1 & _).
  now apply (start_is_fine D (State [] l) eq_refl second H1).
Qed.

(** The endless loop has positions. *)
Theorem loop_not_empty p body : admitted D p -> endless D = Some body ->
  units_values (blocks D) p body <> [].
Proof.
  destruct accepted_parts as (second & third & _ & _ & _ & H1 & H2 & _).
  now apply (body_not_empty D (proj1 accepted_formed) (State [] l) eq_refl second H1 third H2).
Qed.

(** No pass is empty where one carries a state. *)
Theorem passes_not_empty p s k : admitted D p -> carrying D = Some s ->
  arms_values (blocks D) (pass_at s p k) (passing s) <> [].
Proof.
  destruct accepted_parts as (second & third & _ & _ & _ & H1 & H2 & _).
  now apply (pass_not_empty D (proj1 accepted_formed) (State [] l) eq_refl second H1 third H2).
Qed.

(** The states of all passes are within their bounds. *)
Theorem states_within_bounds p : admitted D p -> states_fine D p.
Proof.
  destruct accepted_parts as (second & _ & _ & _ & _ & H1 & _).
  now apply (first_states_fine D (proj1 accepted_formed) (State [] l) eq_refl second H1).
Qed.

(** For all parameters that satisfy the order conditions, and all positions, the described value is
    the value of the game. *)
Theorem described_is_value p x : stands_for E D -> admitted D p -> endless D <> None ->
  described D p x = game (rule_of D) D p x.
Proof.
  intros Hstands Hp Hendless. destruct accepted_parts as (second & third & kept & fourth & last & _
    & _ & H3 & H4).
  destruct (endless D) as [body |] eqn:Hbody; [| contradiction].
  destruct (Hstands p body Hp Hbody (fun n => lengths_not_negative p n Hp)
              (start_not_empty p Hp) (loop_not_empty p body Hp Hbody))
    as (q & body' & Hq & Hrule & Hmoves & Hsame & Hpast & Hstart & Hlengths & Hbody' & Hnot_empty & Hdescribed).
  assert (Hpositive : forall e, In e (moves E) -> 1 <= eval q (least_move e)).
  { intros e He. rewrite Hmoves in He. destruct (same_entry D p q Hsame e (ends_incl _ _ He)) as (_ & -> & _).
    now apply (moves_at_least_one p). }
  assert (Hkept : exists it, In it kept /\ case_of E q it).
  { destruct (move_cases_sound D p (proj2 Hp) _ _ _ H3) as (it & Hin & Hcase).
    exists it. split; [assumption | now apply (case_of_same D E p q it)]. }
  assert (Hpiece : is_piece E = false).
  { unfold is_piece. now rewrite (ending_endless _ _ Hbody'). }
  rewrite <- Hdescribed, (shown_is_value E kept fourth last (proj2 accepted_formed) H4 q Hq
                            (endless_states_fine E q body' Hbody') Hlengths Hstart Hpositive Hkept
                            (passes_long E q body' Hbody' Hnot_empty) Hpiece).
  unfold game, moves_at. now rewrite Hpast, Hmoves, Hrule, (same_sizes D p q (moves D) Hsame (incl_refl _)).
Qed.

(** What the endless loop stands for is repeated: its length is a period of the game, from the
    position on where it begins. *)
Theorem loop_is_period p body x : stands_for E D -> admitted D p -> endless D = Some body ->
  let period := length (units_values (blocks D) p body) in
  (length (units_values (blocks D) p (preperiod D)) <= x)%nat ->
  game (rule_of D) D p (x + period) = game (rule_of D) D p x.
Proof.
  intros Hstands Hp Hbody period Hx.
  assert (Hendless : endless D <> None) by congruence.
  rewrite <- !described_is_value by assumption.
  pose proof (loop_not_empty p body Hp Hbody) as Hnot_empty.
  pose proof (passes_long D p body Hbody Hnot_empty) as Hlasts.
  rewrite <- (described_prefix D p Hlasts (S (S (x + period))) (x + period)) by lia.
  rewrite <- (described_prefix D p Hlasts (S (x + period)) x) by lia.
  unfold passes. rewrite (ending_endless _ _ Hbody). set (n := S (x + period)). cbn [repeat concat].
  rewrite app_nth2 by lia. rewrite app_nth2 by (fold period; lia).
  rewrite app_nth2 by lia. f_equal. fold period. lia.
Qed.

End Accepted.

(** * Where passes carry a state *)

Section States.

Variables (D : description) (l : list answer) (s : state_loop) (p : list Z).
Hypothesis accepted : check D l = true.
Hypothesis Hs : carrying D = Some s.
Hypothesis Hp : admitted D p.

Lemma passes_last : lasts D p.
Proof. exact (passes_of_states_long D p s Hs (fun k => passes_not_empty D D l accepted p s k Hp Hs)). Qed.

(** The described value is the value of the game. *)
Theorem carrying_is_value x : described D p x = game (rule_of D) D p x.
Proof.
  destruct (accepted_parts D D l accepted)
    as (second & third & kept & fourth & last & _ & _ & H3 & H4).
  apply (shown_is_value D kept fourth last (proj1 (accepted_formed D D l accepted)) H4 p Hp
           (states_within_bounds D D l accepted p Hp)
           (fun n => lengths_not_negative D D l accepted p n Hp) (start_not_empty D D l accepted p Hp)
           (fun e => moves_at_least_one D D l accepted p e Hp)
           (move_cases_sound D p (proj2 Hp) _ _ _ H3) passes_last).
  unfold is_piece. now rewrite (ending_carrying _ _ Hs).
Qed.

(** From pass i on there are the same passes as from pass i + n on. *)
Lemma same_passes i n : pass_at s p (i + n) = pass_at s p i -> forall m,
  passes D p (i + n + m) = passes D p (i + n) ++ skipn (length (passes D p i)) (passes D p (i + m)).
Proof.
  intros Hreturns m. assert (Hlater : forall k, pass_at s p (i + n + k) = pass_at s p (i + k)).
  { induction k as [| k IH]; [now rewrite !Nat.add_0_r |]. rewrite !Nat.add_succ_r. cbn [pass_at].
    now rewrite IH. }
  set (write := fun k => arms_values (blocks D) (pass_at s p k) (passing s)).
  assert (Hmore : forall k, passes D p (k + m) = passes D p k ++ flat_map write (seq k m)).
  { intros k. unfold passes. rewrite (ending_carrying _ _ Hs), seq_app, flat_map_app.
    apply app_assoc. }
  rewrite !Hmore, skipn_app, skipn_all, Nat.sub_diag. cbn [app skipn]. f_equal.
  clear Hmore. induction m as [| m IH]; [reflexivity |].
  rewrite !seq_S, !flat_map_app, IH. cbn [flat_map]. unfold write. now rewrite Hlater.
Qed.

(** If the state of pass i is that of pass i + n as well, the number of positions from the one to the other is a
    period of the game, from the position on where pass i begins. *)
Theorem returning_is_period i n x : pass_at s p (i + n) = pass_at s p i ->
  (length (passes D p i) <= x)%nat ->
  let period := (length (passes D p (i + n)) - length (passes D p i))%nat in
  game (rule_of D) D p (x + period) = game (rule_of D) D p x.
Proof.
  intros Hreturns Hx period. rewrite <- !carrying_is_value.
  destruct (passes_more D p i (i + n) ltac:(lia)) as (more & Hmore).
  assert (Hlength : (length (passes D p (i + n)) = length (passes D p i) + period)%nat).
  { unfold period. rewrite Hmore, app_length. lia. }
  set (m := S (x + period)).
  rewrite <- (described_prefix D p passes_last (i + n + m) (x + period)) by lia.
  rewrite <- (described_prefix D p passes_last (i + m) x) by lia.
  rewrite (same_passes i n Hreturns m), app_nth2 by lia.
  destruct (passes_more D p i (i + m) ltac:(lia)) as (others & ->).
  rewrite skipn_app, skipn_all, Nat.sub_diag. cbn [app skipn]. rewrite app_nth2 by lia. f_equal. lia.
Qed.

End States.

(** Of a finite piece, each position whose options all lie in it obeys the rule. *)
Theorem piece_obeys D l p x : check D l = true -> admitted D p -> is_piece D = true ->
  (x < length (passes D p 0))%nat -> (forall s, In s (moves_at D p) -> (s <= x)%nat) ->
  obeys (rule_of D) None (moves_at D p) (fun k => nth k (passes D p 0) O) x.
Proof.
  intros accepted Hp Hpiece Hx Hall.
  assert (Hnone : past_at D p = None).
  { destruct (formed D (proj1 (accepted_formed D D l accepted))) as (_ & _ & _ & Hstart & _).
    unfold start_formed in Hstart. unfold past_at. rewrite Hpiece in Hstart.
    destruct (start D); [| reflexivity]. cbn [negb] in Hstart. now rewrite andb_false_r in Hstart. }
  rewrite <- Hnone.
  destruct (accepted_parts D D l accepted)
    as (second & third & kept & fourth & last & _ & _ & H3 & H4).
  apply (passes_obey D kept fourth last (proj1 (accepted_formed D D l accepted)) H4 p Hp
           (states_within_bounds D D l accepted p Hp)
           (fun n => lengths_not_negative D D l accepted p n Hp) (start_not_empty D D l accepted p Hp)
           (fun e => moves_at_least_one D D l accepted p e Hp)
           (move_cases_sound D p (proj2 Hp) _ _ _ H3)); [assumption |].
  now intros _.
Qed.

(** For a given description D: that parameters satisfy its conditions, and that its moves are those
    written. *)
Ltac admit_parameters D :=
  split; [reflexivity |];
  cbv [D all_hold conditions];
  repeat (apply Forall_cons; [cbv [holds eval constant coefficients dot]; lia |]);
  apply Forall_nil.

Ltac name_moves D :=
  cbv [D moves_at moves flat_map sizes eval constant coefficients dot];
  first
    [ cbv [map app]; repeat (apply f_equal2; [lia |]); reflexivity
    | apply f_equal;
      repeat (apply f_equal2; [first [apply f_equal2; [lia | reflexivity] | apply f_equal2; lia] |]);
      reflexivity ].
