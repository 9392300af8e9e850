(** Why the steps of Rewrite.v are right. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Refutation Language Steps Walk Phases Ranges Chain Runs Tree
  Cycles Items Known Changes Powers Period Rewrite Writes.
Import ListNotations.
Local Open Scope Z_scope.

Section Step.

Variables (n : nat) (rows : list constraint).


Variables (f : nat -> nat) (p : list Z).
Hypothesis dimension : length p = n.
Hypothesis rows_hold : forall w, all_hold (p ++ w) rows.

Let rows_here : all_hold p rows.
Proof. pose proof (rows_hold []) as H. now rewrite app_nil_r in H. Qed.

Local Notation letters := (items_values p).
Local Notation last_letter := (last_letter n rows).
Local Notation ending := (ending n rows).
Local Notation rewritten := (rewritten n rows).

Local Notation writes := (writes f p).
Local Notation right := (right f p).
Local Notation letters_last := (letters_last p).
Local Notation body_not_empty := (body_not_empty f p).
Local Notation writes_repeats := (writes_repeats n f p dimension).
Local Notation writes_kept := (writes_kept f p).
Local Notation writes_less := (writes_less n f p dimension).
Local Notation same_cycle_writes := (same_cycle_writes n f p dimension).
Local Notation last_letter_sound := (last_letter_sound n rows p dimension rows_hold).
Local Notation spelled_keeps := (spelled_keeps n p dimension).

Lemma ends_sound L st L' st' : writes L -> known p rows st ->
  ending L st = Some (L', st') ->
  right L' /\ known p rows st'.
Proof.
  intros HL Hst H. unfold Rewrite.ending in H. pose proof (writes_repeats L HL) as Hrepeats.
  assert (Hpos : (1 <= length (letters (body L)))%nat).
  { pose proof (body_not_empty L HL). destruct (letters (body L)); [contradiction | simpl; lia]. }
  destruct (before L) as [| it l] eqn:Hbefore.
  - injection H as <- <-. split; [| assumption]. split.
    + destruct HL as [H1 H2 H3 H4 H5 H6 H7]. rewrite Hbefore in *. now constructor.
    + intros _. cbn [before items_values flat_map length].
      apply (least_preperiod_of_difference f (length (letters (body L)))); [exact Hpos | |].
      * intros x _. apply Hrepeats. simpl. lia.
      * intros x Hx. discriminate.
  - rewrite <- Hbefore in *. clear it l Hbefore.
    destruct (last_letter (before L) st) as [[a s] |] eqn:Ha; [cbn [then_ fst snd] in H |
      discriminate].
    destruct (last_letter _ s) as [[b s'] |] eqn:Hb; [cbn [then_ fst snd] in H | discriminate].
    destruct (Nat.eqb_spec a b) as [| Hne]; [discriminate |]. injection H as <- <-.
    pose proof HL as [H1 H2 H3 H4 H5 H6 H7].
    apply last_letter_sound in Ha; try assumption. destruct Ha as [Hs (m & Hm)].
    assert (Hlast : known p rows s' /\ cycle_value (letters (body L))
      (Z.of_nat (length (letters (rest L))) - 1) = b).
    { destruct (rest L) as [| r l] eqn:Hr.
      - apply last_letter_sound in Hb; try assumption. destruct Hb as [Hs' (k & Hk)].
        split; [exact Hs' |]. cbn [items_values flat_map length].
        rewrite <- (cycle_value_add _ _ 1 H4). unfold cycle_value. rewrite Hk.
        rewrite app_length. cbn [length]. rewrite Z.mod_small by lia.
        rewrite app_nth2 by lia.
        replace (Z.to_nat _ - length k)%nat with O by lia. reflexivity.
      - rewrite <- Hr in *. clear r l Hr. apply last_letter_sound in Hb; try assumption.
        destruct Hb as [Hs' (k & Hk)]. split; [exact Hs' |].
        rewrite Hk in *. rewrite app_length in *. cbn [length] in *.
        specialize (H7 (length k) ltac:(lia)). rewrite app_nth2, Nat.sub_diag in H7 by lia.
        cbn [nth] in H7. rewrite H7. f_equal. lia. }
    destruct Hlast as [Hs' Hlast]. split; [| exact Hs']. split; [now constructor |].
    intros _. cbn [before].
    apply (least_preperiod_of_difference f (length (letters (body L)))); [exact Hpos | exact
      Hrepeats |].
    intros x Hx. rewrite Hm, app_length in Hx. cbn [length] in Hx.
    assert (x = length m) by lia. subst x. rewrite (H5 (length m)).
    2:{ rewrite Hm, app_length. simpl. lia. }
    rewrite Hm, app_nth2, Nat.sub_diag by lia. cbn [nth].
    specialize (H6 (length (letters (body L)) - 1)%nat). rewrite Hm, app_length in H6.
    cbn [length] in H6.
    replace (length m + 1 + (length (letters (body L)) - 1))%nat
      with (length m + length (letters (body L)))%nat in H6 by lia.
    rewrite H6. intros Hab. apply Hne. rewrite <- Hab, <- Hlast.
    rewrite <- (cycle_value_add _ (_ - 1) 1 H4). f_equal. lia.
Qed.

Theorem rewritten_sound line L st L' st' : right L -> known p rows st ->
  rewritten line L st = Some (L', st') -> right L' /\ known p rows st'.
Proof.
  intros [HL _] Hst H. unfold Rewrite.rewritten in H. destruct (ended L); [discriminate |].
  assert (Hright : forall M, writes M -> ended M = false -> right M).
  { intros M HM E. split; [exact HM | congruence]. }
  destruct line as [| | | | | name path c | name | | depth number | | | | | | | | | | |];
    try discriminate.
  - (* a change *)
    assert (Hkept : forall l l' s, change_at n rows n path c l st = Some (l', s) ->
      known p rows s /\ (all_proper p l -> all_proper p l' /\ letters l' = letters l)).
    { intros l l' s Hc. apply (change_at_sound n rows p rows_hold) in Hc; [| assumption].
      destruct Hc as [Hs Hc]. split; [exact Hs |]. specialize (Hc []).
      rewrite app_nil_r in Hc. now apply Hc. }
    destruct name; cbn [on_list] in H;
      (destruct (change_at n rows n path c _ st) as [[l' s] |] eqn:Hc; [| discriminate]);
      cbn [then_ fst snd] in H; injection H as <- <-; destruct (Hkept _ _ _ Hc) as [Hs Hl];
      (split; [apply Hright; [| reflexivity] | exact Hs]).
    + now apply (writes_kept L InBefore (before L)); [left | |].
    + now apply (writes_kept L InBody (body L)); [right; left | |].
    + now apply (writes_kept L InRest (rest L)); [right; right | |].
  - (* spelled *)
    destruct name; cbn [on_list] in H;
      (destruct (spelled _) as [l' |] eqn:Hs; [| discriminate]);
      cbn [option_map then_ fst snd] in H; injection H as <- <-;
      apply spelled_keeps in Hs; (split; [apply Hright; [| reflexivity] | exact Hst]).
    + now apply (writes_kept L InBefore (before L)); [left | |].
    + now apply (writes_kept L InBody (body L)); [right; left | |].
    + now apply (writes_kept L InRest (rest L)); [right; right | |].
  - (* the endless loop begins later *)
    destruct (rest L) as [|] eqn:Hrest; [| discriminate].
    destruct (body L) as [| it others] eqn:Hbody; [discriminate |]. injection H as <- <-.
    split; [apply Hright; [| reflexivity] | exact Hst].
    destruct HL as [H1 H2 H3 H4 H5 H6 H7]. rewrite Hrest, Hbody in *.
    apply Forall_cons_iff in H2 as [H2 H2'].
    set (u := item_values p it) in *. set (m := letters others).
    assert (Hb : letters (it :: others) = u ++ m) by reflexivity.
    assert (Hb' : letters (others ++ [it]) = m ++ u) by apply letters_last.
    assert (Ha : letters (before L ++ [it]) = letters (before L) ++ u) by apply letters_last.
    rewrite Hb in *.
    assert (Hturned : forall j, cycle_value (m ++ u) j =
      cycle_value (u ++ m) (Z.of_nat (length u) + j)).
    { intros j. destruct m as [| b m'] eqn:Hm.
      - rewrite app_nil_r in *. cbn [app]. rewrite <- (cycle_value_add u j 1 H4). f_equal. lia.
      - rewrite <- Hm in *. assert (Hpos : (0 < length m)%nat) by (rewrite Hm; simpl; lia).
        rewrite <- (turned_value (u ++ m)) by (rewrite app_length; lia). f_equal.
        unfold turned. rewrite Nat2Z.id, skipn_app, skipn_all, Nat.sub_diag, firstn_app, firstn_all.
        rewrite Nat.sub_diag. cbn [skipn firstn app]. now rewrite app_nil_r. }
    constructor; cbn [before body rest]; rewrite ?Ha, ?Hb'.
    + apply all_proper_app. split; [exact H1 |]. now constructor.
    + apply all_proper_app. split; [exact H2' |]. now constructor.
    + constructor.
    + intros E. apply H4. apply app_eq_nil in E as [-> ->]. reflexivity.
    + intros x Hx. rewrite app_length in Hx.
      destruct (Nat.lt_ge_cases x (length (letters (before L)))) as [Hlt | Hge].
      * rewrite app_nth1 by assumption. now apply H5.
      * rewrite app_nth2 by assumption.
        replace x with (length (letters (before L)) + (x - length (letters (before L))))%nat at 1
          by lia.
        rewrite H6. cbn [items_values flat_map length]. rewrite Z.add_0_l. unfold cycle_value.
        rewrite Z.mod_small by (rewrite app_length; lia). rewrite Nat2Z.id.
        now rewrite app_nth1 by lia.
    + intros j. rewrite app_length, <- Nat.add_assoc, H6, Hturned.
      cbn [items_values flat_map length]. f_equal. lia.
    + simpl. lia.
  - (* a root *)
    destruct (rest L) as [|] eqn:Hrest; [| discriminate].
    destruct (is_power_of _ _ _) eqn:Hpower; [| discriminate]. injection H as <- <-.
    split; [apply Hright; [| reflexivity] | exact Hst].
    pose proof HL as [H1 H2 H3 H4 H5 H6 H7]. rewrite <- dimension in Hpower.
    apply is_power_of_copies in Hpower; [| exact H2]. destruct Hpower as [Hcopies Hproper].
    rewrite <- dimension. apply (same_cycle_writes L (body L)); try assumption; try reflexivity.
    + now apply Hproper.
    + now apply (copies_not_empty (letters (body L))).
    + intros j. symmetry. now apply copies_value.
  - (* one cycle *)
    destruct (rest L) as [|] eqn:Hrest; [| discriminate].
    destruct (body L) as [| [w |] [|]] eqn:Hbody; try discriminate.
    destruct (phase_in _ _ _ _) as [[k s] |] eqn:Hphase; [cbn [then_ fst snd] in H | discriminate].
    destruct (Z.eqb_spec k 0) as [-> |]; [| discriminate]. injection H as <- <-.
    apply (phase_everywhere rows p rows_hold) in Hphase; [| assumption].
    destruct Hphase as (Hs & _ & Hmod). specialize (Hmod []). rewrite app_nil_r in Hmod.
    split; [apply Hright; [| reflexivity] | exact Hs].
    pose proof HL as [H1 H2 H3 H4 H5 H6 H7]. rewrite Hbody in H4.
    assert (Hone : letters [cycle_item (cycle w)] = cycle w).
    { cbn [items_values flat_map]. rewrite app_nil_r. now apply (cycle_item_letters n p dimension). }
    apply (same_cycle_writes L [One w]); try assumption.
    + constructor; [apply (cycle_item_proper n p dimension) | constructor].
    + rewrite Hone. discriminate.
    + intros j. rewrite Hone. symmetry. apply copies_value; [| exact H4].
      cbn [items_values flat_map item_values]. rewrite app_nil_r, word_values_run.
      now apply run_of_copies; [discriminate |].
  - (* R is B once more *)
    destruct (rest L) as [|] eqn:Hrest; [| discriminate]. injection H as <- <-.
    split; [apply Hright; [| reflexivity] | exact Hst].
    destruct HL as [H1 H2 H3 H4 H5 H6 H7]. rewrite Hrest in *.
    constructor; cbn [before body rest]; try assumption.
    + intros j. rewrite H6. cbn [items_values flat_map length]. rewrite Z.add_0_l.
      rewrite <- (cycle_value_add _ (Z.of_nat j) 1 H4). f_equal. lia.
    + intros j Hj. unfold cycle_value. rewrite Z.mod_small by lia. now rewrite Nat2Z.id.
  - (* the same item *)
    destruct (rev' (before L)) as [| a l1] eqn:H1; [discriminate |].
    destruct (rev' (rest L)) as [| r l2] eqn:H2; [discriminate |].
    destruct (same_item a r) eqn:Hsame; [| discriminate]. injection H as <- <-.
    split; [apply Hright; [| reflexivity] | exact Hst].
    apply rev_cons in H1. apply rev_cons in H2. apply (same_item_values a p r) in Hsame.
    destruct HL as [G1 G2 G3 G4 G5 G6 G7]. rewrite H1, H2 in *.
    apply all_proper_app in G1 as [G1 _]. apply all_proper_app in G3 as [G3 _].
    rewrite !letters_last in *. rewrite <- Hsame in *. set (u := item_values p a) in *.
    constructor; cbn [before body rest]; try assumption.
    + intros x Hx. rewrite G5 by (rewrite app_length; lia). now apply app_nth1.
    + intros j. destruct (Nat.lt_ge_cases j (length u)) as [Hlt | Hge].
      * rewrite G5 by (rewrite app_length; lia). rewrite app_nth2 by lia.
        replace (_ + j - _)%nat with j by lia.
        specialize (G7 (length (letters (rev' l2)) + j)%nat). rewrite app_length in G7.
        rewrite app_nth2 in G7 by lia. replace (_ + j - _)%nat with j in G7 by lia.
        rewrite G7 by lia. f_equal. lia.
      * specialize (G6 (j - length u)%nat). rewrite !app_length in G6.
        replace (_ + _ + (j - _))%nat with (length (letters (rev' l1)) + j)%nat in G6 by lia.
        rewrite G6. f_equal. lia.
    + intros j Hj. rewrite <- G7 by (rewrite app_length; lia). now rewrite app_nth1.
  - (* copies of the endless loop *)
    destruct (rest L) as [|] eqn:Hrest; [| discriminate].
    destruct (rev' (before L)) as [| it l] eqn:Hbefore; [discriminate |]. apply rev_cons in Hbefore.
    assert (Hcopies : forall s,
      match once_cycle (body L) with
      | Some c => cycle_copies rows c it st
      | None => if is_power_of n [it] (body L) then Some st else None
      end = Some s -> known p rows s /\ copies_of (item_values p it) (letters (body L))).
    { intros s. destruct (once_cycle (body L)) as [c |] eqn:Hc.
      - intros Hs. apply (once_cycle_letters n p dimension) in Hc as [Hc ->].
        apply (cycle_copies_sound rows c p rows_hold) in Hs; [| assumption].
        destruct Hs as [Hs Hall]. split; [exact Hs |]. specialize (Hall []).
        now rewrite app_nil_r in Hall.
      - destruct (is_power_of _ _ _) eqn:Hpower; [| discriminate]. intros [= <-].
        split; [exact Hst |]. rewrite <- dimension in Hpower.
        apply is_power_of_copies in Hpower.
        + destruct Hpower as [Hpower _]. cbn [items_values flat_map] in Hpower.
          now rewrite app_nil_r in Hpower.
        + destruct HL as [G1 _ _ _ _ _ _]. rewrite Hbefore in G1.
          now apply all_proper_app in G1 as [_ G1]. }
    destruct (match once_cycle (body L) with Some _ => _ | None => _ end) as [s |];
      [cbn [then_] in H | discriminate].
    injection H as <- <-. destruct (Hcopies s eq_refl) as [Hs Hc].
    split; [apply Hright; [| reflexivity] | exact Hs].
    now apply (writes_less L it).
  - (* a word before the cycle *)
    destruct (rest L) as [|] eqn:Hrest; [| discriminate].
    destruct (rev' (before L)) as [| [w |] l] eqn:Hbefore; try discriminate.
    apply rev_cons in Hbefore.
    destruct (once_cycle (body L)) as [c |] eqn:Hc; [| discriminate].
    destruct (phase_in _ _ _ _) as [[k s] |] eqn:Hphase; [cbn [then_ fst snd] in H | discriminate].
    destruct (list_eq_dec _ _ _) as [Hturned |]; [| discriminate]. injection H as <- <-.
    apply (phase_everywhere rows p rows_hold) in Hphase; [| assumption].
    destruct Hphase as (Hs & Hbound & Hmod). specialize (Hmod []). rewrite app_nil_r in Hmod.
    split; [apply Hright; [| reflexivity] | exact Hs].
    apply (once_cycle_letters n p dimension) in Hc as [Hc Hbody].
    destruct HL as [G1 G2 G3 G4 G5 G6 G7]. rewrite Hrest, Hbefore, Hbody in *.
    apply all_proper_app in G1 as [G1 Gw]. apply Forall_cons_iff in Gw as [Gw _].
    cbn [proper] in Gw. rewrite letters_last in *. cbn [item_values] in *.
    rewrite word_values_run in *.
    assert (Hone : letters [cycle_item (cycle w)] = cycle w).
    { cbn [items_values flat_map]. rewrite app_nil_r. now apply (cycle_item_letters n p dimension). }
    constructor; cbn [before body rest]; rewrite ?Hone; try assumption.
    + constructor; [apply (cycle_item_proper n p dimension) | constructor].
    + discriminate.
    + intros x Hx. rewrite G5 by (rewrite app_length; lia). now apply app_nth1.
    + intros j. cbn [items_values flat_map length]. rewrite Z.add_0_l.
      set (len := eval p (size w)) in *.
      destruct (Nat.lt_ge_cases j (Z.to_nat len)) as [Hlt | Hge].
      * rewrite G5 by (rewrite app_length, run_values_length; lia). rewrite app_nth2 by lia.
        replace (_ + j - _)%nat with j by lia. now apply run_values_nth.
      * specialize (G6 (j - Z.to_nat len)%nat). rewrite app_length, run_values_length in G6.
        replace (_ + _ + (j - _))%nat with (length (letters (rev' l)) + j)%nat in G6 by lia.
        rewrite G6. cbn [items_values flat_map length]. rewrite Z.add_0_l, <- Hturned.
        rewrite turned_value by assumption.
        apply cycle_value_mod_same; [discriminate |]. rewrite <- Hmod, Zplus_mod_idemp_l.
        f_equal. lia.
    + simpl. lia.
  - (* the last letters differ *)
    exact (ends_sound L st L' st' HL Hst H).
Qed.

End Step.
