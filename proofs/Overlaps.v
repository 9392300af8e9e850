(** The ways in which two entries of the moves have moves in common, or none. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Ranges Checker.
Import ListNotations.
Local Open Scope Z_scope.

Lemma in_sizes p e s : In s (sizes p e) <-> eval p (least_move e) <= s <= eval p (greatest_move e).
Proof. destruct e as [t | a b]; cbn [sizes least_move greatest_move]; [cbn [In]; lia | apply in_range]. Qed.

(** Does the entry have moves? *)
Definition has_moves (p : list Z) (e : entry) : Prop := eval p (least_move e) <= eval p (greatest_move e).

Lemma is_never_sound p c : is_never c = true -> ~ holds p c.
Proof.
  unfold is_never. rewrite andb_true_iff. intros [Hc H] Hp.
  destruct c as [f | f]; cbn [form_of holds] in *; apply (is_constant_eval p) in Hc; lia.
Qed.

Lemma same_entries_sound p e e' : same_entries e e' = true -> sizes p e = sizes p e'.
Proof.
  destruct e as [s | a b], e' as [s' | c d]; cbn [same_entries sizes]; try discriminate.
  - intros H. now rewrite (same_eval p s s').
  - intros H. apply andb_true_iff in H as [H1 H2]. now rewrite (same_eval p a c), (same_eval p b d).
Qed.

(** The constraint compares two forms of the list. *)
Definition compares (l : list form) (c : constraint) : Prop :=
  exists f g, In f l /\ In g l /\ (c = at_least f g \/ c = below f g \/ c = equal f g).

Lemma compares_holds l p v c : compares l c -> (forall f, In f l -> eval v f = eval p f) ->
  holds p c -> holds v c.
Proof.
  intros (f & g & Hf & Hg & Hc) Hsame.
  destruct Hc as [-> | [-> | ->]];
    rewrite ?holds_at_least, ?holds_below, ?holds_equal, (Hsame f Hf), (Hsame g Hg); tauto.
Qed.

Lemma least_in e : In (least_move e) (entry_ends e).
Proof. destruct e; now left. Qed.

Lemma greatest_in_ends e : In (greatest_move e) (entry_ends e).
Proof. destruct e; [now left | right; now left]. Qed.

(** ** Ranges *)

Section Range.

Variables a b c d : form.

Lemma range_overlaps_compare way joined : In (way, joined) (range_overlaps a b c d) ->
  Forall (compares [a; b; c; d]) way /\ incl (entry_ends joined) [a; b; c; d].
Proof.
  intros H.
  assert (Hc : forall f g, In f [a; b; c; d] -> In g [a; b; c; d] ->
    compares [a; b; c; d] (at_least f g) /\ compares [a; b; c; d] (below f g))
    by (intros f g Hf Hg; split; exists f, g; auto).
  assert (Ha : In a [a; b; c; d]) by (cbn; auto). assert (Hb : In b [a; b; c; d]) by (cbn; auto).
  assert (Hc' : In c [a; b; c; d]) by (cbn; auto). assert (Hd : In d [a; b; c; d]) by (cbn; auto).
  assert (Hends : forall f g, In f [a; b; c; d] -> In g [a; b; c; d] ->
    incl (entry_ends (Moves f g)) [a; b; c; d])
    by (intros f g Hf Hg h [<- | [<- | []]]; assumption).
  destruct H as [[= <- <-] | [[= <- <-] | [[= <- <-] | [[= <- <-] | []]]]];
    (split; [repeat constructor; now apply Hc | now apply Hends]).
Qed.

Variable p : list Z.
Hypothesis Hab : eval p a <= eval p b.
Hypothesis Hcd : eval p c <= eval p d.

(** What the joined range has. *)
Lemma range_overlaps_joined way joined : In (way, joined) (range_overlaps a b c d) -> all_hold p way ->
  has_moves p joined /\
  forall s, In s (sizes p joined) <-> eval p a <= s <= eval p b \/ eval p c <= s <= eval p d.
Proof.
  intros H Hway. unfold all_hold in Hway.
  destruct H as [[= <- <-] | [[= <- <-] | [[= <- <-] | [[= <- <-] | []]]]];
    repeat rewrite Forall_cons_iff in Hway; rewrite ?holds_at_least, ?holds_below in Hway;
    (split; [unfold has_moves; cbn [least_move greatest_move]; lia |]);
    intros s; rewrite in_sizes; cbn [least_move greatest_move]; lia.
Qed.

Lemma range_overlaps_all : (exists it, In it (range_overlaps a b c d) /\ all_hold p (fst it)) \/
  eval p b < eval p c \/ eval p d < eval p a.
Proof.
  destruct (Z_lt_le_dec (eval p b) (eval p c)) as [? | Hbc]; [tauto |].
  destruct (Z_lt_le_dec (eval p d) (eval p a)) as [? | Hda]; [tauto |]. left.
  destruct (Z_lt_le_dec (eval p c) (eval p a)) as [Hca | Hac];
    destruct (Z_lt_le_dec (eval p b) (eval p d)) as [Hbd | Hdb].
  1: exists ([below c a; below b d], Moves c d).
  2: exists ([below c a; at_least b d; at_least d a], Moves c b).
  3: exists ([at_least c a; below b d; at_least b c], Moves a d).
  4: exists ([at_least c a; at_least b d], Moves a b).
  all: split; [unfold range_overlaps; cbn [In]; tauto |].
  all: repeat constructor; rewrite ?holds_at_least, ?holds_below; assumption.
Qed.

End Range.

(** ** Entries *)

Section Entries.

Variables e e' : entry.

Lemma overlaps_are : (exists s s', e = Move s /\ e' = Move s' /\ overlaps e e' = [([equal s s'], e)]) \/
  overlaps e e' = range_overlaps (least_move e) (greatest_move e) (least_move e') (greatest_move e').
Proof. destruct e as [s | a b], e' as [s' | c d]; [left; now exists s, s' | now right ..]. Qed.

Lemma overlaps_compare way joined : In (way, joined) (overlaps e e') ->
  Forall (compares (entry_ends e ++ entry_ends e')) way /\
  incl (entry_ends joined) (entry_ends e ++ entry_ends e').
Proof.
  destruct overlaps_are as [(s & s' & He & He' & ->) | ->].
  - intros [[= <- <-] | []]. rewrite He, He'. cbn [entry_ends app]. split.
    + constructor; [| constructor]. exists s, s'. cbn. auto.
    + intros f [<- | []]. now left.
  - intros H. apply range_overlaps_compare in H as [Hway Hjoined].
    assert (Hincl : incl [least_move e; greatest_move e; least_move e'; greatest_move e']
      (entry_ends e ++ entry_ends e')).
    { intros f Hf. apply in_or_app. pose proof (least_in e). pose proof (greatest_in_ends e).
      pose proof (least_in e'). pose proof (greatest_in_ends e').
      destruct Hf as [<- | [<- | [<- | [<- | []]]]]; tauto. }
    split; [| now apply (incl_tran Hjoined)]. apply (Forall_impl _) with (2 := Hway).
    intros c (f & g & Hf & Hg & Hc). exists f, g. auto.
Qed.

Variable p : list Z.
Hypothesis He : has_moves p e.
Hypothesis He' : has_moves p e'.

Lemma overlaps_joined way joined : In (way, joined) (overlaps e e') -> all_hold p way ->
  has_moves p joined /\ forall s, In s (sizes p joined) <-> In s (sizes p e) \/ In s (sizes p e').
Proof.
  destruct overlaps_are as [(t & t' & H & H' & ->) | ->].
  - intros [[= <- <-] | []] Hway. split; [assumption |]. apply Forall_inv in Hway. apply holds_equal in Hway.
    intros s. rewrite H, H'. cbn [sizes In]. rewrite Hway. tauto.
  - intros Hin Hway. destruct (range_overlaps_joined _ _ _ _ p He He' way joined Hin Hway) as [Hmoves Hsizes].
    split; [assumption |]. intros s. now rewrite Hsizes, !in_sizes.
Qed.

Lemma overlaps_all : (exists it, In it (overlaps e e') /\ all_hold p (fst it)) \/
  exists c, In c (apart e e') /\ holds p c.
Proof.
  assert (Hapart : eval p (greatest_move e) < eval p (least_move e') \/
    eval p (greatest_move e') < eval p (least_move e) -> exists c, In c (apart e e') /\ holds p c).
  { intros [H | H];
      [exists (below (greatest_move e) (least_move e')) | exists (below (greatest_move e') (least_move e))];
      (split; [cbn; tauto | now apply holds_below]). }
  destruct overlaps_are as [(t & t' & H & H' & ->) | ->].
  - rewrite H, H' in Hapart. cbn [least_move greatest_move] in Hapart.
    destruct (Z.eq_dec (eval p t) (eval p t')) as [Heq | Hne].
    + left. eexists. split; [now left |]. constructor; [now apply holds_equal | constructor].
    + right. rewrite H, H'. apply Hapart. lia.
  - destruct (range_overlaps_all (least_move e) (greatest_move e) (least_move e') (greatest_move e') p)
      as [Hway | Hway]; [now left | right; now apply Hapart].
Qed.

Lemma apart_disjoint c : In c (apart e e') -> holds p c -> forall s, In s (sizes p e) -> ~ In s (sizes p e').
Proof.
  intros H Hc s. rewrite !in_sizes. destruct H as [<- | [<- | []]]; apply holds_below in Hc; lia.
Qed.

Lemma apart_compare c : In c (apart e e') -> compares (entry_ends e ++ entry_ends e') c.
Proof.
  pose proof (least_in e). pose proof (greatest_in_ends e).
  pose proof (least_in e'). pose proof (greatest_in_ends e').
  intros [<- | [<- | []]]; eexists _, _; (split; [| split; [| right; left; reflexivity]]);
    apply in_or_app; tauto.
Qed.

End Entries.
