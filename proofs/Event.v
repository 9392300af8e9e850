(** The events of a word: where the targets of moves leave their words, and where the word ends. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Walk Phases Split.
Import ListNotations.
Local Open Scope Z_scope.

Section Event.

Variable D : description.

Section AtDimension.

Variables (dimension : nat) (rows : list constraint) (ch : stretch).

(** Where the target of a move leaves its word. *)
Definition leaves (s : sweep) (m : nat) : form :=
  add (border ch (nth m (landing s) O)) (move D m).

Definition event_at (s : sweep) (next : option nat) : form :=
  match next with Some m => leaves s m | None => border ch (tested s) end.

(** That the split up to the next event, of a move or the end of the word, lies before all other
    events, and obeys the rule; where it ends. *)
Definition event (s : sweep) (next : option nat) (st : state) : option (form * state) :=
  let end_ := event_at s next in
  let ordered :=
    match passed s, next with
    | None, _ => Some st
    | Some m, Some m' =>
        if (m =? m')%nat then Some st else need dimension rows (sub end_ (position s)) st
    | Some _, None => need dimension rows (sub end_ (position s)) st
    end in
  let last :=
    match ordered, next with
    | Some st, None =>
        try_each (fun m => need dimension rows (sub (leaves s m) end_))
          (seq 0 (length (landing s))) st
    | _, _ => ordered
    end in
  match last with
  | None => None
  | Some st =>
      if same end_ (position s) || (is_piece D && existsb (outside ch) (landing s))
      then Some (end_, st)
      else option_map (fun st => (end_, st)) (split D dimension rows ch s end_ st)
  end.

End AtDimension.

(** * Why it is right *)

(** The values at all positions, of which [origin] is position 0 of the sequence. *)
Variables (g : Z -> nat) (origin : Z).

Local Notation makes_up := (makes_up g origin).
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
  all_hold p rows -> facts_hold p st ->
  (forall m, next = Some m -> exists k, nth_error (landing s) m = Some (S k)) ->
  event dimension rows ch s next st = Some (end_, st') ->
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
  intros Hrows Hfacts Hnext H. unfold event in H. cbv zeta in H.
  set (e := event_at ch s next) in *.
  assert (Hleaves : forall m, eval p (leaves ch s m) = nth (nth m (landing s) O) B 0 + nth m M 0).
  { intros m. unfold leaves. rewrite eval_add, nth_borders, nth_moves. reflexivity. }
  assert (He : eval p e = match next with
                | Some m => nth (nth m (landing s) O) B 0 + nth m M 0
                | None => nth (tested s) B 0
                end).
  { unfold e, event_at. destruct next; [apply Hleaves | apply nth_borders]. }
  set (ordered := match passed s, next with None, _ => _ | _, _ => _ end) in H.
  destruct ordered as [s1 |] eqn:Hordered; [| now destruct next].
  assert (H1 : facts_hold p s1 /\ (passed s <> None -> P <= eval p e)).
  { unfold ordered in Hordered. pose proof Hknown as (_ & Hpassed & _).
    destruct (passed s) as [m |].
    - assert (Hneed : need dimension rows (sub e (position s)) st = Some s1 ->
        facts_hold p s1 /\ (Some m <> None -> P <= eval p e)).
      { intros Hneed. apply (need_sound dimension p) in Hneed; try assumption.
        destruct Hneed as [Hle Hs1]. rewrite eval_sub in Hle. fold P in Hle.
        split; [assumption | intros _; lia]. }
      destruct next as [m' |]; [| now apply Hneed].
      destruct (Nat.eqb_spec m m') as [Hsame | Hne]; [| now apply Hneed].
      injection Hordered as <-. split; [assumption | intros _].
      destruct Hpassed as (k & Hk & Hklen & HP). rewrite He, HP, <- Hsame.
      rewrite (nth_error_nth _ _ _ Hk).
      pose proof (makes_up_falls g origin _ _ _ Hup (S k) k ltac:(lia)). lia.
    - injection Hordered as <-. split; [assumption | congruence]. }
  destruct H1 as [Hs1 HPe]. clear ordered Hordered.
  set (last := match next with Some _ => Some s1 | None => _ end) in H.
  assert (Hlast : exists s2, last = Some s2 /\ facts_hold p s2 /\
    (next = None -> before_ends B M (landing s) (eval p e))).
  { unfold last in *. destruct next as [m |].
    - exists s1. split; [reflexivity |]. split; [assumption | discriminate].
    - destruct (try_each _ _ s1) as [s2 |] eqn:Htry; [| discriminate].
      exists s2. split; [reflexivity |].
      apply (try_each_sound (facts_hold p) (fun m => 0 <= eval p (sub (leaves ch s m) e))) in Htry;
        [| | assumption].
      + destruct Htry as [Hs2 Hall]. split; [assumption |]. intros _ m k Hk.
        assert (Hm : In m (seq 0 (length (landing s)))).
        { apply in_seq. assert (nth_error (landing s) m <> None) by congruence.
          apply nth_error_Some in H0. lia. }
        specialize (Hall m Hm). rewrite eval_sub, Hleaves in Hall.
        rewrite (nth_error_nth _ _ _ Hk) in Hall. lia.
      + intros m a b _ Ha Hneed. apply and_comm. now apply (need_sound dimension p rows _ a b). }
  destruct Hlast as (s2 & Heq & Hs2 & Hends). rewrite Heq in H. clear last Heq.
  destruct (same e (position s)) eqn:Hsame; cbn beta iota delta [orb] in H.
  - injection H as <- <-. split; [assumption |]. split; [assumption |].
    split; [assumption |]. split; [assumption |]. intros _ x _ Hx.
    apply (same_eval p) in Hsame. fold P in Hsame. lia.
  - destruct (is_piece D && existsb (outside ch) (landing s)) eqn:Hpiece.
    + injection H as <- <-. split; [assumption |]. split; [assumption |].
      split; [assumption |]. split; [assumption |]. intros Hbefore x _ Hx Hcounts. exfalso.
      apply andb_true_iff in Hpiece as [Hpiece Hout].
      apply existsb_exists in Hout as (k & Hin & Hk). apply Nat.eqb_eq in Hk. fold ws in Hk.
      destruct (proj2 Hnamed k Hin) as [_ Hstart].
      destruct Hup as (_ & _ & _ & Horigin). specialize (Horigin (Hstart Hk)).
      apply In_nth_error in Hin as (m & Hm). specialize (Hbefore m k Hm).
      assert (HM : In (nth m M 0) M).
      { apply nth_In. unfold M, Split.moves_now. rewrite map_length, <- (proj1 Hnamed).
        apply nth_error_Some. congruence. }
      specialize (Hcounts Hpiece _ HM). rewrite Hk in Hbefore. lia.
    + destruct (split _ _ _ _ _ _ s2) as [s3 |] eqn:Hsplit; [| discriminate].
      cbn [option_map] in H. injection H as <- <-.
      apply (obeys_in_split D g origin p ch s w Hup Hw Hnamed) in Hsplit; try assumption.
      destruct Hsplit as [Hs3 Hobeys].
      split; [assumption |]. split; [assumption |]. split; [assumption |].
      split; [assumption |]. intros Hbefore x Hx HPx _.
      apply Hobeys; try assumption. destruct Hknown as (_ & _ & Hb). apply Hb; lia.
Qed.

End Known.

Lemma event_facts p dimension rows ch s next st end_ st' :
  all_hold p rows -> facts_hold p st -> event dimension rows ch s next st = Some (end_, st') ->
  facts_hold p st'.
Proof.
  intros Hrows Hfacts H. unfold event in H. cbv zeta in H. set (e := event_at ch s next) in *.
  assert (Hneed : forall f a b, facts_hold p a -> need dimension rows f a = Some b ->
    facts_hold p b).
  { intros f a b Ha Hb. now apply (need_sound dimension p rows f a b). }
  set (ordered := match passed s, next with None, _ => _ | _, _ => _ end) in H.
  assert (Hordered : forall a, ordered = Some a -> facts_hold p a).
  { unfold ordered. intros a. destruct (passed s) as [m |]; [| now intros [= <-]].
    destruct next as [m' |]; [destruct (m =? m')%nat; [now intros [= <-] |] |];
      intros Ha; exact (Hneed _ st a Hfacts Ha). }
  destruct ordered as [s1 |]; [| now destruct next].
  specialize (Hordered s1 eq_refl).
  set (last := match next with Some _ => Some s1 | None => _ end) in H.
  assert (Hlast : forall a, last = Some a -> facts_hold p a).
  { unfold last. intros a. destruct next; [now intros [= <-] |]. intros Htry.
    apply (try_each_facts p) in Htry; try assumption. intros m b c Hb Hc.
    exact (Hneed _ b c Hb Hc). }
  destruct last as [s2 |]; [| discriminate]. specialize (Hlast s2 eq_refl).
  destruct (_ || _); [now injection H as <- <- |].
  destruct (split _ _ _ _ _ _ s2) as [s3 |] eqn:Hsplit; [| discriminate]. injection H as <- <-.
  unfold met in *.
  now apply (split_sound D p dimension rows ch s e _ _ _ s2 s3 Hrows Hlast eq_refl).
Qed.

End Event.
