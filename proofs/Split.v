(** Splits: ranges of positions in a word on which every move lands inside one word.

    Positions are counted from the start of the block under test. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Walk Phases Past.
Import ListNotations.
Local Open Scope Z_scope.

(** The words of a chain of blocks, the last one first; [borders] k is where word k ends and word
    k - 1 begins.  [from_start]: does nothing stand before? *)
Record stretch := Stretch {
  chain_words : list word;
  borders : list form;
  from_start : bool
}.

(** A stretch with its words and borders at hand. *)
Record view := View {
  stretch_of : stretch;
  word_count : nat;
  word_table : table_of word;
  border_table : table_of form
}.

Definition view_of (ch : stretch) : view :=
  View ch (length (chain_words ch)) (index (chain_words ch)) (index (borders ch)).

Lemma look_word ch k : look (word_table (view_of ch)) k = nth_error (chain_words ch) k.
Proof. apply look_index. Qed.

Lemma look_border ch k : look (border_table (view_of ch)) k = nth_error (borders ch) k.
Proof. apply look_index. Qed.

Lemma look_from_start ch : from_start (stretch_of (view_of ch)) = from_start ch.
Proof. reflexivity. Qed.

(** Where a sweep stands: the word under test; up to where the rule is shown; for each move the
    word its target is in, the number of words for "before position 0"; the move whose event was
    the last in this word. *)
Record sweep := Sweep {
  tested : nat;
  position : form;
  landing : list nat;
  passed : option nat
}.

(** The most positions of a split that are compared one by one. *)
Definition most_phases : Z := 65536.

Section Split.

Variable D : description.

(** * The checker *)

Section AtDimension.

Variables (dimension : nat) (rows : list constraint) (ch : view).

Definition border (k : nat) : form := look_or zero (border_table ch) k.
Definition move (m : nat) : form := nth m (ends_of D) zero.
Definition outside (k : nat) : bool := (k =? word_count ch)%nat.

(** A word of the chain, or the cycle that stands before its words. *)
Definition word_at (past : option word) (k : nat) : word :=
  match look (word_table ch) k, past with
  | Some w, _ | None, Some w => w
  | None, None => Word 0 [] zero
  end.

(** Where it begins; the cycle ends where the words of the chain begin. *)
Definition begins_at (k : nat) : form :=
  match look (border_table ch) (S k) with Some f => f | None => border k end.

(** Does a move that lands there lead to a position? *)
Definition lands (past : option word) (k : nat) : bool :=
  if (k <? word_count ch)%nat then true else match past with Some _ => true | None => false end.

(** The word under test, then those that moves land in, with how far in the position is. *)
Definition met (s : sweep) : list (word * form) :=
  let past := outside_word D in
  (word_at past (tested s), sub (position s) (begins_at (tested s)))
  :: map (fun it => (word_at past (fst it), sub (sub (position s) (begins_at (fst it))) (snd it)))
       (filter (fun it => lands past (fst it)) (combine (landing s) (ends_of D))).

(** That the rule holds from the position of the sweep up to [end_]. *)
Definition split (s : sweep) (end_ : form) (st : state) : option state :=
  let l := met s in
  if forallb (fun it => (length (cycle (fst it)) =? 1)%nat) l
  then compare_values (rule_of D) most_phases dimension rows (position s) end_
         (map (fun it => (fst it, 0)) l) st
  else
    match answers st with
    | Phases :: rest =>
        match phases rows l (State (facts st) rest) with
        | Some (l, st) =>
            compare_values (rule_of D) most_phases dimension rows (position s) end_ l st
        | None => None
        end
    | NoPosition :: rest =>
        need dimension rows (sub (position s) end_) (State (facts st) rest)
    | _ => None
    end.

End AtDimension.

(** * What it is about *)

(** The values g at all positions, of which [origin] is position 0 of the sequence. *)
Variables (g : Z -> nat) (origin : Z).

Definition borders_at (p : list Z) (ch : stretch) : list Z := map (eval p) (borders ch).
Definition moves_now (p : list Z) : list Z := map (eval p) (ends_of D).

(** The words of the chain lie between their borders, and make up the sequence. *)
Definition makes_up (ws : list word) (B : list Z) (start : bool) : Prop :=
  length B = S (length ws) /\
  (forall k w, nth_error ws k = Some w ->
     nth (S k) B 0 <= nth k B 0 /\
     forall x, nth (S k) B 0 <= x < nth k B 0 -> g x = value_in w (x - nth (S k) B 0)) /\
  origin <= nth (length ws) B 0 /\
  (start = true -> nth (length ws) B 0 = origin /\
     forall w, outside_word D = Some w -> forall x, x < origin -> g x = value_in w (x - origin)).

(** Is this a position: in the sequence, or before it? *)
Definition is_position (x : Z) : bool :=
  match outside_word D with Some _ => true | None => origin <=? x end.

(** All moves, if the ends of their entries are these; and whether ranges have moves. *)
Fixpoint from_ends (l : list entry) (M : list Z) : list Z :=
  match l, M with
  | Move _ :: l, s :: M => s :: from_ends l M
  | Moves _ _ :: l, a :: b :: M => range a b ++ from_ends l M
  | _, _ => []
  end.

Fixpoint wide (l : list entry) (M : list Z) : Prop :=
  match l, M with
  | Move _ :: l, _ :: M => wide l M
  | Moves _ _ :: l, a :: b :: M => a <= b /\ wide l M
  | _, _ => True
  end.

(** Does the position x obey the rule, if moves are these? *)
Definition obeys_at (M : list Z) (x : Z) : Prop :=
  g x = by_rule (rule_of D)
    (map (fun s => g (x - s)) (filter (fun s => is_position (x - s)) (from_ends (moves D) M))).

(** Of a finite piece, only the positions count whose options all lie in it. *)
Definition counts (M : list Z) (x : Z) : Prop :=
  wide (moves D) M /\ (is_piece D = true -> forall s, In s M -> origin <= x - s).

(** The words named for the moves are there. *)
Definition named (ws : list word) (start : bool) (l : list nat) : Prop :=
  length l = length (ends_of D) /\
  forall k, In k l -> (k <= length ws)%nat /\ (k = length ws -> start = true).

(** From x on, targets lie at or behind the starts of these words; up to x, before or at their
    ends. *)
Definition behind_starts (ws : list word) (B M : list Z) (l : list nat) (x : Z) : Prop :=
  forall m k, nth_error l m = Some k -> (k < length ws)%nat -> nth (S k) B 0 <= x - nth m M 0.
Definition before_ends (B M : list Z) (l : list nat) (x : Z) : Prop :=
  forall m k, nth_error l m = Some k -> x <= nth k B 0 + nth m M 0.

(** * Why it is right *)

Lemma split_sound p dimension rows ch s end_ w f others st st' :
  all_hold p rows -> facts_hold p st -> met ch s = (w, f) :: others ->
  split dimension rows ch s end_ st = Some st' ->
  facts_hold p st' /\
  forall x, eval p (position s) <= x < eval p end_ ->
    let offset := x - eval p (position s) in
    value_in w (eval p f + offset) =
      by_rule (rule_of D) (map (fun it => value_in (fst it) (eval p (snd it) + offset)) others).
Proof.
  intros Hrows Hfacts Hmet H. unfold split in H. rewrite Hmet in H.
  destruct (forallb _ _) eqn:Hsingle.
  - apply (compare_values_sound (rule_of D) most_phases eq_refl p) in H; try assumption.
    destruct H as [Hst' Hwrong].
    split; [assumption |]. intros x Hx offset.
    apply (wrong_false (rule_of D) p w f others (map (fun it => (fst it, 0)) ((w, f) :: others)));
      [| now apply Hwrong].
    rewrite forallb_forall in Hsingle. clear - Hsingle.
    induction ((w, f) :: others) as [| it l IH]; constructor.
    + split; [reflexivity |]. exists (eval p (snd it)).
      specialize (Hsingle it (or_introl eq_refl)). apply Nat.eqb_eq in Hsingle.
      cbn [fst snd]. rewrite Hsingle. change (Z.of_nat 1) with 1. ring.
    + apply IH. intros x Hx. apply Hsingle. now right.
  - destruct (answers st) as [| [] rest]; try discriminate.
    + destruct (phases _ _ _) as [[found s1] |] eqn:Hphases; [| discriminate].
      apply (phases_sound p) in Hphases; [| assumption]. destruct Hphases as [Hs1 Hagree].
      apply (compare_values_sound (rule_of D) most_phases eq_refl p) in H; try assumption.
      * destruct H as [Hst' Hwrong]. split; [assumption |]. intros x Hx offset.
        apply (wrong_false (rule_of D) p w f others found); [assumption | now apply Hwrong].
      * unfold facts_hold. now rewrite Hs1.
    + apply (need_sound dimension p) in H; try assumption. destruct H as [Hend Hst'].
      rewrite eval_sub in Hend. split; [assumption |]. intros x Hx. lia.
Qed.

(** The options of a position, by the words named for the moves. *)
Lemma options_by_words (x : Z) (shown : nat -> bool) (value_of : nat * form -> nat) (p : list Z) :
  forall l ms, length l = length ms ->
  (forall k f, In (k, f) (combine l ms) ->
     is_position (x - eval p f) = shown k /\
     (shown k = true -> g (x - eval p f) = value_of (k, f))) ->
  map value_of (filter (fun it => shown (fst it)) (combine l ms)) =
  map (fun s => g (x - s)) (filter (fun s => is_position (x - s)) (map (eval p) ms)).
Proof.
  induction l as [| k l IH]; intros [| f ms] Hlen H; try discriminate; [reflexivity |].
  cbn [combine map filter fst]. pose proof (H k f (or_introl eq_refl)) as Hk.
  assert (Hrest := IH ms ltac:(now injection Hlen) (fun k' f' Hin => H k' f' (or_intror Hin))).
  destruct Hk as [-> Hg]. destruct (shown k); [| assumption].
  cbn [map]. now rewrite Hrest, Hg.
Qed.

Lemma combine_nth_error {A C} (l : list A) : forall (m : list C) a c, In (a, c) (combine l m) ->
  exists n, nth_error l n = Some a /\ nth_error m n = Some c.
Proof.
  induction l as [| a' l IH]; intros [| c' m] a c H; try contradiction.
  destruct H as [[= -> ->] | H]; [now exists O |].
  destruct (IH m a c H) as (n & H1 & H2). now exists (S n).
Qed.

Lemma makes_up_falls ws B start : makes_up ws B start ->
  forall j k, (k <= j <= length ws)%nat -> nth j B 0 <= nth k B 0.
Proof.
  intros (_ & Hwords & _) j. induction j as [| j IH]; intros k Hk.
  - replace k with O by lia. reflexivity.
  - destruct (Nat.eq_dec k (S j)) as [-> | Hne]; [reflexivity |].
    destruct (nth_error ws j) as [w |] eqn:Hw.
    + destruct (Hwords j w Hw) as [Hle _]. specialize (IH k ltac:(lia)). lia.
    + apply nth_error_None in Hw. lia.
Qed.

Lemma nth_borders p ch k : eval p (border (view_of ch) k) = nth k (borders_at p ch) 0.
Proof.
  unfold border, borders_at. cbn [view_of border_table].
  rewrite look_or_index, <- (eval_zero p). symmetry. apply map_nth.
Qed.

Lemma nth_moves p m : eval p (move m) = nth m (moves_now p) 0.
Proof. unfold move, moves_now. rewrite <- (eval_zero p). symmetry. apply map_nth. Qed.

Lemma begins_at_in p ch k : length (borders ch) = S (length (chain_words ch)) ->
  (k < length (chain_words ch))%nat -> eval p (begins_at (view_of ch) k) = nth (S k) (borders_at p ch) 0.
Proof.
  intros Hlength Hk. unfold begins_at. rewrite look_border, <- nth_borders.
  destruct (nth_error (borders ch) (S k)) as [f |] eqn:Hf.
  - unfold border. cbn [view_of border_table]. now rewrite look_or_index, (nth_error_nth _ _ _ Hf).
  - apply nth_error_None in Hf. lia.
Qed.

Lemma begins_at_end p ch : length (borders ch) = S (length (chain_words ch)) ->
  eval p (begins_at (view_of ch) (length (chain_words ch))) =
    nth (length (chain_words ch)) (borders_at p ch) 0.
Proof.
  intros Hlength. unfold begins_at. rewrite look_border.
  rewrite (proj2 (nth_error_None (borders ch) (S (length (chain_words ch))))) by lia.
  apply nth_borders.
Qed.

Section Obeys.

Variables (p : list Z) (ch : stretch) (s : sweep) (w : word).

Let ws := chain_words ch.
Let B := borders_at p ch.
Let M := moves_now p.
Let P := eval p (position s).

Hypothesis Hup : makes_up ws B (from_start ch).
Hypothesis Hw : nth_error ws (tested s) = Some w.
Hypothesis Hnamed : named ws (from_start ch) (landing s).

Lemma from_ends_moves l : existsb is_range l = false ->
  from_ends l (map (eval p) (flat_map entry_ends l)) = map (eval p) (flat_map entry_ends l).
Proof.
  induction l as [| [u | a b] l IH]; intros H; [reflexivity | | discriminate].
  cbn [flat_map entry_ends app map from_ends]. f_equal. now apply IH.
Qed.

(** A position of the split obeys the rule, if what is said of the words that targets are in is
    true of it. *)
Lemma obeys_in_split rows dimension end_ st st' :
  existsb is_range (moves D) = false ->
  all_hold p rows -> facts_hold p st -> split dimension rows (view_of ch) s end_ st = Some st' ->
  facts_hold p st' /\
  forall x, P <= x < eval p end_ -> nth (S (tested s)) B 0 <= x < nth (tested s) B 0 ->
    behind_starts ws B M (landing s) x -> before_ends B M (landing s) (eval p end_) ->
    obeys_at M x.
Proof.
  intros Hsingle Hrows Hfacts H. unfold met in *.
  apply (split_sound p dimension rows (view_of ch) s end_ _ _ _ st st' Hrows Hfacts eq_refl) in H.
  destruct H as [Hst' H]. split; [assumption |]. intros x Hx Hin Hbehind Hends.
  specialize (H x Hx). cbn zeta in H. fold P in H. unfold obeys_at.
  pose proof Hup as (Hlength & Hwords & Horigin & Hstart).
  destruct (Hwords _ _ Hw) as [_ Hg]. rewrite (Hg x Hin).
  assert (Hborders : length (borders ch) = S (length ws)).
  { unfold B, borders_at in Hlength. now rewrite map_length in Hlength. }
  assert (Htested : (tested s < length ws)%nat) by (apply nth_error_Some; congruence).
  unfold word_at at 1 in H. rewrite look_word in H. fold ws in H. rewrite Hw in H.
  rewrite eval_sub, begins_at_in in H by assumption. fold P B in H.
  replace (P - nth (S (tested s)) B 0 + (x - P)) with (x - nth (S (tested s)) B 0) in H by ring.
  rewrite H. f_equal. rewrite map_map. cbn [fst snd].
  unfold M, moves_now, ends_of. rewrite from_ends_moves by assumption. fold (ends_of D).
  cbn [view_of word_count].
  apply (options_by_words x (lands (view_of ch) (outside_word D))
    (fun it => value_in (word_at (view_of ch) (outside_word D) (fst it))
       (eval p (sub (sub (position s) (begins_at (view_of ch) (fst it))) (snd it)) + (x - P))) p);
    [exact (proj1 Hnamed) |].
  intros k f Hkf. apply combine_nth_error in Hkf as (m & Hk & Hf).
  assert (HM : nth m M 0 = eval p f).
  { unfold M. rewrite <- nth_moves. unfold move. now rewrite (nth_error_nth _ _ _ Hf). }
  specialize (Hends m k Hk). rewrite HM in Hends.
  destruct (proj2 Hnamed k (nth_error_In _ _ Hk)) as [Hle Hlast].
  unfold lands, is_position. cbn [view_of word_count fst snd]. fold ws. rewrite !eval_sub.
  destruct (Nat.ltb_spec k (length ws)) as [Hlt | Hge].
  - specialize (Hbehind m k Hk Hlt). rewrite HM in Hbehind.
    pose proof (makes_up_falls _ _ _ Hup (length ws) (S k) ltac:(lia)).
    split; [destruct (outside_word D); [reflexivity | apply Z.leb_le; lia] |]. intros _.
    destruct (nth_error ws k) as [wk |] eqn:Hwk; [| apply nth_error_None in Hwk; lia].
    destruct (Hwords k wk Hwk) as [_ Hgk]. rewrite (Hgk (x - eval p f)) by lia.
    unfold word_at. rewrite look_word. fold ws. rewrite Hwk, begins_at_in by assumption.
    fold P B. f_equal. ring.
  - assert (Hk' : k = length ws) by lia. destruct (Hstart (Hlast Hk')) as [Hends_at Hpast].
    rewrite Hk' in Hends. destruct (outside_word D) as [u |] eqn:Hu.
    + split; [reflexivity |]. intros _. rewrite (Hpast u eq_refl) by lia.
      unfold word_at. rewrite look_word. fold ws.
      rewrite (proj2 (nth_error_None ws k)), Hk' by lia.
      unfold ws. rewrite begins_at_end by assumption. fold ws B P. rewrite Hends_at. f_equal. ring.
    + split; [apply Z.leb_gt; lia | discriminate].
Qed.

End Obeys.

End Split.
