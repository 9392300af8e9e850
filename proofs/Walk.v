(** What a certificate consists of, and how the checker asks: demands and case distinctions. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Steps.
Import ListNotations.
Local Open Scope Z_scope.

(** The lines of a certificate behind its header (certificate/format.md), in the order of its
    table, and those of a theorem about the period (minimality/format.md).  [Seal] is a checksum line,
    without its number. *)
Inductive answer :=
  | Inhabited
  | Empty (r : refutation)
  | Fact (r : refutation)
  | Known (n : nat)
  | Kept (others : list nat)
  | CutAt (f : form)
  | Residues (modulus : nat) (f : form)
  | Back
  | WordsFollow
  | Landing (l : list nat)
  | Event (mover : nat)
  | WordEnds
  | Phases
  | NoPosition
  | Phase (l : list (nat * Z)) (denominator : Z)
  | Covered (places : list nat)
  | Seal
  | Classes (modulus : nat)
  | TheoremOf (a : alphabet)
  | OfTheorem (line : theorem_line).

(** The forms shown so far to be at least 0, and the answers that are left. *)
Record state := State { facts : list form; answers : list answer }.

Definition facts_hold (p : list Z) (st : state) : Prop :=
  Forall (fun f => 0 <= eval p f) (facts st).

(** First this, and then something with its result. *)
Definition then_ {A B} (a : option A) (f : A -> option B) : option B :=
  match a with Some a => f a | None => None end.

Lemma then_some {A B} (a : option A) (f : A -> option B) b : then_ a f = Some b ->
  exists c, a = Some c /\ f c = Some b.
Proof. destruct a as [c |]; [intros H; now exists c | discriminate]. Qed.

Section Walk.

Variable dimension : nat.

(** Demands that the form is at least 0 where the rows hold. *)
Definition need (rows : list constraint) (f : form) (st : state) : option state :=
  let known (g : form) := is_constant g && (0 <=? constant g) in
  if is_constant f then (if known f then Some st else None)
  else
    match answers st with
    | Fact r :: l =>
        if refutes dimension rows (Some (opposite f)) r
        then Some (State (facts st ++ [f]) l) else None
    | Known n :: l =>
        match nth_error (facts st) n with
        | Some g => if known (sub f g) then Some (State (facts st) l) else None
        | None => None
        end
    | _ => None
    end.

(** The constraints [new] were added to the rows.  Is there something left to show? *)
Definition enter (rows new : list constraint) (st : state) : option (bool * state) :=
  match new with
  | [] => Some (true, st)
  | _ =>
      match answers st with
      | Inhabited :: l => Some (true, State (facts st) l)
      | Empty r :: l =>
          if refutes dimension rows None r then Some (false, State (facts st) l) else None
      | _ => None
      end
  end.

Fixpoint try_each {A} (show : A -> state -> option state) (l : list A) (st : state)
  : option state :=
  match l with
  | [] => Some st
  | a :: l => match show a st with Some st => try_each show l st | None => None end
  end.

(** Goes on in every way in which [first] and all of [all] hold, except those that are shown to
    have no point.  Constraints without alternative are taken together, up to the next choice.
    What was shown under constraints that were added is forgotten behind them. *)
Fixpoint each_case (rows first : list constraint) (all : cases)
    (go_on : list constraint -> state -> option state) (st : state) {struct all}
  : option state :=
  let together (go_on : list constraint -> state -> option state) :=
    let rows := rows ++ first in
    match enter rows first st with
    | None => None
    | Some (open, st') =>
        match (if open then go_on rows st' else Some st') with
        | None => None
        | Some st'' =>
            Some (match first with [] => st'' | _ => State (facts st) (answers st'') end)
        end
    end in
  match all with
  | [] => together go_on
  | [c] :: all => each_case rows (first ++ [c]) all go_on st
  | one_of :: all =>
      together (fun rows => try_each (fun c => each_case rows [c] all go_on) one_of)
  end.

(** Goes on where the form is at least 0, and where it is below. *)
Definition cut (rows : list constraint) (f : form)
    (go_on : list constraint -> state -> option state) (st : state) : option state :=
  if within dimension f
  then try_each (fun c => each_case rows [c] [] go_on) [AtLeastZero f; opposite f] st
  else None.

(** * Why it is right *)

(** Wherever this is called at the point p, it shows Q. *)
Definition shows (p : list Z) (Q : Prop) (go_on : list constraint -> state -> option state) :=
  forall rows st st', all_hold p rows -> facts_hold p st -> go_on rows st = Some st' ->
    Q /\ facts_hold p st'.

Lemma need_sound p rows f st st' :
  all_hold p rows -> facts_hold p st -> need rows f st = Some st' ->
  0 <= eval p f /\ facts_hold p st'.
Proof.
  intros Hrows Hfacts H. unfold need in H. destruct (is_constant f) eqn:Hf.
  - destruct (_ && _) eqn:Hk in H; [| discriminate]. injection H as <-.
    rewrite andb_true_iff, Z.leb_le in Hk. rewrite (is_constant_eval p f Hf). tauto.
  - destruct (answers st) as [| [] l]; try discriminate.
    + destruct (refutes _ _ _ r) eqn:Hr; [| discriminate]. injection H as <-.
      assert (Hpos : 0 <= eval p f).
      { destruct (Z_le_gt_dec 0 (eval p f)) as [| Hneg]; [assumption | exfalso].
        apply (refutes_sound _ _ _ _ p Hr Hrows). intros c Hc. injection Hc as <-.
        apply holds_opposite. lia. }
      split; [assumption |]. apply Forall_app. split; [assumption |].
      constructor; [exact Hpos | constructor].
    + destruct (nth_error (facts st) n) as [g |] eqn:Hg; [| discriminate].
      destruct (_ && _) eqn:Hk in H; [| discriminate]. injection H as <-.
      rewrite andb_true_iff, Z.leb_le in Hk. destruct Hk as [Hc H0].
      apply (is_constant_eval p) in Hc. rewrite eval_sub in Hc.
      apply nth_error_In in Hg.
      pose proof (proj1 (Forall_forall _ _) Hfacts g Hg) as Hpos. cbn beta in Hpos.
      split; [lia | exact Hfacts].
Qed.

Lemma enter_facts rows new st open st' :
  enter rows new st = Some (open, st') -> facts st' = facts st.
Proof.
  unfold enter. destruct new as [| c new]; [now intros [= <- <-] |].
  destruct (answers st) as [| [] l]; try discriminate.
  - now intros [= <- <-].
  - destruct (refutes _ _ _ _); [now intros [= <- <-] | discriminate].
Qed.

Lemma enter_sound p rows new st open st' :
  all_hold p rows -> enter rows new st = Some (open, st') -> open = true.
Proof.
  intros Hrows. unfold enter. destruct new as [| c new]; [now intros [= <- <-] |].
  destruct (answers st) as [| [] l]; try discriminate.
  - now intros [= <- <-].
  - destruct (refutes _ _ _ _) eqn:Hr; [exfalso | discriminate].
    now apply (refutes_sound _ _ _ _ p Hr Hrows).
Qed.

(** What holds of the state holds behind, and everything was shown. *)
Lemma try_each_sound {A} (I : state -> Prop) (P : A -> Prop) show l :
  (forall a st st', In a l -> I st -> show a st = Some st' -> I st' /\ P a) ->
  forall st st', I st -> try_each show l st = Some st' -> I st' /\ forall a, In a l -> P a.
Proof.
  induction l as [| a l IH]; intros Hshow st st' HI H; simpl in H.
  - injection H as <-. now split.
  - destruct (show a st) as [st1 |] eqn:Ha; [| discriminate].
    destruct (Hshow a st st1 (or_introl eq_refl) HI Ha) as [HI1 HP].
    destruct (IH (fun b s s' Hb => Hshow b s s' (or_intror Hb)) st1 st' HI1 H) as [HI' HP'].
    split; [assumption |]. intros b [<- | Hb]; auto.
Qed.

(** Behind added constraints the facts are those from before. *)
Lemma each_case_facts all go_on : forall rows first st st',
  first <> [] -> each_case rows first all go_on st = Some st' -> facts st' = facts st.
Proof.
  assert (Htogether : forall rows first st st' (go : list constraint -> state -> option state),
    first <> [] ->
    match enter (rows ++ first) first st with
    | None => None
    | Some (open, s) =>
        match (if open then go (rows ++ first) s else Some s) with
        | None => None
        | Some s' => Some (match first with [] => s' | _ => State (facts st) (answers s') end)
        end
    end = Some st' -> facts st' = facts st).
  { intros rows first st st' go Hfirst H.
    destruct (enter _ _ _) as [[open s] |]; [| discriminate].
    destruct (if open then _ else _) as [s' |]; [| discriminate].
    destruct first; [contradiction |]. now injection H as <-. }
  induction all as [| one_of all IH]; intros rows first st st' Hfirst H.
  - now apply (Htogether rows first st st' go_on).
  - destruct one_of as [| c [| d one_of]]; cbn [each_case] in H.
    + eapply (Htogether rows first st st' (fun rows => try_each _ [])); eassumption.
    + apply IH in H; [assumption |]. now destruct first.
    + eapply (Htogether rows first st st' (fun rows => try_each _ (c :: d :: one_of))); eassumption.
Qed.

Lemma each_case_sound p Q go_on : shows p Q go_on ->
  forall all rows first st st', all_hold p rows -> facts_hold p st ->
  each_case rows first all go_on st = Some st' ->
  facts_hold p st' /\ (all_hold p first -> cases_hold p all -> Q).
Proof.
  intros Hshows.
  assert (Htogether : forall rows first st st' (go : list constraint -> state -> option state)
    (P : Prop),
    all_hold p rows -> facts_hold p st ->
    (forall st st', all_hold p (rows ++ first) -> facts_hold p st ->
       go (rows ++ first) st = Some st' -> facts_hold p st' /\ P) ->
    match enter (rows ++ first) first st with
    | None => None
    | Some (open, s) =>
        match (if open then go (rows ++ first) s else Some s) with
        | None => None
        | Some s' => Some (match first with [] => s' | _ => State (facts st) (answers s') end)
        end
    end = Some st' -> facts_hold p st' /\ (all_hold p first -> P)).
  { intros rows first st st' go P Hrows Hfacts Hgo H.
    destruct (enter _ _ _) as [[open s] |] eqn:Henter; [| discriminate].
    destruct (if open then _ else _) as [s' |] eqn:Hs; [| discriminate].
    injection H as <-.
    assert (Hfirst : all_hold p first -> facts_hold p s' /\ P).
    { intros Hfirst. assert (Hall : all_hold p (rows ++ first)) by now apply Forall_app.
      pose proof (enter_sound p _ _ _ _ _ Hall Henter). subst open.
      apply (Hgo s s' Hall); [| assumption].
      unfold facts_hold. now rewrite (enter_facts _ _ _ _ _ Henter). }
    split; [| tauto]. destruct first; [| assumption]. now apply Hfirst; constructor. }
  induction all as [| one_of all IH]; intros rows first st st' Hrows Hfacts H.
  - apply (Htogether rows first st st' go_on Q) in H; try assumption; [tauto |].
    intros s s' Hall Hs Hgo. apply and_comm. now apply (Hshows (rows ++ first) s s').
  - assert (Hopen : (forall c, one_of <> [c]) -> facts_hold p st' /\
      (all_hold p first -> cases_hold p (one_of :: all) -> Q)).
    { intros Hne.
      apply (Htogether rows first st st'
        (fun rows => try_each (fun c => each_case rows [c] all go_on) one_of)
        (cases_hold p (one_of :: all) -> Q)); try assumption.
      - intros s s' Hall Hs Htry.
        apply (try_each_sound (facts_hold p) (fun c => holds p c -> cases_hold p all -> Q)) in Htry;
          try assumption.
        + destruct Htry as [Hs' Hcases]. split; [assumption |].
          intros Hc. inversion Hc as [| ? ? Hone Hrest]; subst.
          apply Exists_exists in Hone as (c & Hin & Hc'). now apply (Hcases c).
        + intros c s1 s2 Hin Hs1 Heach.
          apply (IH (rows ++ first) [c] s1 s2) in Heach; try assumption.
          destruct Heach as [Hs2 Hq]. split; [assumption |]. intros Hc. apply Hq.
          now repeat constructor.
      - destruct one_of as [| c [| d one_of]]; cbn [each_case] in H; try exact H.
        now destruct (Hne c). }
    destruct one_of as [| c [| d one_of]]; try (apply Hopen; discriminate).
    cbn [each_case] in H. apply IH in H; try assumption.
    destruct H as [Hfacts' Hq]. split; [assumption |]. intros Hfirst Hc.
    inversion Hc as [| ? ? Hone Hrest]; subst. apply Hq; [| assumption].
    apply Forall_app. split; [assumption |]. constructor; [| constructor].
    inversion Hone as [? ? Hc' | ? ? Hnil]; subst; [assumption | inversion Hnil].
Qed.

(** What was shown holds wherever the rows hold. *)
Lemma try_each_facts {A} p (show : A -> state -> option state) l st st' :
  (forall a s s', facts_hold p s -> show a s = Some s' -> facts_hold p s') ->
  facts_hold p st -> try_each show l st = Some st' -> facts_hold p st'.
Proof.
  intros Hshow Hst H.
  apply (try_each_sound (facts_hold p) (fun _ => True)) in H; [tauto | | assumption].
  intros a s s' _ Hs Ha. split; [now apply (Hshow a s) | exact I].
Qed.

Lemma cut_sound p Q go_on rows f st st' : shows p Q go_on ->
  all_hold p rows -> facts_hold p st -> cut rows f go_on st = Some st' ->
  Q /\ facts_hold p st'.
Proof.
  intros Hshows Hrows Hfacts H. unfold cut in H. destruct (within _ _); [| discriminate].
  apply (try_each_sound (facts_hold p) (fun c => holds p c -> Q)) in H; try assumption.
  - destruct H as [Hfacts' Hq]. split; [| assumption].
    destruct (Z_le_gt_dec 0 (eval p f)) as [Hf | Hf].
    + apply (Hq (AtLeastZero f)); [now left | assumption].
    + apply (Hq (opposite f)); [now right; left |]. apply holds_opposite. lia.
  - intros c s s' _ Hs Heach.
    apply (each_case_sound p Q go_on Hshows [] rows [c] s s' Hrows Hs) in Heach.
    destruct Heach as [Hs' Hq]. split; [assumption |]. intros Hc.
    apply Hq; [now repeat constructor | constructor].
Qed.

End Walk.

(** Goes on in every residue class of the form, with the quotient as a new variable.  That nothing
    known here has such a variable yet is checked. *)
Definition residues (dimension : nat) (rows : list constraint) (modulus : nat) (f : form)
    (go_on : list constraint -> state -> option state) (st : state) : option state :=
  if within dimension f && negb (modulus =? 0)%nat
     && forallb (fun c => within dimension (form_of c)) rows
     && forallb (within dimension) (facts st)
  then
    try_each
      (fun residue =>
         each_case (S dimension) rows
           [Zero (sub (plus f (- Z.of_nat residue))
                    (times (Z.of_nat modulus) (variable dimension)))] [] go_on)
      (seq 0 modulus) st
  else None.

Lemma residues_sound p Q rows modulus f go_on st st' :
  (forall q, shows (p ++ [q]) Q go_on) ->
  all_hold p rows -> facts_hold p st ->
  residues (length p) rows modulus f go_on st = Some st' ->
  Q /\ facts_hold p st'.
Proof.
  intros Hshows Hrows Hfacts H. unfold residues in H.
  destruct (_ && _) eqn:Hscope in H; [| discriminate].
  rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq, !forallb_forall in Hscope.
  destruct Hscope as (((Hf & Hm) & Hr) & Hfs).
  set (q := eval p f / Z.of_nat modulus).
  set (remainder := Z.to_nat (eval p f mod Z.of_nat modulus)).
  assert (Hbound : 0 <= eval p f mod Z.of_nat modulus < Z.of_nat modulus)
    by (apply Z.mod_pos_bound; lia).
  assert (Hrows' : all_hold (p ++ [q]) rows).
  { unfold all_hold in *. rewrite Forall_forall in *. intros c Hc. specialize (Hrows c Hc).
    specialize (Hr c Hc). destruct c; simpl in *; now rewrite within_eval. }
  apply (try_each_sound (fun s => facts s = facts st)
    (fun r => r = remainder -> Q)) in H; [| | reflexivity].
  - destruct H as [Hfacts' Hq]. split.
    + apply (Hq remainder); [| reflexivity]. apply in_seq. subst remainder. lia.
    + unfold facts_hold. now rewrite Hfacts'.
  - intros r s s' _ Hs Heach. split.
    + apply each_case_facts in Heach; [congruence | discriminate].
    + intros ->.
      apply (each_case_sound (S (length p)) (p ++ [q]) Q go_on (Hshows q) [] rows) in Heach;
        [| assumption |].
      * apply Heach; [| constructor]. constructor; [| constructor]. simpl.
        autorewrite with eval. rewrite within_eval by assumption.
        rewrite app_nth2, Nat.sub_diag by lia. simpl.
        pose proof (Z.div_mod (eval p f) (Z.of_nat modulus)). fold q in H.
        subst remainder. lia.
      * unfold facts_hold in *. rewrite Hs. rewrite Forall_forall in *. intros g Hg.
        rewrite within_eval by now apply Hfs. now apply Hfacts.
Qed.
