(** The events of a word: where the targets of moves leave their words, and where the word ends. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Walk Phases Split Covered CoveredSound.
Import ListNotations.
Local Open Scope Z_scope.

Section Event.

Variable D : description.

Section AtDimension.

Variables (dimension : nat) (rows : list constraint) (ch : view).

(** Where the target of a move leaves its word. *)
Definition leaves (s : sweep) (m : nat) : form :=
  add (border ch (nth m (landing s) O)) (move D m).

Definition event_at (s : sweep) (next : option nat) : form :=
  match next with Some m => leaves s m | None => border ch (tested s) end.

(** That the next event, at [end_], is not before the last one: if both are of the same move,
    lengths say so. *)
Definition in_order (s : sweep) (next : option nat) (end_ : form) (st : state) : option state :=
  match passed s with
  | None => Some st
  | Some m =>
      if match next with Some m' => (m =? m')%nat | None => false end then Some st
      else need dimension rows (sub end_ (position s)) st
  end.

(** That no target leaves its word before the word under test ends. *)
Definition none_leaves (s : sweep) (next : option nat) (end_ : form) (st : state) : option state :=
  match next with
  | Some _ => Some st
  | None =>
      try_each (fun m => need dimension rows (sub (leaves s m) end_))
        (seq 0 (length (landing s))) st
  end.

(** That the rule holds up to the next event, if that counts. *)
Definition up_to (s : sweep) (end_ : form) (st : state) : option state :=
  if same end_ (position s) || (is_piece D && existsb (outside ch) (landing s))
  then Some st
  else if existsb is_range (moves D) then covered D dimension rows ch s end_ st
  else split D dimension rows ch s end_ st.

(** That the split up to the next event, of a move or the end of the word, lies before all other
    events, and obeys the rule; where it ends. *)
Definition event (s : sweep) (next : option nat) (st : state) : option (form * state) :=
  let end_ := event_at s next in
  then_ (in_order s next end_ st) (fun st =>
  then_ (none_leaves s next end_ st) (fun st => option_map (pair end_) (up_to s end_ st))).

End AtDimension.

(** * Why it is right *)

Lemma event_parts dimension rows ch s next st end_ st' :
  event dimension rows ch s next st = Some (end_, st') ->
  end_ = event_at ch s next /\ exists s1 s2,
    in_order dimension rows s next end_ st = Some s1 /\
    none_leaves dimension rows ch s next end_ s1 = Some s2 /\
    up_to dimension rows ch s end_ s2 = Some st'.
Proof.
  unfold event. cbv zeta. intros H. apply then_some in H as (s1 & H1 & H).
  apply then_some in H as (s2 & H2 & H).
  destruct (up_to _ _ _ _ _ s2) as [s3 |] eqn:H3; [| discriminate]. injection H as <- <-.
  split; [reflexivity | now exists s1, s2].
Qed.

Section Parts.

Variables (p : list Z) (dimension : nat) (rows : list constraint) (ch : view) (s : sweep).
Hypothesis Hrows : all_hold p rows.

Lemma in_order_sound next end_ st st' : facts_hold p st ->
  in_order dimension rows s next end_ st = Some st' ->
  facts_hold p st' /\
  ((passed s = None \/ exists m, passed s = Some m /\ next = Some m) \/
   eval p (position s) <= eval p end_).
Proof.
  intros Hst H. unfold in_order in H. destruct (passed s) as [m |].
  - destruct (match next with Some m' => _ | None => _ end) eqn:Hsame.
    + injection H as <-. split; [assumption | left; right]. exists m. split; [reflexivity |].
      destruct next as [m' |]; [| discriminate]. apply Nat.eqb_eq in Hsame. now subst m'.
    + apply (need_sound dimension p) in H; try assumption. rewrite eval_sub in H.
      split; [tauto | right; lia].
  - injection H as <-. split; [assumption | now left; left].
Qed.

Lemma none_leaves_sound next end_ st st' : facts_hold p st ->
  none_leaves dimension rows ch s next end_ st = Some st' ->
  facts_hold p st' /\
  (next = None -> forall m, (m < length (landing s))%nat ->
     eval p end_ <= eval p (leaves ch s m)).
Proof.
  intros Hst H. destruct next as [m |]; cbn [none_leaves] in H.
  - injection H as <-. split; [assumption | discriminate].
  - apply (try_each_sound (facts_hold p) (fun m => 0 <= eval p (sub (leaves ch s m) end_))) in H;
      [| | assumption].
    + destruct H as [Hst' Hall]. split; [assumption |]. intros _ m Hm.
      specialize (Hall m ltac:(apply in_seq; lia)). rewrite eval_sub in Hall. lia.
    + intros m a b _ Ha Hneed. apply and_comm. now apply (need_sound dimension p rows _ a b).
Qed.

Lemma up_to_facts end_ st st' : length p = dimension -> facts_hold p st ->
  up_to dimension rows ch s end_ st = Some st' -> facts_hold p st'.
Proof.
  intros Hp Hst H. unfold up_to in H. destruct (_ || _); [now injection H as <- |].
  destruct (existsb is_range (moves D)).
  { unfold covered in H. destruct (_ && _) in H; [| discriminate].
    apply each_case_facts in H; [| discriminate]. unfold facts_hold. now rewrite H. }
  now apply (split_sound D p dimension rows ch s end_ _ _ _ st st' Hrows Hst eq_refl).
Qed.

End Parts.

Lemma event_facts p dimension rows ch s next st end_ st' :
  length p = dimension -> all_hold p rows -> facts_hold p st -> event dimension rows ch s next st = Some (end_, st') ->
  facts_hold p st'.
Proof.
  intros Hp Hrows Hst H. apply event_parts in H as (_ & s1 & s2 & H1 & H2 & H3).
  apply (in_order_sound p) in H1 as [Hs1 _]; try assumption.
  apply (none_leaves_sound p) in H2 as [Hs2 _]; try assumption.
  now apply (up_to_facts p) in H3.
Qed.

(** The values at all positions, of which [origin] is position 0 of the sequence. *)
Variables (g : Z -> nat) (origin : Z).

Local Notation makes_up := (makes_up D g origin).
Local Notation obeys_at := (obeys_at D g origin).
Local Notation counts := (counts D origin).
Local Notation named := (named D).
Local Notation moves_now := (moves_now D).

(** What is known of a sweep.  P is where it stands, in a word that starts at W. *)
Definition known (ws : list word) (B M : list Z) (start : bool) (W P : Z) (s : sweep) : Prop :=
  (landing s = [] \/ named ws start (landing s)) /\
  match passed s with
  | None => P = W
  | Some m => exists k, nth_error (landing s) m = Some k /\ (k < length ws)%nat /\
                P = nth (S k) B 0 + nth m M 0
  end /\
  forall x, W <= x -> P <= x -> behind_starts ws B M (landing s) x.

Section Known.

Variables (p : list Z) (ch : stretch) (s : sweep) (w : word).

Let ws := chain_words ch.
Let B := borders_at p ch.
Let M := moves_now p.
Let P := eval p (position s).

Hypothesis Hup : makes_up ws B (from_start ch).
Hypothesis Hw : nth_error ws (tested s) = Some w.
Hypothesis Hnamed : named ws (from_start ch) (landing s).

Hypothesis Hknown : known ws B M (from_start ch) (nth (S (tested s)) B 0) P s.

Lemma event_sound rows dimension next end_ st st' :
  length p = dimension -> all_hold p rows -> facts_hold p st ->
  (forall m, next = Some m -> exists k, nth_error (landing s) m = Some (S k)) ->
  event dimension rows (view_of ch) s next st = Some (end_, st') ->
  facts_hold p st' /\
  eval p end_ = match next with
                | Some m => nth (nth m (landing s) O) B 0 + nth m M 0
                | None => nth (tested s) B 0
                end /\
  (passed s <> None -> P <= eval p end_) /\
  (next = None -> before_ends B M (landing s) (eval p end_)) /\
  (before_ends B M (landing s) (eval p end_) ->
   forall x, nth (S (tested s)) B 0 <= x < nth (tested s) B 0 -> P <= x < eval p end_ ->
     counts M x -> obeys_at M x).
Proof.
  intros Hdim Hrows Hfacts Hnext H. apply event_parts in H as (He & s1 & s2 & H1 & H2 & H3).
  assert (Hleaves : forall m,
    eval p (leaves (view_of ch) s m) = nth (nth m (landing s) O) B 0 + nth m M 0).
  { intros m. unfold leaves. rewrite eval_add, nth_borders, nth_moves. reflexivity. }
  assert (Hend : eval p end_ = match next with
                | Some m => nth (nth m (landing s) O) B 0 + nth m M 0
                | None => nth (tested s) B 0
                end).
  { rewrite He. unfold event_at. destruct next; [apply Hleaves | apply nth_borders]. }
  apply (in_order_sound p) in H1 as [Hs1 Horder]; try assumption.
  assert (HPe : passed s <> None -> P <= eval p end_).
  { intros Hsome. destruct Horder as [[Hnone | (m & Hm & ->)] | Hle]; [contradiction | | exact Hle].
    pose proof Hknown as (_ & Hpassed & _). rewrite Hm in Hpassed.
    destruct Hpassed as (k & Hk & Hklen & HP).
    rewrite Hend, HP, (nth_error_nth _ _ _ Hk).
    pose proof (makes_up_falls D g origin _ _ _ Hup (S k) k ltac:(lia)). lia. }
  apply (none_leaves_sound p) in H2 as [Hs2 Hnone]; try assumption.
  assert (Hends : next = None -> before_ends B M (landing s) (eval p end_)).
  { intros Hn m k Hk. assert (Hm : nth_error (landing s) m <> None) by congruence.
    apply nth_error_Some in Hm. specialize (Hnone Hn m Hm).
    rewrite Hleaves, (nth_error_nth _ _ _ Hk) in Hnone. exact Hnone. }
  split; [now apply (up_to_facts p) in H3 |]. split; [assumption |]. split; [assumption |].
  split; [assumption |]. unfold up_to in H3.
  destruct (same end_ (position s)) eqn:Hsame; cbn beta iota delta [orb] in H3.
  - intros _ x _ Hx. apply (same_eval p) in Hsame. fold P in Hsame. lia.
  - destruct (is_piece D && existsb (outside (view_of ch)) (landing s)) eqn:Hpiece.
    + intros Hbefore x _ Hx Hcounts. exfalso.
      apply andb_true_iff in Hpiece as [Hpiece Hout].
      apply existsb_exists in Hout as (k & Hin & Hk). apply Nat.eqb_eq in Hk.
      cbn [view_of word_count] in Hk. fold ws in Hk.
      destruct (proj2 Hnamed k Hin) as [_ Hstart].
      destruct Hup as (_ & _ & _ & Horigin). specialize (Horigin (Hstart Hk)).
      apply In_nth_error in Hin as (m & Hm). specialize (Hbefore m k Hm).
      assert (HM : In (nth m M 0) M).
      { apply nth_In. unfold M, Split.moves_now. rewrite map_length, <- (proj1 Hnamed).
        apply nth_error_Some. congruence. }
      pose proof (proj2 Hcounts Hpiece _ HM). rewrite Hk in Hbefore. lia.
    + destruct (existsb is_range (moves D)) eqn:Hranges.
      * apply (covered_sound D g origin p) in H3; try assumption. destruct H3 as [_ Hobeys].
        intros Hbefore x Hx HPx [Hwide _]. apply (Hobeys Hup w Hw Hnamed); try assumption.
        destruct Hknown as (_ & _ & Hb). apply Hb; lia.
      * apply (obeys_in_split D g origin p ch s w Hup Hw Hnamed) in H3; try assumption.
        destruct H3 as [_ Hobeys].
        intros Hbefore x Hx HPx _. apply Hobeys; try assumption.
        destruct Hknown as (_ & _ & Hb). apply Hb; lia.
Qed.

End Known.

End Event.
