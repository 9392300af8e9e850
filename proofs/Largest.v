(** Some move is the largest; and if options are counted, the moves that are followed are different. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Ranges Places Follows Walk Split Sweep Chain
  Checker.
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
  always p (fst it) /\ incl (snd it) (moves D) /\
  (forall s, In s (flat_map (sizes p) (snd it)) <-> In s (flat_map (sizes p) (moves D))) /\
  (counts_options (rule_of D) = true -> NoDup (flat_map (sizes p) (snd it))) /\
  (forall a b, In (Moves a b) (snd it) -> eval p a <= eval p b).

Lemma greatest_in l : incl l (moves D) -> forall f, In f (map greatest_move l) -> In f (ends_of D).
Proof.
  intros Hincl f Hf. apply in_map_iff in Hf as (e & <- & He). apply in_flat_map.
  exists e. split; [now apply Hincl |]. destruct e; cbn; tauto.
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
Hypothesis Hincl : incl l (moves D).
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

(** * Different moves *)

Section Different.

Variable p : list Z.
Hypothesis Hc : all_hold p (conditions D).

Local Notation at_p := (map (eval p)).

Section Single_moves.

Hypothesis Hsingle : existsb is_range (moves D) = false.

Lemma single_moves : moves D = map Move (ends_of D).
Proof.
  unfold ends_of. revert Hsingle. induction (moves D) as [| [s | a b] l IH]; intros H;
    [reflexivity | | discriminate].
  cbn [flat_map entry_ends app map]. f_equal. now apply IH.
Qed.

Lemma sizes_of_moves l : flat_map (sizes p) (map Move l) = at_p l.
Proof. induction l as [| s l IH]; [reflexivity |]. cbn [map flat_map sizes app]. now rewrite IH. Qed.

Lemma against_sound first (go_on : list form -> list constraint -> state ->
    option (list move_case * state)) (P : list form -> Prop) :
  In first (ends_of D) ->
  (forall l holding st cases st', P l -> incl l (ends_of D) -> always p holding ->
     ~ In (eval p first) (at_p l) -> go_on l holding st = Some (cases, st') ->
     exists it, In it cases /\ case_of p it) ->
  (forall l f l', eval p f = eval p first -> P (l ++ f :: l') -> P (l ++ l')) ->
  forall rest passed holding st cases st',
  P (passed ++ rest) -> incl (passed ++ rest) (ends_of D) -> always p holding ->
  ~ In (eval p first) (at_p passed) ->
  against D first passed rest go_on holding st = Some (cases, st') ->
  exists it, In it cases /\ case_of p it.
Proof.
  intros Hfirst Hgo Hdrop.
  induction rest as [| other rest IH]; intros passed holding st cases st' HP Hincl Hh Hnot H;
    cbn [against] in H.
  - rewrite app_nil_r in *. now apply (Hgo passed holding st cases st').
  - assert (Hother : In other (ends_of D)) by (apply Hincl, in_or_app; right; now left).
    assert (Hunequal : eval p first <> eval p other -> forall holds st cases st',
      always p holds -> against D first (passed ++ [other]) rest go_on holds st = Some (cases, st') ->
      exists it, In it cases /\ case_of p it).
    { intros Hne holds' s cs s' Hh' Hs.
      apply (IH (passed ++ [other]) holds' s cs s'); rewrite <- ?app_assoc; try assumption.
      rewrite map_app, in_app_iff. intros [Hin | [Heq | []]]; [contradiction | congruence]. }
    destruct (_ && _) eqn:Hconstant in H.
    + rewrite andb_true_iff, negb_true_iff, Z.eqb_neq in Hconstant. destruct Hconstant as [H1 H2].
      apply (is_constant_eval p) in H1. rewrite eval_sub in H1.
      apply (Hunequal ltac:(lia) _ _ _ _ Hh H).
    + apply (inside_sound p) in H as (st1 & Hway & Hopen); try assumption.
      destruct (Z.eq_dec (eval p first) (eval p other)) as [Heq | Hne].
      * assert (Hzero : always p [Zero (sub first other)]).
        { apply always_one. intros v Hv. cbn [holds].
          rewrite eval_sub, (Hv first Hfirst), (Hv other Hother). lia. }
        specialize (Hopen (always_here _ _ Hzero)). cbv zeta in Hopen.
        apply then_some in Hopen as ([same s1] & Hsame & H).
        apply then_some in H as ([less s2] & _ & H). apply then_some in H as ([more s3] & _ & H).
        injection H as <- _.
        destruct (IH passed _ _ _ _ (Hdrop _ _ _ (eq_sym Heq) HP)
                    (fun f Hf => Hincl f ltac:(apply in_app_or in Hf as [Hf | Hf]; apply in_or_app;
                                                [now left | right; now right]))
                    (always_app _ _ _ Hh Hzero) Hnot Hsame) as (it & Hin & Hof).
        exists it. split; [apply in_or_app; now left | assumption].
      * destruct Hway as [Hway | Hway]; [| exact (Hunequal Hne _ _ _ _ Hh Hway)].
        cbv zeta in Hway.
        apply then_some in Hway as ([same s1] & _ & H).
        apply then_some in H as ([less s2] & Hless & H).
        apply then_some in H as ([more s3] & Hmore & H). injection H as <- _. cbn [fst snd] in *.
        destruct (Z_lt_le_dec (eval p first) (eval p other)) as [Hlt | Hge].
        -- assert (Hbelow : always p [below first other]).
           { apply always_one. intros v Hv. apply holds_below.
             now rewrite (Hv first Hfirst), (Hv other Hother). }
           apply (inside_sound p) in Hless as (s4 & _ & Hless); try assumption.
           destruct (Hunequal Hne _ _ _ _ (always_app _ _ _ Hh Hbelow)
                       (Hless (always_here _ _ Hbelow))) as (it & Hin & Hof).
           exists it. split; [rewrite !in_app_iff; tauto | assumption].
        -- assert (Hbelow : always p [below other first]).
           { apply always_one. intros v Hv. apply holds_below.
             rewrite (Hv first Hfirst), (Hv other Hother). lia. }
           apply (inside_sound p) in Hmore as (s4 & _ & Hmore); try assumption.
           destruct (Hunequal Hne _ _ _ _ (always_app _ _ _ Hh Hbelow)
                       (Hmore (always_here _ _ Hbelow))) as (it & Hin & Hof).
           exists it. split; [rewrite !in_app_iff; tauto | assumption].
Qed.

Lemma different_sound fuel : forall done l holding st cases st',
  NoDup (at_p done) -> (forall s, In s (at_p done) -> ~ In s (at_p l)) ->
  incl (done ++ l) (ends_of D) ->
  (forall s, In s (at_p (done ++ l)) <-> In s (at_p (ends_of D))) -> always p holding ->
  different D fuel done l holding st = Some (cases, st') -> exists it, In it cases /\ case_of p it.
Proof.
  induction fuel as [| f fuel IH]; intros done l holding st cases st' Hd Hapart Hincl Hall Hh H.
  all: destruct l as [| first rest]; cbn [different] in H.
  1, 3: rewrite app_nil_r in *;
    assert (Hmoves : incl (map Move done) (moves D))
      by (rewrite single_moves; intros e He; apply in_map_iff in He as (f' & <- & Hf); now apply in_map, Hincl);
    apply (largest_cases_sound (map Move done) Hmoves p holding Hc) in H; [exact H |];
    split; [exact Hh |]; split; [exact Hmoves |]; cbn [snd]; rewrite single_moves, !sizes_of_moves;
    split; [exact Hall |]; split; [intros _; exact Hd |];
    intros a b Hin; apply in_map_iff in Hin as (f' & Hf & _); discriminate.
  - discriminate.
  - apply (against_sound first (different D fuel (done ++ [first])) (fun l =>
      (forall s, In s (at_p done) -> ~ In s (at_p l)) /\
      forall s, In s (at_p ((done ++ [first]) ++ l)) <-> In s (at_p (ends_of D)))) in H;
      [exact H | .. | exact Hh | intros []].
    + apply Hincl, in_or_app. right. now left.
    + intros l h s cs s' (H1 & H2) Hl Hh' Hnot Hs.
      apply (IH (done ++ [first]) l h s cs s'); try assumption.
      * rewrite map_app. apply NoDup_app; [assumption | | ].
        -- constructor; [intros [] | constructor].
        -- intros t Ht [<- | []]. apply (Hapart _ Ht). now left.
      * intros t Ht. rewrite map_app, in_app_iff in Ht. cbn [map In] in Ht.
        destruct Ht as [Ht | [<- | []]]; [now apply H1 | assumption].
      * intros t Ht. rewrite <- app_assoc in Ht. apply in_app_or in Ht as [Ht | [<- | Ht]].
        -- apply Hincl, in_or_app. now left.
        -- apply Hincl, in_or_app. right. now left.
        -- now apply Hl.
    + intros l g l' Hg (H1 & H2). split.
      * intros s Hs Hin. apply (H1 s Hs). rewrite map_app, in_app_iff in *. cbn [map In]. tauto.
      * intros s. rewrite <- H2, !map_app, !in_app_iff. cbn [map In]. rewrite Hg. tauto.
    + cbn [app]. split.
      * intros s Hs Hin. apply (Hapart s Hs). now right.
      * now rewrite <- app_assoc.
    + cbn [app]. intros t Ht. apply Hincl, in_or_app. right. now right.
Qed.

End Single_moves.

(** A range without moves is left out. *)
Lemma not_empty_ranges_sound l : counts_options (rule_of D) = false ->
  forall done holding st cases st', incl (done ++ l) (moves D) ->
  (forall s, In s (flat_map (sizes p) (done ++ l)) <-> In s (flat_map (sizes p) (moves D))) ->
  (forall a b, In (Moves a b) done -> eval p a <= eval p b) -> always p holding ->
  not_empty_ranges D done l holding st = Some (cases, st') -> exists it, In it cases /\ case_of p it.
Proof.
  intros Hcounts. induction l as [| [s | a b] l IH]; intros done holding st cases st' Hincl Hall Hwide Hh H;
    cbn [not_empty_ranges] in H.
  - rewrite app_nil_r in *. apply (largest_cases_sound done Hincl p holding Hc) in H; [exact H |].
    split; [exact Hh |]. split; [exact Hincl |]. split; [exact Hall |].
    split; [cbn [snd]; congruence | exact Hwide].
  - apply (IH (done ++ [Move s]) holding st cases st'); rewrite <- ?app_assoc; try assumption.
    intros a b Hin. apply in_app_or in Hin as [Hin | [Heq | []]]; [now apply Hwide | discriminate].
  - cbv zeta in H. apply then_some in H as ([some s1] & Hsome & H).
    apply then_some in H as ([none s2] & Hnone & H). injection H as <- _. cbn [fst snd] in *.
    assert (Hends : In a (ends_of D) /\ In b (ends_of D)).
    { assert (Hin : In (Moves a b) (moves D)) by (apply Hincl, in_or_app; right; now left).
      split; apply in_flat_map; exists (Moves a b); (split; [assumption | cbn; tauto]). }
    destruct Hends as [Ha Hb].
    destruct (Z_le_gt_dec (eval p a) (eval p b)) as [Hle | Hgt].
    + assert (Hway : always p [at_least b a]).
      { apply always_one. intros v Hv. apply holds_at_least. now rewrite (Hv a Ha), (Hv b Hb). }
      apply (inside_sound p) in Hsome as (s3 & _ & Hsome); try assumption.
      destruct (IH (done ++ [Moves a b]) _ _ _ _ ltac:(now rewrite <- app_assoc) ltac:(now rewrite <- app_assoc)
                  ltac:(intros a' b' Hin; apply in_app_or in Hin as [Hin | [[= <- <-] | []]]; [now apply Hwide | assumption])
                  (always_app _ _ _ Hh Hway) (Hsome (always_here _ _ Hway))) as (it & Hin & Hof).
      exists it. split; [apply in_or_app; now left | assumption].
    + assert (Hway : always p [below b a]).
      { apply always_one. intros v Hv. apply holds_below. rewrite (Hv a Ha), (Hv b Hb). lia. }
      apply (inside_sound p) in Hnone as (s3 & _ & Hnone); try assumption.
      destruct (IH done _ _ _ _
                  (fun e He => Hincl e ltac:(apply in_app_or in He as [He | He]; apply in_or_app;
                                               [now left | right; now right]))
                  ltac:(intros s; rewrite <- Hall, !flat_map_app; cbn [flat_map sizes];
                        rewrite range_empty by lia; reflexivity)
                  Hwide (always_app _ _ _ Hh Hway) (Hnone (always_here _ _ Hway))) as (it & Hin & Hof).
      exists it. split; [apply in_or_app; now right | assumption].
Qed.

Theorem move_cases_sound st cases st' : move_cases D st = Some (cases, st') ->
  exists it, In it cases /\ case_of p it.
Proof.
  intros H. unfold move_cases in H. destruct (counts_options (rule_of D)) eqn:Hcounts.
  - destruct (existsb is_range (moves D)) eqn:Hsingle; [discriminate |].
    assert (Hleast : map least_move (moves D) = ends_of D).
    { rewrite (single_moves Hsingle), map_map. apply map_id. }
    cbv zeta in H. rewrite Hleast in H.
    apply (different_sound Hsingle) in H; try assumption.
    + constructor.
    + intros s [].
    + apply incl_refl.
    + reflexivity.
    + intros v _. constructor.
  - apply (not_empty_ranges_sound (moves D) Hcounts) in H; [exact H | | | |].
    + apply incl_refl.
    + reflexivity.
    + intros a b [].
    + intros v _. constructor.
Qed.

End Different.

End Largest.
