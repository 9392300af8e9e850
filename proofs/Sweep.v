(** The sweep of the rule along the words of a block with a given chain before it: splits between
    events.

    The theorem: where the checker accepts, every position of the words obeys the rule
    (certificate/format.md, "Why the positions of a word are covered"). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Walk Phases Split Event.
Import ListNotations.
Local Open Scope Z_scope.

Fixpoint replace (k : nat) (a : nat) (l : list nat) : list nat :=
  match k, l with
  | _, [] => []
  | O, _ :: l => a :: l
  | S k, b :: l => b :: replace k a l
  end.

Section Sweep.

Variable D : description.

(** * The checker *)

Section AtDimension.

Variables (dimension : nat) (rows : list constraint) (ch : view).

(** That the moves lead into these words, or behind their starts, from here on. *)
Definition land (s : sweep) (st : state) : option state :=
  if (length (landing s) =? length (ends_of D))%nat
  then
    try_each
      (fun m st =>
         let k := nth m (landing s) O in
         match look (border_table ch) (S k) with
         | Some start => need dimension rows (sub (sub (position s) (move D m)) start) st
         | None => if outside ch k && from_start (stretch_of ch) then Some st else None
         end)
      (seq 0 (length (landing s))) st
  else None.

Definition no_new_variable (s : sweep) : bool :=
  forallb (within dimension) (borders (stretch_of ch)) && forallb (within dimension) (ends_of D)
  && within dimension (position s).

End AtDimension.

(** That the rule holds from here on to the end of the word; where the sweep ended, unless there was
    a case distinction.  As many answers are left as [fuel] has, or fewer. *)
Fixpoint word_check (fuel : list answer) (dimension : nat) (rows : list constraint) (ch : view)
    (s : sweep) (st : state) : option (option sweep * state) :=
  match fuel with
  | [] => None
  | _ :: fuel =>
      let distinct rows st := option_map snd (word_check fuel dimension rows ch s st) in
      match answers st with
      | CutAt f :: rest =>
          option_map (pair None) (cut dimension rows f distinct (State (facts st) rest))
      | Residues modulus f :: rest =>
          let distinct rows st := option_map snd (word_check fuel (S dimension) rows ch s st) in
          if no_new_variable dimension ch s
          then option_map (pair None)
                 (residues dimension rows modulus f distinct (State (facts st) rest))
          else None
      | Landing l :: rest =>
          match landing s with
          | [] =>
              let s := Sweep (tested s) (position s) l (passed s) in
              match land dimension rows ch s (State (facts st) rest) with
              | Some st => word_check fuel dimension rows ch s st
              | None => None
              end
          | _ => None
          end
      | WordEnds :: rest =>
          if (length (landing s) =? length (ends_of D))%nat
          then option_map (fun it => (Some s, snd it))
                 (event D dimension rows ch s None (State (facts st) rest))
          else None
      | Event m :: rest =>
          match nth_error (landing s) m with
          | Some (S k) =>
              match event D dimension rows ch s (Some m) (State (facts st) rest) with
              | Some (end_, st) =>
                  word_check fuel dimension rows ch
                    (Sweep (tested s) end_ (replace m k (landing s)) (Some m)) st
              | None => None
              end
          | _ => None
          end
      | _ => None
      end
  end.

(** That the rule holds throughout the words n - 1, ..., 0 of the chain. *)
Fixpoint words_check (dimension : nat) (rows : list constraint) (ch : view) (n : nat)
    (l : list nat) (st : state) : option state :=
  match n with
  | O => Some st
  | S w =>
      match word_check (answers st) dimension rows ch
              (Sweep w (border ch (S w)) l None) st with
      | Some (s, st) =>
          words_check dimension rows ch w (match s with Some s => landing s | None => [] end) st
      | None => None
      end
  end.

(** * What was shown holds wherever the rows hold *)

Lemma land_facts p dimension rows ch s st st' :
  all_hold p rows -> facts_hold p st -> land dimension rows ch s st = Some st' ->
  facts_hold p st'.
Proof.
  intros Hrows Hfacts H. unfold land in H. destruct (_ =? _)%nat; [| discriminate].
  apply (try_each_facts p) in H; try assumption. intros m a b Ha Hb. cbn zeta in Hb.
  destruct (look _ _).
  - exact (proj2 (need_sound dimension p rows _ a b Hrows Ha Hb)).
  - destruct (_ && _); [now injection Hb as <- | discriminate].
Qed.

(** * Why it is right *)

(** The values at all positions, of which [origin] is position 0 of the sequence. *)
Variables (g : Z -> nat) (origin : Z).

Local Notation makes_up := (makes_up D g origin).
Local Notation obeys_at := (obeys_at D g origin).
Local Notation counts := (counts D origin).
Local Notation named := (named D).
Local Notation known := (known D).
Local Notation moves_now := (moves_now D).

Lemma replace_length k a l : length (replace k a l) = length l.
Proof. revert l. induction k as [| k IH]; intros [| b l]; simpl; auto. Qed.

Lemma replace_same k a l b : nth_error l k = Some b -> nth_error (replace k a l) k = Some a.
Proof. revert l. induction k as [| k IH]; intros [| c l] H; simpl in *; try discriminate; auto. Qed.

Lemma replace_other k a l m : m <> k -> nth_error (replace k a l) m = nth_error l m.
Proof.
  revert l m. induction k as [| k IH]; intros [| c l] [| m] H; simpl; auto; contradiction.
Qed.

Lemma replace_In k a l b : In b (replace k a l) -> b = a \/ In b l.
Proof.
  revert l. induction k as [| k IH]; intros [| c l] H; simpl in *; try tauto.
  - destruct H as [<- | H]; tauto.
  - destruct H as [<- | H]; [tauto |]. apply IH in H. tauto.
Qed.

Lemma land_sound p dimension rows ch s st st' :
  all_hold p rows -> facts_hold p st -> land dimension rows (view_of ch) s st = Some st' ->
  length (borders ch) = S (length (chain_words ch)) ->
  facts_hold p st' /\ named (chain_words ch) (from_start ch) (landing s) /\
  forall x, eval p (position s) <= x ->
    behind_starts (chain_words ch) (borders_at p ch) (moves_now p) (landing s) x.
Proof.
  intros Hrows Hfacts H Hlength. unfold land in H.
  destruct (Nat.eqb_spec (length (landing s)) (length (ends_of D))) as [Hmoves |]; [| discriminate].
  apply (try_each_sound (facts_hold p) (fun m =>
    let k := nth m (landing s) O in
    (k <= length (chain_words ch))%nat /\ (k = length (chain_words ch) -> from_start ch = true) /\
    ((k < length (chain_words ch))%nat ->
     nth (S k) (borders_at p ch) 0 <= eval p (position s) - nth m (moves_now p) 0))) in H;
    [| | assumption].
  - destruct H as [Hst' H].
    assert (Hall : forall m k, nth_error (landing s) m = Some k ->
      (k <= length (chain_words ch))%nat /\ (k = length (chain_words ch) -> from_start ch = true) /\
      ((k < length (chain_words ch))%nat ->
       nth (S k) (borders_at p ch) 0 <= eval p (position s) - nth m (moves_now p) 0)).
    { intros m k Hk.
      assert (Hm : nth_error (landing s) m <> None) by congruence.
      apply nth_error_Some in Hm.
      assert (Hin : In m (seq 0 (length (landing s)))) by (apply in_seq; lia).
      specialize (H m Hin). cbn zeta in H. now rewrite (nth_error_nth _ _ _ Hk) in H. }
    split; [assumption |]. split.
    + split; [assumption |]. intros k Hin. apply In_nth_error in Hin as (m & Hm).
      destruct (Hall m k Hm) as (H1 & H2 & _). now split.
    + intros x Hx m k Hk Hlt. destruct (Hall m k Hk) as (_ & _ & H3). specialize (H3 Hlt). lia.
  - intros m a b _ Ha Hm. cbn zeta in Hm |- *. set (k := nth m (landing s) O) in *.
    rewrite look_border, look_from_start in Hm.
    destruct (nth_error (borders ch) (S k)) as [start |] eqn:Hstart.
    + assert (Hk : nth_error (borders ch) (S k) <> None) by congruence.
      apply nth_error_Some in Hk. rewrite Hlength in Hk.
      apply (need_sound dimension p) in Hm; try assumption. destruct Hm as [Hle Hb].
      rewrite !eval_sub, nth_moves in Hle. split; [assumption |].
      split; [lia |]. split; [lia |]. intros _.
      rewrite <- nth_borders. unfold border. cbn [view_of border_table].
      rewrite look_or_index, (nth_error_nth _ _ _ Hstart). lia.
    + destruct (outside (view_of ch) k && from_start ch) eqn:Hout; [| discriminate].
      injection Hm as <-. apply andb_true_iff in Hout as [Hk Hs]. apply Nat.eqb_eq in Hk.
      cbn [view_of word_count] in Hk.
      split; [assumption |]. split; [lia |]. split; [tauto |]. lia.
Qed.

(** What is shown of the rest of a word by a sweep that stands at P: there is a next event, which
    no target passes; and the positions behind P obey the rule. *)
Definition swept (ws : list word) (B M : list Z) (P : Z) (s : sweep) : Prop :=
  (exists t, before_ends B M (landing s) t /\ (passed s <> None -> P <= t)) /\
  forall x, nth (S (tested s)) B 0 <= x < nth (tested s) B 0 -> P <= x -> counts M x ->
    obeys_at M x.

(** Where a sweep ends, the next word can begin. *)
Definition arrived (ws : list word) (B M : list Z) (start : bool) (s s' : sweep) : Prop :=
  named ws start (landing s') /\
  forall x, nth (tested s) B 0 <= x -> behind_starts ws B M (landing s') x.

(** What was shown holds wherever the rows hold; and if the sweep stands in the word w, the rest of
    that obeys the rule. *)
Lemma word_sound fuel : forall dimension rows ch s st res st',
  word_check fuel dimension rows (view_of ch) s st = Some (res, st') ->
  forall p, length p = dimension -> all_hold p rows -> facts_hold p st ->
  let ws := chain_words ch in let B := borders_at p ch in let M := moves_now p in
  facts_hold p st' /\
  (makes_up ws B (from_start ch) -> forall w, nth_error ws (tested s) = Some w ->
   known ws B M (from_start ch) (nth (S (tested s)) B 0) (eval p (position s)) s ->
   swept ws B M (eval p (position s)) s /\
   forall s', res = Some s' -> arrived ws B M (from_start ch) s s').
Proof.
  induction fuel as [| a0 fuel IH]; intros dimension rows ch s st res st' H p Hp Hrows Hfacts
    ws B M; [discriminate |].
  cbn [word_check] in H.
  set (rest_swept := makes_up ws B (from_start ch) -> forall w, nth_error ws (tested s) = Some w ->
    known ws B M (from_start ch) (nth (S (tested s)) B 0) (eval p (position s)) s ->
    swept ws B M (eval p (position s)) s).
  destruct (answers st) as [| [] rest]; try discriminate.
  - (* a case distinction *)
    destruct (cut _ _ _ _ _) as [s1 |] eqn:Hcut; [| discriminate]. injection H as <- <-.
    apply (cut_sound dimension p rest_swept) in Hcut; try assumption.
    + destruct Hcut as [Hswept Hs1]. split; [assumption |]. intros Hup w Hw Hknown.
      split; [now apply (Hswept Hup w) | discriminate].
    + intros rows' a b Hrows' Ha Hb.
      destruct (word_check fuel dimension rows' (view_of ch) s a) as [[res' b'] |] eqn:Hrec;
        [| discriminate].
      injection Hb as <-. destruct (IH _ _ _ _ _ _ _ Hrec p Hp Hrows' Ha) as (H1 & H2).
      split; [| assumption]. intros Hup w Hw Hknown. now apply (H2 Hup w).
  - (* residue classes *)
    destruct (no_new_variable dimension (view_of ch) s) eqn:Hscope; [| discriminate].
    destruct (residues _ _ _ _ _ _) as [s1 |] eqn:Hres; [| discriminate]. injection H as <- <-.
    subst dimension. apply (residues_sound p rest_swept) in Hres; try assumption.
    + destruct Hres as [Hswept Hs1]. split; [assumption |]. intros Hup w Hw Hknown.
      split; [now apply (Hswept Hup w) | discriminate].
    + intros q rows' a b Hrows' Ha Hb.
      destruct (word_check fuel (S (length p)) rows' (view_of ch) s a) as [[res' b'] |] eqn:Hrec;
        [| discriminate].
      injection Hb as <-. unfold no_new_variable in Hscope.
      rewrite !andb_true_iff, !forallb_forall in Hscope. destruct Hscope as ((Hb & Hm) & Hpos).
      assert (HB : borders_at (p ++ [q]) ch = B).
      { apply map_ext_in. intros h Hh. apply within_eval. auto. }
      assert (HM : moves_now (p ++ [q]) = M).
      { apply map_ext_in. intros h Hh. apply within_eval. auto. }
      assert (HP : eval (p ++ [q]) (position s) = eval p (position s)) by now apply within_eval.
      specialize (IH _ _ _ _ _ _ _ Hrec (p ++ [q])).
      cbn zeta in IH. rewrite HB, HM, HP in IH.
      destruct IH as (H1 & H2); try assumption; [rewrite app_length; simpl; lia |].
      split; [| assumption]. intros Hup w Hw Hknown. now apply (H2 Hup w).
  - (* where the moves lead *)
    destruct (landing s) as [| k0 l0] eqn:Hlanding; [| discriminate].
    destruct (land _ _ _ _ _) as [s1 |] eqn:Hland; [| discriminate].
    pose proof (land_facts p _ _ _ _ (State (facts st) rest) _ Hrows Hfacts Hland) as Hs1.
    destruct (IH _ _ _ _ _ _ _ H p Hp Hrows Hs1) as (H1 & H2). split; [assumption |].
    intros Hup w Hw Hknown.
    apply (land_sound p) in Hland; try assumption; [| destruct Hup as [Hl _];
      unfold B, borders_at in Hl;
      now rewrite map_length in Hl].
    destruct Hland as (_ & Hnamed & Hbehind). cbn [landing position] in Hnamed, Hbehind.
    destruct Hknown as (_ & Hpassed & _).
    assert (Hnone : passed s = None).
    { destruct (passed s) as [m |]; [| reflexivity]. destruct Hpassed as (k & Hk & _).
      rewrite Hlanding in Hk. destruct m; discriminate. }
    rewrite Hnone in Hpassed.
    destruct (H2 Hup w Hw) as (H3 & H4).
    + split; [right; exact Hnamed |]. cbn [passed landing position tested].
      rewrite Hnone. split; [assumption |]. intros x _ Hx. now apply Hbehind.
    + split; [| exact H4]. split.
      * exists 0. rewrite Hlanding. split; [| congruence]. intros m k Hk. destruct m; discriminate.
      * apply H3.
  - (* the target of a move leaves its word *)
    destruct (nth_error (landing s) mover) as [[| k] |] eqn:Hmover; try discriminate.
    destruct (event _ _ _ _ _ _ _) as [[end_ s1] |] eqn:Hevent; [| discriminate].
    pose proof (event_facts D p _ _ _ _ _ (State (facts st) rest) _ _ Hp Hrows Hfacts Hevent) as Hs1.
    destruct (IH _ _ _ _ _ _ _ H p Hp Hrows Hs1) as (H1 & H2). split; [assumption |].
    intros Hup w Hw Hknown.
    assert (Hnamed : named ws (from_start ch) (landing s)).
    { destruct Hknown as ([Hnil | Hnamed] & _); [| assumption].
      rewrite Hnil in Hmover. destruct mover; discriminate. }
    apply (event_sound D g origin p ch s w Hup Hw Hnamed Hknown) in Hevent; try assumption;
      [| intros m [= <-]; now exists k].
    destruct Hevent as (_ & Hend & Hordered & _ & Hobeys).
    fold ws B M in Hend, Hordered, Hobeys. rewrite (nth_error_nth _ _ _ Hmover) in Hend.
    destruct (proj2 Hnamed _ (nth_error_In _ _ Hmover)) as [Hk _].
    destruct Hknown as (_ & Hpassed & Hbehind).
    assert (Hafter : nth (S (tested s)) B 0 = eval p (position s) \/
      eval p (position s) <= eval p end_).
    { destruct (passed s); [right; apply Hordered; discriminate | now left]. }
    destruct (H2 Hup w Hw) as (((t & Ht & Hle) & H3) & H4).
    + unfold Event.known. cbn [passed landing position tested]. split; [| split].
      * right. split; [now rewrite replace_length, (proj1 Hnamed) |].
        intros k' Hin. apply replace_In in Hin as [-> | Hin]; [| now apply (proj2 Hnamed)].
        unfold ws in Hk. split; [lia | intros; exfalso; lia].
      * exists k. split; [now apply (replace_same _ _ _ (S k)) |].
        unfold ws in Hk. split; [lia |]. exact Hend.
      * intros x HW HE m k' Hk' Hlt. destruct (Nat.eq_dec m mover) as [-> | Hne].
        -- rewrite (replace_same _ _ _ _ Hmover) in Hk'. injection Hk' as <-.
           rewrite Hend in HE. unfold B, M in *. lia.
        -- rewrite replace_other in Hk' by assumption.
           refine (Hbehind x HW _ m k' Hk' Hlt). unfold B in *. lia.
    + cbn [passed landing position tested] in *.
      assert (HE : before_ends B M (landing s) (eval p end_)).
      { intros m k' Hk'. destruct (Nat.eq_dec m mover) as [-> | Hne].
        - rewrite Hmover in Hk'. injection Hk' as <-. rewrite Hend. reflexivity.
        - specialize (Ht m k'). rewrite replace_other in Ht by assumption.
          specialize (Ht Hk'). specialize (Hle ltac:(discriminate)). unfold B, M in *. lia. }
      split; [| exact H4]. split.
      * exists (eval p end_). split; [exact HE | exact Hordered].
      * intros x Hx HP Hcounts.
        destruct (Z_lt_le_dec x (eval p end_)) as [Hlt | Hge].
        -- apply (Hobeys HE x Hx (conj HP Hlt) Hcounts).
        -- apply (H3 x Hx Hge Hcounts).
  - (* the word ends *)
    destruct (Nat.eqb_spec (length (landing s)) (length (ends_of D))) as [Hlength |];
      [| discriminate].
    destruct (event _ _ _ _ _ _ _) as [[end_ s1] |] eqn:Hevent; [| discriminate].
    injection H as <- <-.
    split; [now apply (event_facts D p) in Hevent |]. intros Hup w Hw Hknown.
    assert (Hnamed : named ws (from_start ch) (landing s)).
    { destruct Hknown as ([Hnil | Hnamed] & _); [| assumption].
      rewrite Hnil in *. split; [assumption | intros k []]. }
    apply (event_sound D g origin p ch s w Hup Hw Hnamed Hknown) in Hevent; try assumption;
      [| discriminate].
    destruct Hevent as (_ & Hend & Hordered & Hends & Hobeys).
    fold ws B M in Hend, Hordered, Hends, Hobeys. specialize (Hends eq_refl).
    destruct Hknown as (_ & Hpassed & Hbehind).
    assert (Hafter : nth (S (tested s)) B 0 = eval p (position s) \/
      eval p (position s) <= eval p end_).
    { destruct (passed s); [right; apply Hordered; discriminate | now left]. }
    split; [split |].
    + exists (eval p end_). now split.
    + intros x Hx HP Hcounts. apply (Hobeys Hends x Hx); [| assumption]. rewrite Hend. lia.
    + intros s' [= <-]. split; [assumption |]. intros x Hx.
      destruct Hup as (_ & Hwords & _). destruct (Hwords _ _ Hw) as [Hle _].
      apply Hbehind; lia.
Qed.

Lemma words_sound dimension rows ch p : length p = dimension -> all_hold p rows ->
  let ws := chain_words ch in let B := borders_at p ch in let M := moves_now p in
  forall n l st st', words_check dimension rows (view_of ch) n l st = Some st' -> facts_hold p st ->
  facts_hold p st' /\
  (makes_up ws B (from_start ch) -> (n <= length ws)%nat ->
   (l = [] \/ named ws (from_start ch) l) ->
   (forall x, nth n B 0 <= x -> behind_starts ws B M l x) ->
   forall x, nth n B 0 <= x < nth 0 B 0 -> counts M x -> obeys_at M x).
Proof.
  intros Hp Hrows ws B M. induction n as [| n IH]; intros l st st' H Hfacts.
  - injection H as <-. split; [assumption | intros _ _ _ _ x Hx; lia].
  - cbn [words_check] in H.
    destruct (word_check _ _ _ _ _ _) as [[res s1] |] eqn:Hword; [| discriminate].
    destruct (word_sound _ _ _ _ _ _ _ _ Hword p Hp Hrows Hfacts) as (Hs1 & Hsound).
    destruct (IH _ _ _ H Hs1) as (Hst' & Hobeys). split; [assumption |].
    intros Hup Hn Hl Hbehind.
    destruct (nth_error ws n) as [w |] eqn:Hw; [| apply nth_error_None in Hw; lia].
    destruct (Hsound Hup w Hw) as (Hswept & Hres).
    { split; [exact Hl |]. cbn [passed landing position tested].
      rewrite nth_borders. split; [reflexivity |]. intros x Hx _. now apply Hbehind. }
    cbn [position tested] in Hswept. rewrite nth_borders in Hswept. destruct Hswept as [_ Hswept].
    cbn [tested] in Hswept. fold B M in Hswept.
    intros x Hx Hcounts. destruct (Z_lt_le_dec x (nth n B 0)).
    + apply Hswept; try assumption; lia.
    + apply Hobeys; try assumption; [lia | | | lia].
      * destruct res as [s' |]; [right; now apply (Hres s') | now left].
      * intros y Hy. destruct res as [s' |].
        -- now apply (Hres s' eq_refl).
        -- intros m k Hk. destruct m; discriminate.
Qed.

End Sweep.
