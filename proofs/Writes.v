(** What the steps of Rewrite.v keep: the lists write the sequence. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Refutation Language Steps Walk Phases Ranges Chain Runs Tree
  Cycles Items Known Changes Powers Period Rewrite.
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
Local Notation spelled := (spelled n).
Local Notation last_letter := (last_letter n rows).

(** From q on, the sequence has the values of the cycle, from phase o on. *)
Definition goes_on_with (c : list nat) (q : nat) (o : Z) : Prop :=
  forall j, f (q + j)%nat = cycle_value c (o + Z.of_nat j).

Record writes (L : lists) : Prop := Writes {
  before_proper : all_proper p (before L);
  body_proper : all_proper p (body L);
  rest_proper : all_proper p (rest L);
  body_not_empty : letters (body L) <> [];
  begins_so : forall x, (x < length (letters (before L)))%nat -> f x = nth x (letters (before L)) O;
  goes_on_so : goes_on_with (letters (body L)) (length (letters (before L)))
                 (Z.of_nat (length (letters (rest L))));
  rest_so : forall j, (j < length (letters (rest L)))%nat ->
    nth j (letters (rest L)) O = cycle_value (letters (body L)) (Z.of_nat j)
}.

(** What stands behind A repeats B. *)
Lemma writes_repeats L : writes L ->
  repeats f (length (letters (body L))) (length (letters (before L))).
Proof.
  intros [_ _ _ Hne _ H _] x Hx.
  replace x with (length (letters (before L)) + (x - length (letters (before L))))%nat by lia.
  rewrite <- Nat.add_assoc, !H, Nat2Z.inj_add, Z.add_assoc.
  set (j := Z.of_nat (x - _)). set (o := Z.of_nat (length (letters (rest L)))).
  rewrite <- (cycle_value_add _ (o + j) 1 Hne). f_equal. lia.
Qed.

Lemma rev_cons {A} (l m : list A) a : rev' l = a :: m -> l = rev' m ++ [a].
Proof. rewrite !rev'_is. intros H. now rewrite <- (rev_involutive l), H. Qed.

Lemma letters_last l it : letters (l ++ [it]) = letters l ++ item_values p it.
Proof. rewrite items_values_app. cbn [items_values flat_map]. now rewrite app_nil_r. Qed.

(** The other lists stay. *)
Lemma writes_kept L name l l' :
  (name = InBefore /\ before L = l \/ name = InBody /\ body L = l \/ name = InRest /\ rest L = l) ->
  writes L -> (all_proper p l -> all_proper p l' /\ letters l' = letters l) ->
  writes (match name with
          | InBefore => Lists l' (body L) (rest L) false
          | InBody => Lists (before L) l' (rest L) false
          | InRest => Lists (before L) (body L) l' false
          end).
Proof.
  intros [[-> <-] | [[-> <-] | [-> <-]]] [H1 H2 H3 H4 H5 H6 H7] H.
  - destruct (H H1) as [Hp E]. now constructor; cbn [before body rest]; rewrite ?E.
  - destruct (H H2) as [Hp E]. now constructor; cbn [before body rest]; rewrite ?E.
  - destruct (H H3) as [Hp E]. now constructor; cbn [before body rest]; rewrite ?E.
Qed.

Lemma run_once c : run_values (c, Z.of_nat (length c)) = c.
Proof.
  apply (nth_ext _ _ O O); rewrite run_values_length, Nat2Z.id; [reflexivity |].
  intros k Hk. rewrite run_values_nth by lia. unfold cycle_value.
  rewrite Z.mod_small by lia. now rewrite Nat2Z.id.
Qed.

Lemma cycle_item_letters v c : c <> [] -> item_values v (cycle_item c) = c.
Proof.
  intros Hc. cbn [cycle_item item_values]. rewrite word_over_values by assumption.
  replace (eval v _) with (Z.of_nat (length c))
    by (unfold eval; cbn [constant coefficients dot]; lia).
  apply run_once.
Qed.

Lemma cycle_item_proper v c : proper v (cycle_item c).
Proof. cbn [cycle_item proper word_over size]. unfold eval. cbn [constant coefficients dot]. lia. Qed.

Lemma once_cycle_letters l c : once_cycle l = Some c -> c <> [] /\ letters l = c.
Proof.
  unfold once_cycle. destruct l as [| [w |] [|]]; try discriminate.
  destruct (same _ _) eqn:Hs; [| discriminate]. intros [= <-]. split; [discriminate |].
  apply (same_eval p) in Hs. cbn [items_values flat_map item_values].
  rewrite app_nil_r, word_values_run, Hs.
  replace (eval p _) with (Z.of_nat (length (cycle w)))
    by (unfold eval; cbn [constant coefficients dot]; lia).
  apply run_once.
Qed.

Lemma independent_values it : independent n it = true -> forall w,
  item_values (repeat 0 n ++ w) it = item_values (p ++ w) it.
Proof.
  assert (Hfree : forall g w, forallb (Z.eqb 0) (firstn n (coefficients g)) = true ->
    eval (repeat 0 n ++ w) g = eval (p ++ w) g).
  { intros g w. unfold eval. intros H. f_equal. subst n. revert H.
    generalize (coefficients g) as a. clear. induction p as [| x q IH]; intros a H; [reflexivity |].
    destruct a as [| y a]; [reflexivity |]. cbn [length firstn forallb repeat app dot] in *.
    apply andb_true_iff in H as [Hy Ha]. apply Z.eqb_eq in Hy. subst y. now rewrite (IH a Ha). }
  induction it as [u | from upto body IH] using item_induction; intros H w.
  - cbn [independent item_values] in *. unfold word_values. now rewrite (Hfree _ w H).
  - cbn [independent item_values] in *. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
    rewrite (Hfree _ w H1), (Hfree _ w H2). apply flat_map_ext. intros i.
    apply flat_map_ext_in. intros it Hit. rewrite Forall_forall in IH.
    rewrite forallb_forall in H3. rewrite <- !app_assoc. now apply IH; [| apply H3].
Qed.

Lemma spelled_keeps l l' : spelled l = Some l' -> all_proper p l' /\ letters l' = letters l.
Proof.
  unfold spelled. destruct (forallb _ l) eqn:H; [| discriminate]. intros [= <-].
  rewrite forallb_forall in H.
  assert (Hletters : items_values (repeat 0 n) l = letters l).
  { apply flat_map_ext_in. intros it Hit.
    pose proof (independent_values it (H it Hit) []) as E. now rewrite !app_nil_r in E. }
  rewrite <- Hletters. destruct (items_values (repeat 0 n) l) as [| a m].
  - split; [constructor | reflexivity].
  - split; [constructor; [apply cycle_item_proper | constructor] |].
    cbn [items_values flat_map]. rewrite app_nil_r. now apply cycle_item_letters.
Qed.

Lemma last_letter_sound l st a st' : known p rows st -> all_proper p l ->
  last_letter l st = Some (a, st') -> known p rows st' /\ exists m, letters l = m ++ [a].
Proof.
  intros Hst Hp H. unfold last_letter in H. destruct (rev' l) as [| [w |] others] eqn:Hl;
    try discriminate.
  apply rev_cons in Hl. subst l. cbv zeta in H.
  destruct (ask _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
  apply (ask_everywhere n rows p rows_hold) in Hs; [| assumption]. destruct Hs as [Hk He].
  destruct (phase_in _ _ _ _) as [[k s'] |] eqn:Hphase; [cbn [then_ fst snd] in H | discriminate].
  apply (phase_everywhere rows p rows_hold) in Hphase; [| assumption].
  destruct Hphase as (Hk' & _ & Hmod). injection H as <- <-. split; [assumption |].
  specialize (He []). specialize (Hmod []). rewrite app_nil_r in *. rewrite eval_plus in *.
  rewrite letters_last. cbn [item_values]. rewrite word_values_run.
  set (k0 := eval p (size w)) in *.
  exists (letters (rev' others) ++ run_values (cycle w, k0 - 1)). rewrite <- app_assoc. f_equal.
  replace k0 with (k0 - 1 + 1) at 1 by lia.
  rewrite (run_values_app _ _ _ k (cycle_not_empty w)) by (assumption || lia). f_equal.
  assert (Hone : forall c, run_values (c, 1) = [cycle_value c 0]) by reflexivity.
  rewrite Hone, turned_value by (rewrite <- Hmod; apply Z.mod_pos_bound; simpl length; lia).
  now rewrite Z.add_0_r.
Qed.

Lemma copies_not_empty l u : copies_of l u -> l <> [] -> u <> [].
Proof.
  intros (m & ->) Hne ->. apply Hne. clear. induction m as [| m IH]; [reflexivity | exact IH].
Qed.

(** Where A ends with copies of B, and R is empty. *)
Lemma writes_less L it others : writes L -> rest L = [] -> before L = others ++ [it] ->
  copies_of (item_values p it) (letters (body L)) -> writes (Lists others (body L) [] false).
Proof.
  intros [H1 H2 _ H4 H5 H6 _] Hrest Hbefore Hcopies. rewrite Hrest, Hbefore in *.
  apply all_proper_app in H1 as [H1 _]. rewrite letters_last in *.
  constructor; cbn [before body rest]; try assumption; [constructor | | | simpl; lia].
  - intros x Hx. rewrite H5 by (rewrite app_length; lia). now apply app_nth1.
  - intros j. cbn [items_values flat_map length]. rewrite Z.add_0_l.
    destruct (Nat.lt_ge_cases j (length (item_values p it))) as [Hlt | Hge].
    + rewrite H5 by (rewrite app_length; lia). rewrite app_nth2 by lia.
      replace (_ + j - _)%nat with j by lia. now apply copies_nth.
    + specialize (H6 (j - length (item_values p it))%nat). rewrite app_length in H6.
      replace (_ + _ + (j - _))%nat with (length (letters others) + j)%nat in H6 by lia.
      rewrite H6. cbn [items_values flat_map length]. rewrite Z.add_0_l.
      destruct (copies_length _ _ Hcopies) as (m & Hm).
      rewrite <- (cycle_value_add _ _ (Z.of_nat m) H4). f_equal. lia.
Qed.

(** What the steps keep: how the sequence is written; and where it has ended, what stands before the
    endless loop is the least preperiod. *)
Definition right (L : lists) : Prop :=
  writes L /\ (ended L = true -> least_preperiod f (length (letters (before L)))).

Lemma same_cycle_writes L b b' : writes L -> rest L = [] -> body L = b -> all_proper p b' ->
  letters b' <> [] -> (forall j, cycle_value (letters b') j = cycle_value (letters b) j) ->
  writes (Lists (before L) b' [] false).
Proof.
  intros [H1 H2 _ H4 H5 H6 _] Hrest <- Hp Hne Hsame. rewrite Hrest in *.
  constructor; cbn [before body rest]; try assumption; [constructor | | simpl; lia].
  intros j. rewrite Hsame. apply H6.
Qed.

End Step.
