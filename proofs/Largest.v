(** Some move is the largest; and if options are counted, no two entries have a move in common. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Ranges Places Follows Walk Split Sweep Chain
  Checker Overlaps.
Import ListNotations.
Local Open Scope Z_scope.

Lemma NoDup_app {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall a, In a l -> ~ In a l') ->
  NoDup (l ++ l').
Proof.
  intros H H' Hapart. induction H as [| a l Ha H IH]; [assumption |]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [Hin | Hin]; [contradiction | now apply (Hapart a (or_introl eq_refl))].
  - apply IH. intros b Hb. apply Hapart. now right.
Qed.

Section Largest.

Variable D : description.

Lemma first_maximum (l : list Z) : l <> [] -> exists i, (i < length l)%nat /\
  forall j, (j < length l)%nat ->
    ((j < i)%nat -> nth j l 0 < nth i l 0) /\ ((i <= j)%nat -> nth j l 0 <= nth i l 0).
Proof.
  induction l as [| a l IH]; intros Hne; [contradiction |].
  destruct l as [| b l].
  - exists O. simpl. split; [lia |]. intros [| j] Hj; lia.
  - destruct (IH ltac:(discriminate)) as (i & Hi & Hmax). set (r := b :: l) in *. clearbody r.
    clear IH Hne.
    destruct (Z_lt_le_dec a (nth i r 0)) as [Hlt | Hle].
    + exists (S i). split; [simpl; lia |]. intros [| j] Hj.
      * cbn [nth]. split; intros; lia.
      * cbn [nth length] in *. destruct (Hmax j ltac:(lia)).
        split; intros; [apply H | apply H0]; lia.
    + exists O. split; [simpl; lia |].
      intros [| j] Hj; cbn [nth length] in *; [split; intros; lia |].
      destruct (Hmax j ltac:(lia)) as [H1 H2]. split; intros; [lia |].
      destruct (Nat.lt_ge_cases j i) as [Hji | Hji]; [specialize (H1 Hji) | specialize (H2 Hji)];
        lia.
Qed.

(** Do the moves have the values there that they have at p? *)
Definition at_moves (p v : list Z) : Prop := forall f, In f (ends_of D) -> eval v f = eval p f.

Definition always (p : list Z) (l : list constraint) : Prop := forall v, at_moves p v -> all_hold v l.

Lemma always_here p l : always p l -> all_hold p l.
Proof. intros H. apply H. now intros f _. Qed.

Lemma always_app p l l' : always p l -> always p l' -> always p (l ++ l').
Proof. intros H H' v Hv. apply Forall_app. split; [now apply H | now apply H']. Qed.

Lemma always_one p c : (forall v, at_moves p v -> holds v c) -> always p [c].
Proof. intros H v Hv. constructor; [now apply H | constructor]. Qed.

(** The case is that of the point p. *)
Definition case_of (p : list Z) (it : move_case) : Prop :=
  always p (fst it) /\ incl (flat_map entry_ends (snd it)) (ends_of D) /\
  (forall s, In s (flat_map (sizes p) (snd it)) <-> In s (flat_map (sizes p) (moves D))) /\
  (counts_options (rule_of D) = true -> NoDup (flat_map (sizes p) (snd it))) /\
  (forall a b, In (Moves a b) (snd it) -> eval p a <= eval p b).

Lemma greatest_in l : incl (flat_map entry_ends l) (ends_of D) ->
  forall f, In f (map greatest_move l) -> In f (ends_of D).
Proof.
  intros Hincl f Hf. apply in_map_iff in Hf as (e & <- & He). apply Hincl, in_flat_map.
  exists e. split; [assumption | apply greatest_in_ends].
Qed.

Lemma inside_sound {A} p holding new (go_on : list constraint -> state -> option A) otherwise st r :
  all_hold p (conditions D) -> always p holding ->
  inside D holding new go_on otherwise st = Some r -> exists st',
  (go_on (holding ++ new) st' = Some r \/ otherwise st' = Some r) /\
  (all_hold p new -> go_on (holding ++ new) st' = Some r).
Proof.
  intros Hc Hh H. unfold inside in H. apply then_some in H as ([open st'] & Henter & H).
  cbn [fst snd] in H. exists st'. split; [destruct open; tauto |]. intros Hnew.
  assert (Hall : all_hold p (conditions D ++ holding ++ new)).
  { apply Forall_app. split; [assumption |]. apply Forall_app.
    split; [now apply always_here | assumption]. }
  now rewrite (enter_sound _ p _ _ _ _ _ Hall Henter) in H.
Qed.

Section Largest_of.

Variable l : list form.
Hypothesis Hincl : incl l (ends_of D).

Definition is_largest (p : list Z) (index : nat) : Prop :=
  (index < length l)%nat /\
  forall j, (j < length l)%nat ->
    let s := eval p (nth j l zero) in
    let largest := eval p (nth index l zero) in
    ((j < index)%nat -> s < largest) /\ ((index <= j)%nat -> s <= largest).

Lemma some_largest p : l <> [] -> exists index, is_largest p index.
Proof.
  intros Hne. destruct (first_maximum (map (eval p) l)) as (i & Hi & Hmax).
  - now destruct l.
  - rewrite map_length in Hi, Hmax. exists i. split; [assumption |]. intros j Hj.
    specialize (Hmax j Hj). rewrite <- (eval_zero p), !map_nth in Hmax. exact Hmax.
Qed.

Lemma comparisons_sound p index others : is_largest p index -> forall kept,
  comparisons l index others = Some kept -> all_hold p kept.
Proof.
  intros (Hindex & Hmax). induction others as [| n others IH]; intros kept H;
    cbn [comparisons] in H.
  - injection H as <-. constructor.
  - destruct (nth_error l index) as [each |] eqn:Heach; [| discriminate].
    destruct (nth_error l n) as [other |] eqn:Hother; [| discriminate].
    destruct (comparisons l index others) as [rest |]; [| discriminate]. injection H as <-.
    constructor; [| now apply IH].
    assert (Hn : (n < length l)%nat) by (apply nth_error_Some; congruence).
    destruct (Hmax n Hn) as [H1 H2].
    rewrite (nth_error_nth _ _ _ Heach), (nth_error_nth _ _ _ Hother) in *.
    destruct (Nat.ltb_spec n index).
    + apply holds_below. auto.
    + apply holds_at_least. auto.
Qed.

(** Whatever the values of the variables are, if the moves have these values. *)
Lemma same_largest p v index : at_moves p v -> is_largest p index -> is_largest v index.
Proof.
  intros Hsame (Hindex & Hmax). split; [assumption |]. intros j Hj.
  assert (Hnth : forall k, eval v (nth k l zero) = eval p (nth k l zero)).
  { intros k. destruct (nth_in_or_default k l zero) as [Hin | ->].
    - now apply Hsame, Hincl.
    - now rewrite !eval_zero. }
  cbv zeta. rewrite !Hnth. now apply Hmax.
Qed.

End Largest_of.

Section Largest_cases.

Variable l : list entry.
Hypothesis Hincl : incl (flat_map entry_ends l) (ends_of D).
Variables (p : list Z) (holding : list constraint).
Hypothesis Hc : all_hold p (conditions D).
Hypothesis Hcase : case_of p (holding, l).

Lemma largest_sound : forall indices st cases st',
  largest D l holding indices st = Some (cases, st') ->
  (exists index, In index indices /\ is_largest (map greatest_move l) p index) ->
  exists it, In it cases /\ case_of p it.
Proof.
  induction indices as [| index indices IH]; intros st cases st' H (i & Hin & Hi);
    [contradiction |].
  cbn [largest] in H. destruct (answers st) as [| [] rest]; try discriminate.
  apply then_some in H as (kept & Hkept & H).
  apply (inside_sound p) in H as (st1 & Hway & Hopen); [| assumption | apply Hcase].
  destruct Hin as [-> | Hin].
  - pose proof (comparisons_sound _ p i others Hi kept Hkept) as Hall. specialize (Hopen Hall).
    destruct (largest D l holding indices st1) as [[cases' s2] |]; [| discriminate].
    injection Hopen as <- _. eexists. split; [now left |].
    destruct Hcase as (H1 & H2). split; [| exact H2]. apply always_app; [exact H1 |].
    intros v Hv.
    exact (comparisons_sound _ v i others (same_largest _ (greatest_in l Hincl) p v i Hv Hi) kept Hkept).
  - destruct Hway as [Hway | Hway].
    + destruct (largest D l holding indices st1) as [[cases' s2] |] eqn:Hrest; [| discriminate].
      injection Hway as <- _.
      destruct (IH _ _ _ Hrest (ex_intro _ i (conj Hin Hi))) as (it & Hit & Hof).
      exists it. split; [now right | assumption].
    + exact (IH _ _ _ Hway (ex_intro _ i (conj Hin Hi))).
Qed.

Lemma largest_cases_sound st cases st' :
  largest_cases D l holding st = Some (cases, st') -> exists it, In it cases /\ case_of p it.
Proof.
  intros H. unfold largest_cases in H. destruct l as [| s l'] eqn:Hl.
  - injection H as <- <-. eexists. split; [now left | exact Hcase].
  - rewrite <- Hl in *. apply (largest_sound _ _ _ _ H).
    destruct (some_largest _ (greatest_in l Hincl) p) as (i & Hi); [rewrite Hl; discriminate |].
    exists i. split; [| assumption]. apply in_seq. destruct Hi as [Hi _]. rewrite map_length in Hi. lia.
Qed.

End Largest_cases.

(** * Moves in common *)

Section Disjoint.

Variable p : list Z.
Hypothesis Hc : all_hold p (conditions D).

Local Notation sizes_of := (flat_map (sizes p)).

(** These entries have all moves, and each of them has some. *)
Definition all_moves (l : list entry) : Prop :=
  incl (flat_map entry_ends l) (ends_of D) /\
  (forall s, In s (sizes_of l) <-> In s (sizes_of (moves D))) /\
  (forall e, In e l -> has_moves p e).

Definition leads_to_case (cases : list move_case) : Prop := exists it, In it cases /\ case_of p it.

Lemma leads_to_case_app l l' : leads_to_case l \/ leads_to_case l' -> leads_to_case (l ++ l').
Proof. intros [(it & H & Hof) | (it & H & Hof)]; exists it; rewrite in_app_iff; tauto. Qed.

Lemma each_way_sound {A} (go_on : A -> list constraint -> state -> option (list move_case * state))
    holding ways :
  always p holding ->
  (forall way a, In (way, a) ways -> all_hold p way -> forall st cases st',
     go_on a (holding ++ way) st = Some (cases, st') -> leads_to_case cases) ->
  forall st open cases st', each_way D ways go_on holding st = Some (open, cases, st') ->
  (exists it, In it ways /\ all_hold p (fst it)) -> open = true /\ leads_to_case cases.
Proof.
  intros Hh. induction ways as [| [way a] ways IH]; intros Hgo st open cases st' H (it & Hin & Hit);
    [destruct Hin |]. cbn [each_way] in H.
  apply then_some in H as ([somewhere s1] & Henter & H). apply then_some in H as ([here s2] & Hhere & H).
  apply then_some in H as ([[more_open more] s3] & Hmore & H). cbn [fst snd] in *. injection H as <- <- _.
  destruct Hin as [<- | Hin].
  - cbn [fst] in Hit. apply (enter_sound _ p) in Henter.
    + subst somewhere. split; [reflexivity |]. apply leads_to_case_app. left.
      now apply (Hgo way a (or_introl eq_refl) Hit) in Hhere.
    + apply Forall_app. split; [assumption |]. apply Forall_app. split; [now apply always_here | assumption].
  - apply IH in Hmore as [-> Hmore].
    + split; [apply orb_true_r | apply leads_to_case_app; now right].
    + intros way' a' Hin'. apply Hgo. now right.
    + now exists it.
Qed.

(** Constraints on the moves hold wherever these are the same. *)
Lemma always_compares l way : incl l (ends_of D) -> Forall (compares l) way -> all_hold p way -> always p way.
Proof.
  intros Hincl Hway Hp v Hv. unfold all_hold in *. rewrite Forall_forall in *. intros c Hin.
  apply (compares_holds l p); auto.
Qed.

(** Two entries in the place of which one stands. *)
Lemma all_moves_joined A e C e' E joined : all_moves (A ++ e :: C ++ e' :: E) ->
  incl (entry_ends joined) (entry_ends e ++ entry_ends e') -> has_moves p joined ->
  (forall s, In s (sizes p joined) <-> In s (sizes p e) \/ In s (sizes p e')) ->
  all_moves (A ++ joined :: C ++ E).
Proof.
  intros (Hends & Hsizes & Hmoves) Hjoined_ends Hjoined_moves Hjoined. split; [| split].
  - intros f Hf. rewrite !flat_map_app in Hf. cbn [flat_map] in Hf. rewrite flat_map_app, !in_app_iff in Hf.
    apply Hends. rewrite !flat_map_app. cbn [flat_map]. rewrite flat_map_app. cbn [flat_map].
    rewrite !in_app_iff. specialize (Hjoined_ends f). rewrite in_app_iff in Hjoined_ends. tauto.
  - intros s. rewrite <- Hsizes, !flat_map_app. cbn [flat_map]. rewrite !flat_map_app. cbn [flat_map].
    rewrite !in_app_iff, Hjoined. tauto.
  - intros g Hg. apply in_app_or in Hg as [Hg | [<- | Hg]]; [| assumption |]; apply Hmoves.
    + apply in_or_app. now left.
    + apply in_app_or in Hg. apply in_or_app. right. right. apply in_or_app. cbn. tauto.
Qed.

Lemma all_moves_case l holding : always p holding -> all_moves l -> NoDup (sizes_of l) ->
  case_of p (holding, l).
Proof.
  intros Hh (Hends & Hsizes & Hmoves) Hnone. repeat split; try assumption; try now apply Hsizes.
  - intros _. assumption.
  - intros a b Hin. exact (Hmoves _ Hin).
Qed.

Lemma sizes_NoDup e : NoDup (sizes p e).
Proof.
  destruct e as [s | a b]; cbn [sizes]; [constructor; [intros [] | constructor] |].
  unfold range. apply FinFun.Injective_map_NoDup; [| apply seq_NoDup]. intros i j. lia.
Qed.

(** Those in [done] have no moves in common with each other and with all others, the first one none with
    those in [passed]. *)
Definition so_far (done : list entry) (first : entry) (passed rest : list entry) : Prop :=
  all_moves (done ++ first :: passed ++ rest) /\ NoDup (sizes_of done) /\
  (forall s, In s (sizes_of done) -> ~ In s (sizes p first) /\ ~ In s (sizes_of (passed ++ rest))) /\
  (forall s, In s (sizes p first) -> ~ In s (sizes_of passed)).

Lemma so_far_first first rest : all_moves (first :: rest) -> so_far [] first [] rest.
Proof.
  intros H. split; [exact H |]. split; [constructor |]. split; [intros s [] | intros s _ []].
Qed.

Lemma so_far_done done first passed : so_far done first passed [] ->
  NoDup (sizes_of (done ++ [first])) /\
  forall s, In s (sizes_of (done ++ [first])) -> ~ In s (sizes_of passed).
Proof.
  intros (_ & Hnone & Hdone & Hfirst). rewrite app_nil_r in Hdone. rewrite flat_map_app. cbn [flat_map].
  rewrite app_nil_r. split.
  - apply NoDup_app; [assumption | apply sizes_NoDup |]. intros s Hs. now apply Hdone.
  - intros s Hs. apply in_app_or in Hs as [Hs | Hs]; [now apply Hdone | now apply Hfirst].
Qed.

Lemma so_far_next done first next passed : so_far done first (next :: passed) [] ->
  so_far (done ++ [first]) next [] passed.
Proof.
  intros H. destruct (so_far_done _ _ _ H) as [Hnone Hapart]. destruct H as (Hall & _).
  rewrite app_nil_r in Hall. split; [now rewrite <- app_assoc |]. split; [assumption |].
  split; [| intros s _ []]. intros s Hs. specialize (Hapart s Hs). cbn [flat_map app] in *.
  rewrite in_app_iff in Hapart. tauto.
Qed.

Lemma so_far_passed done first passed second rest : so_far done first passed (second :: rest) ->
  (forall s, In s (sizes p first) -> ~ In s (sizes p second)) -> so_far done first (passed ++ [second]) rest.
Proof.
  intros (Hall & Hnone & Hdone & Hfirst) Hsecond. unfold so_far. rewrite <- app_assoc. cbn [app].
  split; [assumption |]. split; [assumption |]. split; [assumption |].
  intros s Hs. rewrite flat_map_app. cbn [flat_map]. rewrite app_nil_r, in_app_iff.
  specialize (Hfirst s Hs). specialize (Hsecond s Hs). tauto.
Qed.

Lemma so_far_same done first passed second rest : so_far done first passed (second :: rest) ->
  (forall s, In s (sizes p first) <-> In s (sizes p first) \/ In s (sizes p second)) ->
  so_far done first passed rest.
Proof.
  intros (Hall & Hnone & Hdone & Hfirst) Hsame. split; [| split; [assumption | split; [| assumption]]].
  - apply (all_moves_joined _ _ _ _ _ first) in Hall; [assumption | | | assumption].
    + intros f Hf. apply in_or_app. now left.
    + apply Hall. apply in_or_app. right. now left.
  - intros s Hs. destruct (Hdone s Hs) as [H1 H2]. split; [assumption |].
    rewrite flat_map_app, in_app_iff in *. cbn [flat_map] in H2. rewrite in_app_iff in H2. tauto.
Qed.

Lemma disjoint_sound fuel : forall done first passed rest holding st cases st',
  always p holding -> so_far done first passed rest ->
  disjoint D fuel done first passed rest holding st = Some (cases, st') -> leads_to_case cases.
Proof.
  induction fuel as [| fuel IH]; intros done first passed rest holding st cases st' Hh Hsofar H;
    cbn [disjoint] in H; [destruct rest; discriminate |].
  destruct rest as [| second rest].
  - destruct passed as [| next passed].
    + pose proof (so_far_done _ _ _ Hsofar) as [Hnone _]. destruct Hsofar as (Hall & _).
      apply (largest_cases_sound (done ++ [first]) (proj1 Hall) p holding Hc) in H; [exact H |].
      now apply all_moves_case.
    + apply (IH _ _ _ _ _ _ _ _ Hh (so_far_next _ _ _ _ Hsofar) H).
  - cbv zeta in H. apply then_some in H as ([[open found] s1] & Hways & H). cbn [fst snd] in H.
    pose proof Hsofar as (Hall & _). pose proof Hall as (Hends & _ & Hmoves).
    assert (Hfirst : has_moves p first) by (apply Hmoves, in_or_app; right; now left).
    assert (Hsecond : has_moves p second)
      by (apply Hmoves, in_or_app; right; right; apply in_or_app; right; now left).
    assert (Hends_two : incl (entry_ends first ++ entry_ends second) (ends_of D)).
    { apply (incl_tran (m := flat_map entry_ends (done ++ first :: passed ++ second :: rest))); [| assumption].
      intros f. rewrite flat_map_app. cbn [flat_map]. rewrite flat_map_app. cbn [flat_map].
      rewrite !in_app_iff. tauto. }
    set (ways := filter _ _) in Hways.
    assert (Hfound : (exists it, In it ways /\ all_hold p (fst it)) -> open = true /\ leads_to_case found).
    { intros Hit. refine (each_way_sound _ _ _ Hh _ _ _ _ _ Hways Hit).
      intros way joined Hin Hway st1 cs st2 Hgo. apply filter_In in Hin as [Hin _].
      destruct (overlaps_compare _ _ _ _ Hin) as [Hcompare Hjoined_ends].
      destruct (overlaps_joined _ _ p Hfirst Hsecond _ _ Hin Hway) as [Hjoined_moves Hjoined].
      assert (Hholds : always p (holding ++ way))
        by (apply always_app; [assumption | now apply (always_compares _ _ Hends_two)]).
      destruct (same_entries joined first) eqn:Hsame.
      - apply (IH _ _ _ _ _ _ _ _ Hholds) in Hgo; [assumption |].
        apply (so_far_same _ _ _ second); [assumption |].
        apply (same_entries_sound p) in Hsame. now rewrite Hsame in Hjoined.
      - pose proof (all_moves_joined _ _ _ _ _ joined Hall Hjoined_ends Hjoined_moves Hjoined) as Hnew.
        destruct (done ++ joined :: passed ++ rest) as [| e l]; [discriminate |].
        apply (IH _ _ _ _ _ _ _ _ Hholds (so_far_first _ _ Hnew) Hgo). }
    assert (Hdistinct : (exists c, In c (apart first second) /\ holds p c) -> forall holds st cases st',
      always p holds -> disjoint D fuel done first (passed ++ [second]) rest holds st = Some (cases, st') ->
      leads_to_case cases).
    { intros (c & Hin & Hcp) holds' st1 cs st2 Hholds Hgo.
      apply (IH _ _ _ _ _ _ _ _ Hholds) in Hgo; [assumption |].
      apply so_far_passed; [assumption |]. now apply (apart_disjoint _ _ p c). }
    destruct (overlaps_all first second p) as [(it & Hin & Hit) | Hapart].
    + destruct Hfound as [-> Hleads].
      { exists it. split; [| assumption]. apply filter_In. split; [assumption |]. apply negb_true_iff.
        destruct (existsb is_never (fst it)) eqn:Hnever; [exfalso | reflexivity].
        apply existsb_exists in Hnever as (c & Hc_in & Hnever). apply (is_never_sound p) in Hnever.
        apply Hnever. now apply (proj1 (Forall_forall _ _) Hit). }
      apply then_some in H as ([[more_open more] s2] & _ & H). injection H as <- _.
      apply leads_to_case_app. now left.
    + destruct open; [| now apply (Hdistinct Hapart holding s1 cases st')].
      apply then_some in H as ([[more_open more] s2] & Hmore & H). cbn [fst snd] in H. injection H as <- _.
      apply leads_to_case_app. right.
      refine (proj2 (each_way_sound _ _ _ Hh _ _ _ _ _ Hmore _)).
      * intros way [] Hin Hway st1 cs st2 Hgo. apply in_map_iff in Hin as (c & [= <-] & Hin).
        apply Forall_inv in Hway as Hcp.
        refine (Hdistinct (ex_intro _ c (conj Hin Hcp)) _ _ _ _ _ Hgo).
        apply always_app; [assumption |]. apply (always_compares _ _ Hends_two); [| now constructor].
        constructor; [now apply apart_compare | constructor].
      * destruct Hapart as (c & Hin & Hcp). exists ([c], tt).
        split; [now apply (in_map (fun c => ([c], tt))) |].
        now constructor.
Qed.


Lemma entry_cases_sound l holding st cases st' : always p holding -> all_moves l ->
  entry_cases D l holding st = Some (cases, st') -> leads_to_case cases.
Proof.
  intros Hh Hall H. unfold entry_cases in H.
  assert (Hlargest : counts_options (rule_of D) = false \/ l = [] ->
    largest_cases D l holding st = Some (cases, st') ->
    leads_to_case cases).
  { intros Hcounts Hlargest.
    apply (largest_cases_sound l (proj1 Hall) p holding Hc) in Hlargest; [exact Hlargest |].
    destruct Hcounts as [Hcounts | ->]; [| apply all_moves_case; try assumption; constructor].
    destruct Hall as (Hends & Hsizes & Hmoves). repeat split; try assumption; try now apply Hsizes.
    - cbn [snd]. congruence.
    - intros a b Hin. exact (Hmoves _ Hin). }
  destruct l as [| first rest]; [apply Hlargest; [now right | exact H] |].
  destruct (counts_options (rule_of D)); [| apply Hlargest; [now left | exact H]].
  apply (disjoint_sound _ _ _ _ _ _ _ _ _ Hh (so_far_first _ _ Hall) H).
Qed.

(** A range without moves is left out. *)
Lemma not_empty_ranges_sound l : forall done holding st cases st',
  incl (flat_map entry_ends (done ++ l)) (ends_of D) ->
  (forall s, In s (sizes_of (done ++ l)) <-> In s (sizes_of (moves D))) ->
  (forall e, In e done -> has_moves p e) -> always p holding ->
  not_empty_ranges D done l holding st = Some (cases, st') -> leads_to_case cases.
Proof.
  induction l as [| e l IH]; intros done holding st cases st' Hincl Hall Hmoves Hh H.
  { rewrite app_nil_r in *. apply (entry_cases_sound done holding st cases st' Hh); [| assumption].
    now split. }
  assert (Hkept : has_moves p e -> forall holds st cases st', always p holds ->
    not_empty_ranges D (done ++ [e]) l holds st = Some (cases, st') -> leads_to_case cases).
  { intros He holds s1 cs s2 Hholds Hgo.
    apply (IH (done ++ [e]) holds s1 cs s2); rewrite <- ?app_assoc; try assumption.
    intros e' Hin. apply in_app_or in Hin as [Hin | [<- | []]]; [now apply Hmoves | assumption]. }
  destruct e as [s | a b]; cbn [not_empty_ranges] in H;
    [now apply (Hkept (Z.le_refl _) holding st cases st') |].
  cbv zeta in H. apply then_some in H as ([some s1] & Hsome & H).
  apply then_some in H as ([none s2] & Hnone & H). injection H as <- _. cbn [fst snd] in *.
  assert (Hends : forall f, In f [a; b] -> In f (ends_of D)).
  { intros f Hf. apply Hincl. rewrite flat_map_app. apply in_or_app. right. cbn [flat_map entry_ends].
    apply in_or_app. now left. }
  assert (Ha : In a (ends_of D)) by (apply Hends; now left).
  assert (Hb : In b (ends_of D)) by (apply Hends; right; now left).
  apply leads_to_case_app. destruct (Z_le_gt_dec (eval p a) (eval p b)) as [Hle | Hgt]; [left | right].
  - assert (Hway : always p [at_least b a]).
    { apply always_one. intros v Hv. apply holds_at_least. now rewrite (Hv a Ha), (Hv b Hb). }
    apply (inside_sound p) in Hsome as (s3 & _ & Hsome); try assumption.
    apply (Hkept Hle _ _ _ _ (always_app _ _ _ Hh Hway) (Hsome (always_here _ _ Hway))).
  - assert (Hway : always p [below b a]).
    { apply always_one. intros v Hv. apply holds_below. rewrite (Hv a Ha), (Hv b Hb). lia. }
    apply (inside_sound p) in Hnone as (s3 & _ & Hnone); try assumption.
    apply (IH done _ _ _ _) with (5 := Hnone (always_here _ _ Hway)); [| | assumption | now apply always_app].
    + intros f Hf. apply Hincl. rewrite flat_map_app, in_app_iff in *. cbn [flat_map].
      rewrite in_app_iff. tauto.
    + intros s. rewrite <- Hall, !flat_map_app. cbn [flat_map sizes]. now rewrite range_empty by lia.
Qed.

Theorem move_cases_sound st cases st' : move_cases D st = Some (cases, st') ->
  exists it, In it cases /\ case_of p it.
Proof.
  apply not_empty_ranges_sound.
  - apply incl_refl.
  - reflexivity.
  - intros e [].
  - intros v _. constructor.
Qed.

End Disjoint.

End Largest.
