(** Chains: the ways in which block instances can precede a block, followed backwards.

    The theorem: where the checker accepts, whatever instances precede an instance of the block, at
    one of the ends of the chains what is shown there was shown of them. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Past Places Follows Walk Split.
Import ListNotations.
Local Open Scope Z_scope.

Section Chain.

Variable D : description.

Local Notation B := (blocks D).

(** * The checker *)

Definition push_word (values : list form) (ch : stretch) (w : word) : stretch :=
  Stretch (chain_words ch ++ [w])
    (borders ch ++ [sub (last (borders ch) zero) (substitute values (size w))])
    (from_start ch).

(** Where the words begin of which the first one ends here. *)
Fixpoint starts (values : list form) (end_ : form) (ws : list word) : list form :=
  match ws with
  | [] => []
  | w :: ws =>
      let start := sub end_ (substitute values (size w)) in start :: starts values start ws
  end.

Lemma push_words values ws : forall ch, fold_left (push_word values) ws ch =
  Stretch (chain_words ch ++ ws)
    (borders ch ++ starts values (last (borders ch) zero) ws) (from_start ch).
Proof.
  induction ws as [| w ws IH]; intros ch; cbn [fold_left starts].
  - rewrite !app_nil_r. now destruct ch.
  - rewrite IH. cbn [push_word chain_words borders from_start].
    now rewrite last_last, <- !app_assoc.
Qed.

Definition push (ch : stretch) (i : nat * list form) : stretch :=
  let ws := rev' (words B (fst i)) in
  Stretch (chain_words ch ++ ws)
    (borders ch ++ starts (snd i) (last (borders ch) zero) ws) (from_start ch).

Lemma push_is ch i : push ch i = fold_left (push_word (snd i)) (rev (words B (fst i))) ch.
Proof. unfold push. now rewrite push_words, rev'_is. Qed.

(** The chain of the block under test alone. *)
Definition alone (i : nat * list form) : stretch :=
  let sizes := map (fun w => substitute (snd i) (size w)) (words B (fst i)) in
  push (Stretch [] [fold_right add zero sizes] false) i.

Definition begins (ch : stretch) : stretch := Stretch (chain_words ch) (borders ch) true.

(** What is shown wherever a chain precedes the block under test. *)
Variable leaf : list constraint -> stretch -> state -> option state.

(** That it is shown of all chains that go on from this one; i is the instance farthest back.  As many
    answers are left as [fuel] has, or fewer. *)
Fixpoint chain_check (places : table_of place) (fuel : list answer) (dimension : nat)
    (rows : list constraint) (ch : stretch) (i : nat * list form) (st : state) : option state :=
  match fuel with
  | [] => None
  | _ :: fuel =>
      match answers st with
      | WordsFollow :: rest => leaf rows ch (State (facts st) rest)
      | CutAt f :: rest =>
          cut dimension rows f (fun rows => chain_check places fuel dimension rows ch i)
            (State (facts st) rest)
      | Back :: rest =>
          match from_start ch, look places (fst i) with
          | false, Some pl =>
              try_each
                (fun way =>
                   each_case dimension rows [] (fst way)
                     (fun rows =>
                        match snd way with
                        | None => chain_check places fuel dimension rows (begins ch) i
                        | Some j => chain_check places fuel dimension rows (push ch j) j
                        end))
                (ways (reached pl) (snd i)) (State (facts st) rest)
          | _, _ => None
          end
      | _ => None
      end
  end.

(** * Why it is right *)

Hypothesis numbered : forall pl, In pl (table D) -> nth_error (table D) (number pl) = Some pl.

(** The sequence, or more if the block before it is followed: then some copies of that are its
    beginning, and one more is what stands before it.  Position x of the block under test is position
    x - origin there. *)
Variables (L : list nat) (origin : Z) (prev : option instance).

Definition at_ (x : Z) : nat :=
  match outside_word D with
  | Some w => if x <? origin then value_in w (x - origin) else nth (Z.to_nat (x - origin)) L 0%nat
  | None => nth (Z.to_nat (x - origin)) L 0%nat
  end.

Lemma at_inside x : origin <= x -> at_ x = nth (Z.to_nat (x - origin)) L 0%nat.
Proof.
  intros Hx. unfold at_. destruct (outside_word D); [| reflexivity].
  now rewrite (proj2 (Z.ltb_ge x origin)).
Qed.

Definition values_of (A : list instance) : list nat := flat_map (instance_values B) A.

Definition admissible (i : instance) : Prop :=
  Forall (fun w => 0 <= eval (snd i) (size w)) (words B (fst i)).

(** The words of the chain, without what is said of the start. *)
Definition lies (p : list Z) (ch : stretch) : Prop :=
  length (borders ch) = S (length (chain_words ch)) /\
  forall k w, nth_error (chain_words ch) k = Some w ->
    nth (S k) (borders_at p ch) 0 <= nth k (borders_at p ch) 0 /\
    forall x, nth (S k) (borders_at p ch) 0 <= x < nth k (borders_at p ch) 0 ->
      at_ x = value_in w (x - nth (S k) (borders_at p ch) 0).

Definition start_of (p : list Z) (ch : stretch) : Z :=
  nth (length (chain_words ch)) (borders_at p ch) 0.

Lemma last_nth {A} (l : list A) d n : length l = S n -> last l d = nth n l d.
Proof.
  revert n. induction l as [| a l IH]; intros n H; [discriminate |].
  destruct l as [| b l]; [now injection H as <- |].
  destruct n as [| n]; [discriminate |].
  change (last (b :: l) d = nth n (b :: l) d). apply IH. simpl in *. lia.
Qed.

Lemma push_word_lies p values ch w before after :
  let v := map (eval p) values in
  0 <= eval v (size w) -> lies p ch ->
  start_of p ch = origin + Z.of_nat (length (before ++ word_values v w)) ->
  L = before ++ word_values v w ++ after ->
  let ch' := push_word values ch w in
  lies p ch' /\ start_of p ch' = origin + Z.of_nat (length before) /\
  forall k, (k <= length (chain_words ch))%nat ->
    nth k (borders_at p ch') 0 = nth k (borders_at p ch) 0.
Proof.
  intros v Hsize (Hlength & Hlies) Hstart HL ch'.
  assert (HB : borders_at p ch' = borders_at p ch ++ [start_of p ch - eval v (size w)]).
  { unfold borders_at, ch', push_word. cbn [borders]. rewrite map_app. cbn [map].
    rewrite eval_sub, eval_substitute. do 3 f_equal.
    rewrite (last_nth _ _ _ Hlength). unfold start_of, borders_at.
    now rewrite <- (map_nth (eval p)), eval_zero. }
  assert (Hlen : length (borders_at p ch) = S (length (chain_words ch))).
  { unfold borders_at. now rewrite map_length. }
  assert (Hold : forall k, (k <= length (chain_words ch))%nat ->
    nth k (borders_at p ch') 0 = nth k (borders_at p ch) 0).
  { intros k Hk. rewrite HB. apply app_nth1. lia. }
  assert (Hnew : nth (S (length (chain_words ch))) (borders_at p ch') 0 =
    start_of p ch - eval v (size w)).
  { rewrite HB, app_nth2 by lia. now rewrite Hlen, Nat.sub_diag. }
  assert (Hwords : length (chain_words ch') = S (length (chain_words ch))).
  { unfold ch', push_word. cbn [chain_words]. rewrite app_length. simpl. lia. }
  rewrite app_length in Hstart. pose proof (word_values_length v w Hsize) as Hvalues.
  split; [split |]; [| | split].
  - unfold ch', push_word. cbn [borders chain_words]. rewrite !app_length. simpl. lia.
  - intros k w' Hw'. unfold ch', push_word in Hw'. cbn [chain_words] in Hw'.
    destruct (Nat.lt_ge_cases k (length (chain_words ch))) as [Hk | Hk].
    + rewrite nth_error_app1 in Hw' by assumption. rewrite !Hold by lia. now apply Hlies.
    + rewrite nth_error_app2 in Hw' by assumption.
      destruct (k - length (chain_words ch))%nat as [| j] eqn:Hj;
        [| destruct j; discriminate].
      injection Hw' as <-. assert (k = length (chain_words ch)) by lia. subst k.
      rewrite Hnew, Hold by lia. fold (start_of p ch). split; [lia |]. intros x Hx.
      rewrite at_inside by lia. rewrite HL, app_nth2 by lia. rewrite app_nth1 by lia.
      unfold word_values. rewrite nth_map_seq by lia. f_equal. lia.
  - unfold start_of at 1. rewrite Hwords, Hnew. lia.
  - exact Hold.
Qed.

Lemma push_words_lie p values ws : forall ch before after,
  let v := map (eval p) values in
  Forall (fun w => 0 <= eval v (size w)) ws -> lies p ch ->
  start_of p ch = origin + Z.of_nat (length (before ++ flat_map (word_values v) (rev ws))) ->
  L = before ++ flat_map (word_values v) (rev ws) ++ after ->
  let ch' := fold_left (push_word values) ws ch in
  lies p ch' /\ start_of p ch' = origin + Z.of_nat (length before) /\
  from_start ch' = from_start ch /\
  length (chain_words ch') = (length (chain_words ch) + length ws)%nat /\
  forall k, (k <= length (chain_words ch))%nat ->
    nth k (borders_at p ch') 0 = nth k (borders_at p ch) 0.
Proof.
  induction ws as [| w ws IH]; intros ch before after v Hsizes Hlies Hstart HL ch'.
  - cbn [rev flat_map] in *. rewrite app_nil_r in Hstart. subst ch'. cbn [fold_left length].
    split; [assumption |]. split; [assumption |]. split; [reflexivity |].
    split; [lia | reflexivity].
  - inversion Hsizes as [| ? ? Hw Hws]; subst.
    cbn [rev] in *. rewrite flat_map_app in *. cbn [flat_map] in *. rewrite app_nil_r in *.
    set (others := flat_map (word_values v) (rev ws)) in *.
    rewrite <- app_assoc in HL.
    destruct (push_word_lies p values ch w (before ++ others) after Hw Hlies) as (H1 & H2 & H3).
    { rewrite Hstart. now rewrite <- app_assoc. }
    { rewrite HL. now rewrite <- app_assoc. }
    destruct (IH (push_word values ch w) before (word_values v w ++ after) Hws H1 H2 HL)
      as (H4 & H5 & H6 & H7 & H8).
    subst ch'. cbn [fold_left].
    assert (Hlen : length (chain_words (push_word values ch w)) = S (length (chain_words ch))).
    { cbn [push_word chain_words]. rewrite app_length. simpl. lia. }
    split; [exact H4 |]. split; [exact H5 |]. split; [exact H6 |].
    split; [rewrite H7, Hlen; simpl; lia |].
    intros k Hk. rewrite H8 by lia. now apply H3.
Qed.

(** The instance i stands at the beginning of the chain, the instances A before it, in order. *)
Definition preceded (p : list Z) (ch : stretch) (i : nat * list form) (A : list instance) : Prop :=
  lies p ch /\ start_of p ch = origin + Z.of_nat (length (values_of A)) /\
  (exists after, L = values_of A ++ after) /\
  (from_start ch = true -> A = []) /\
  Forall admissible A /\ steps (parameters D) (table D) prev A /\
  step (parameters D) (table D) (ends prev A) (at_point p i).

Lemma preceded_makes_up p ch i A : preceded p ch i A ->
  makes_up D at_ origin (chain_words ch) (borders_at p ch) (from_start ch).
Proof.
  intros ((Hlength & Hlies) & Hstart & _ & Hempty & _).
  unfold start_of in Hstart. repeat split.
  - unfold borders_at. now rewrite map_length.
  - now apply (Hlies k w).
  - now apply (Hlies k w).
  - lia.
  - rewrite (Hempty H) in Hstart. simpl in Hstart. lia.
  - intros w Hw x Hx. unfold at_. rewrite Hw. now rewrite (proj2 (Z.ltb_lt x origin)).
Qed.

Lemma push_from_start j ch : from_start (push ch j) = from_start ch.
Proof. reflexivity. Qed.

Lemma preceded_push p ch j i' A i : preceded p ch i (A ++ [i']) -> at_point p j = i' ->
  from_start ch = false ->
  preceded p (push ch j) j A /\
  (length (chain_words ch) <= length (chain_words (push ch j)))%nat /\
  forall k, (k <= length (chain_words ch))%nat ->
    nth k (borders_at p (push ch j)) 0 = nth k (borders_at p ch) 0.
Proof.
  intros (Hlies & Hstart & (after & HL) & _ & Hadm & Hsteps & _) Hj Hfs.
  apply Forall_app in Hadm as [HadmA Hadm]. inversion Hadm as [| ? ? Hi' _]; subst.
  unfold values_of in Hstart, HL. rewrite flat_map_app in Hstart, HL. cbn [flat_map] in Hstart, HL.
  rewrite app_nil_r in Hstart, HL. fold (values_of A) in Hstart, HL.
  unfold admissible in Hi'. unfold at_point in *. cbn [fst snd] in *.
  unfold instance_values, block_values in Hstart, HL. cbn [fst snd] in Hstart, HL.
  rewrite <- (rev_involutive (words B (fst j))) in Hstart, HL.
  destruct (push_words_lie p (snd j) (rev (words B (fst j))) ch (values_of A) after)
    as (H1 & H2 & H3 & H4 & H5); try assumption.
  - now apply Forall_rev.
  - rewrite <- app_assoc in HL. exact HL.
  - apply steps_app in Hsteps as [HstepsA [Hstep _]].
    rewrite <- push_is in *. split; [| split; [lia | exact H5]].
    split; [exact H1 |]. split; [exact H2 |].
    split; [rewrite <- app_assoc in HL; eexists; exact HL |].
    split; [unfold push in *; congruence |]. repeat split; assumption.
Qed.

Variable p : list Z.
Hypothesis leaf_facts : forall rows ch st st', all_hold p rows -> facts_hold p st ->
  leaf rows ch st = Some st' -> facts_hold p st'.

(** The instances A stand before the chain, and it was shown of a chain that goes on from this one
    along them.  That one begins where the sequence does only if A has few instances. *)
Definition shown_of_chain (ch : stretch) (A : list instance) (most : nat) : Prop :=
  exists rows ch' i A' st st', leaf rows ch' st = Some st' /\ all_hold p rows /\
    facts_hold p st /\ preceded p ch' i A' /\
    (length (chain_words ch) <= length (chain_words ch'))%nat /\
    (forall k, (k <= length (chain_words ch))%nat ->
      nth k (borders_at p ch') 0 = nth k (borders_at p ch) 0) /\
    (from_start ch' = true -> from_start ch = true \/ (length A <= most)%nat).

Lemma shown_more ch A k m : (k <= m)%nat -> shown_of_chain ch A k -> shown_of_chain ch A m.
Proof.
  intros Hle (rows & ch' & i & A' & st & st' & H1 & H2 & H3 & H4 & H5 & H6 & H7).
  exists rows, ch', i, A', st, st'. repeat (split; [assumption |]). intros Hs.
  destruct (H7 Hs); [now left | right; lia].
Qed.

Lemma chain_sound fuel : forall dimension rows ch i st st',
  chain_check (index (table D)) fuel dimension rows ch i st = Some st' ->
  length p = dimension -> all_hold p rows -> facts_hold p st ->
  (forall A, preceded p ch i A -> prev = None \/ (length fuel <= length A)%nat ->
     shown_of_chain ch A (length fuel)) /\ facts_hold p st'.
Proof.
  induction fuel as [| a0 fuel IH]; intros dimension rows ch i st st' H Hp Hrows Hfacts;
    [discriminate |].
  cbn [chain_check length] in *.
  destruct (answers st) as [| [] rest]; try discriminate.
  - (* a case distinction *)
    refine (cut_sound dimension p (forall A, preceded p ch i A ->
      prev = None \/ (S (length fuel) <= length A)%nat ->
      shown_of_chain ch A (S (length fuel))) _ rows f (State (facts st) rest) st' _ Hrows Hfacts H).
    intros rows' a b Hrows' Ha Hb. destruct (IH _ _ _ _ _ _ Hb Hp Hrows' Ha) as [H1 H2].
    split; [| exact H2]. intros A HA Hlong. apply (shown_more ch A (length fuel)); [lia |].
    apply H1; [assumption |]. destruct Hlong; [now left | right; lia].
  - (* what precedes *)
    destruct (from_start ch) eqn:Hfs; [discriminate |].
    rewrite look_index in H.
    destruct (nth_error (table D) (fst i)) as [pl |] eqn:Hpl; [| discriminate].
    apply (try_each_sound (facts_hold p) (fun way => forall A, preceded p ch i A ->
      prev = None \/ (S (length fuel) <= length A)%nat ->
      cases_hold p (fst way) -> option_map (at_point p) (snd way) = ends prev A ->
      shown_of_chain ch A (S (length fuel)))) in H; try assumption.
    + destruct H as [Hst' H]. split; [| assumption]. intros A Hpre Hlong.
      pose proof Hpre as (_ & _ & _ & _ & _ & _ & (pl' & Hin & Hnumber & Hstands & _)).
      apply numbered in Hin. rewrite Hnumber in Hin. unfold at_point in Hin. cbn [fst] in Hin.
      assert (pl' = pl) by congruence. subst pl'. cbn [at_point snd] in Hstands.
      destruct (ways_complete p (reached pl) (snd i) _ Hstands) as (way & Hway & Hcases & Hprev).
      now apply (H way Hway A).
    + intros way a b _ Ha Hb.
      set (R := forall A, preceded p ch i A -> prev = None \/ (S (length fuel) <= length A)%nat ->
        option_map (at_point p) (snd way) = ends prev A ->
        shown_of_chain ch A (S (length fuel))).
      apply (each_case_sound dimension p R) in Hb; try assumption.
      * destruct Hb as [Hfb Hr]. split; [assumption |]. intros A Hpre Hlong Hcases Hprev.
        now apply (Hr (Forall_nil _) Hcases A).
      * intros rows' c d Hrows' Hc Hd.
        destruct (snd way) as [j |] eqn:Hsnd;
          destruct (IH _ _ _ _ _ _ Hd Hp Hrows' Hc) as (H1 & H2); (split; [| assumption]);
          intros A Hpre Hlong Hprev; rewrite ?Hsnd in Hprev; cbn [option_map] in Hprev;
          destruct A as [| i' A' _] using rev_ind; rewrite ?ends_app in Hprev; cbn [ends] in Hprev;
          try discriminate.
        -- (* the copies before the sequence are enough *)
           exfalso. destruct Hlong as [Hnone | Hlong]; [congruence | simpl in Hlong; lia].
        -- injection Hprev as Hj. rewrite app_length in Hlong. cbn [length] in Hlong.
           destruct (preceded_push p ch j i' A' i Hpre Hj Hfs) as (Hpre' & Hlen & Hkeep).
           destruct (H1 A' Hpre' ltac:(destruct Hlong; [now left | right; lia]))
             as (r & ch' & i0 & A0 & s & s' & G1 & G2 & G3 & G4 & G5 & G6 & G7).
           exists r, ch', i0, A0, s, s'. repeat (split; [assumption |]).
           split; [lia |]. split.
           ++ intros k Hk. rewrite G6 by lia. now apply Hkeep.
           ++ intros Hs. right. rewrite app_length. cbn [length].
              destruct (G7 Hs) as [Hs' | Hle]; [| lia].
              pose proof (push_from_start j ch). congruence.
        -- destruct (H1 []) as (r & ch' & i0 & A0 & s & s' & G1 & G2 & G3 & G4 & G5 & G6 & G7).
           { destruct Hpre as (G1 & G2 & G3 & _ & G5). split; [exact G1 |].
             split; [exact G2 |]. split; [exact G3 |]. split; [reflexivity | exact G5]. }
           { now left. }
           exists r, ch', i0, A0, s, s'. repeat (split; [assumption |]). intros _. right. simpl. lia.
  - (* an end *)
    split; [| now apply leaf_facts in H]. intros A Hpre _.
    exists rows, ch, i, A, (State (facts st) rest), st'. repeat (split; [assumption |]).
    split; [lia |]. split; [reflexivity | now left].
Qed.

End Chain.
