(** Steps that change how a sequence is written (packages/check/src/minimality/rewrite.rs).

    The lists A, B and R stand for A T B B B ..., where R T are copies of B: behind A the sequence
    goes on with endless copies of B, from the place on where R ends. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Refutation Language Steps Walk Phases Ranges Chain Runs Tree Cycles
  Items Known Changes Powers Period.
Import ListNotations.
Local Open Scope Z_scope.

(** * The checker *)

Record lists := Lists {
  before : list item;
  body : list item;
  rest : list item;
  ended : bool
}.

(** The cycle that the list is, once. *)
Definition once_cycle (l : list item) : option (list nat) :=
  match l with
  | [One w] =>
      if same (size w) (Form (Z.of_nat (length (cycle w))) []) then Some (cycle w) else None
  | _ => None
  end.

Definition cycle_item (c : list nat) : item :=
  One (word_over c (Form (Z.of_nat (length c)) [])).

(** The list inside so many loops, each the first item. *)
Fixpoint inside_first (n depth : nat) (l : list item) : list item :=
  match depth with
  | O => l
  | S depth =>
      match l with
      | Many _ _ body :: _ => inside_first n depth (map (put n n 0 zero) body)
      | _ => []
      end
  end.

(** Do the letters depend on none of the first n variables? *)
Fixpoint independent (n : nat) (it : item) : bool :=
  let free f := forallb (Z.eqb 0) (firstn n (coefficients f)) in
  match it with
  | One w => free (size w)
  | Many from upto body => free from && free upto && forallb (independent n) body
  end.

Section Step.

Variables (n : nat) (rows : list constraint).

(** The last letter of a list that ends with a word. *)
Definition last_letter (l : list item) (st : state) : option (nat * state) :=
  match rev' l with
  | One w :: _ =>
      let end_ := plus (size w) (-1) in
      then_ (ask n rows end_ st) (fun st =>
      then_ (phase_in rows w end_ st) (fun it =>
        Some (cycle_value (cycle w) (fst it), snd it)))
  | _ => None
  end.

(** A list whose letters do not depend on the parameters, as one word. *)
Definition spelled (l : list item) : option (list item) :=
  if forallb (independent n) l then
    Some (match items_values (repeat 0 n) l with
          | [] => []
          | letters => [cycle_item letters]
          end)
  else None.

Definition on_list (name : list_name) (L : lists) (f : list item -> option (list item * state))
  : option (lists * state) :=
  match name with
  | InBefore =>
      then_ (f (before L)) (fun it => Some (Lists (fst it) (body L) (rest L) false, snd it))
  | InBody => then_ (f (body L)) (fun it => Some (Lists (before L) (fst it) (rest L) false, snd it))
  | InRest => then_ (f (rest L)) (fun it => Some (Lists (before L) (body L) (fst it) false, snd it))
  end.

Definition rewritten (line : theorem_line) (L : lists) (st : state) : option (lists * state) :=
  if ended L then None else
  match line with
  | Change name path c => on_list name L (fun l => change_at n rows n path c l st)
  | Spell name => on_list name L (fun l => option_map (fun l => (l, st)) (spelled l))
  | Turn =>
      match rest L, body L with
      | [], first :: others =>
          Some (Lists (before L ++ [first]) (others ++ [first]) [] false, st)
      | _, _ => None
      end
  | Root depth count =>
      let root := firstn count (inside_first n depth (body L)) in
      match rest L with
      | [] =>
          if is_power_of n (body L) root then Some (Lists (before L) root [] false, st) else None
      | _ => None
      end
  | OneCycle =>
      match rest L, body L with
      | [], [One w] =>
          then_ (phase_in rows w (size w) st) (fun it =>
            if fst it =? 0
            then Some (Lists (before L) [cycle_item (cycle w)] [] false, snd it) else None)
      | _, _ => None
      end
  | RestAgain =>
      match rest L with
      | [] => Some (Lists (before L) (body L) (body L) false, st)
      | _ => None
      end
  | TakeLast =>
      match rev' (before L), rev' (rest L) with
      | a :: before, r :: rest =>
          if same_item a r then Some (Lists (rev' before) (body L) (rev' rest) false, st) else None
      | _, _ => None
      end
  | TakeCopies =>
      match rest L, rev' (before L) with
      | [], last :: before =>
          then_
            (match once_cycle (body L) with
             | Some c => cycle_copies rows c last st
             | None => if is_power_of n [last] (body L) then Some st else None
             end)
            (fun st => Some (Lists (rev' before) (body L) [] false, st))
      | _, _ => None
      end
  | Absorb =>
      match rest L, rev' (before L), once_cycle (body L) with
      | [], One w :: before, Some c =>
          then_ (phase_in rows w (size w) st) (fun it =>
            if list_eq_dec Nat.eq_dec (turned (cycle w) (fst it)) c
            then Some (Lists (rev' before) [cycle_item (cycle w)] [] false, snd it)
            else None)
      | _, _, _ => None
      end
  | Ends =>
      match before L with
      | [] => Some (Lists [] (body L) (rest L) true, st)
      | _ =>
          then_ (last_letter (before L) st) (fun a =>
          then_ (last_letter (match rest L with [] => body L | r => r end) (snd a)) (fun b =>
            if (fst a =? fst b)%nat then None
            else Some (Lists (before L) (body L) (rest L) true, snd b)))
      end
  | _ => None
  end.

(** * Why it is right *)

Variables (f : nat -> nat) (p : list Z).
Hypothesis dimension : length p = n.
Hypothesis rows_hold : forall w, all_hold (p ++ w) rows.

Let rows_here : all_hold p rows.
Proof. pose proof (rows_hold []) as H. now rewrite app_nil_r in H. Qed.

Local Notation letters := (items_values p).

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

Lemma ends_sound L st L' st' : writes L -> known p rows st ->
  match before L with
  | [] => Some (Lists [] (body L) (rest L) true, st)
  | _ =>
      then_ (last_letter (before L) st) (fun a =>
      then_ (last_letter (match rest L with [] => body L | r => r end) (snd a)) (fun b =>
        if (fst a =? fst b)%nat then None
        else Some (Lists (before L) (body L) (rest L) true, snd b)))
  end = Some (L', st') ->
  right L' /\ known p rows st'.
Proof.
  intros HL Hst H. pose proof (writes_repeats L HL) as Hrepeats.
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
  intros [HL _] Hst H. unfold rewritten in H. destruct (ended L); [discriminate |].
  assert (Hright : forall M, writes M -> ended M = false -> right M).
  { intros M HM E. split; [exact HM | congruence]. }
  destruct line as [| | | | | name path c | name | | depth number | | | | | | | | | |];
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
    { cbn [items_values flat_map]. rewrite app_nil_r. now apply cycle_item_letters. }
    apply (same_cycle_writes L [One w]); try assumption.
    + constructor; [apply cycle_item_proper | constructor].
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
      - intros Hs. apply once_cycle_letters in Hc as [Hc ->].
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
    apply once_cycle_letters in Hc as [Hc Hbody].
    destruct HL as [G1 G2 G3 G4 G5 G6 G7]. rewrite Hrest, Hbefore, Hbody in *.
    apply all_proper_app in G1 as [G1 Gw]. apply Forall_cons_iff in Gw as [Gw _].
    cbn [proper] in Gw. rewrite letters_last in *. cbn [item_values] in *.
    rewrite word_values_run in *.
    assert (Hone : letters [cycle_item (cycle w)] = cycle w).
    { cbn [items_values flat_map]. rewrite app_nil_r. now apply cycle_item_letters. }
    constructor; cbn [before body rest]; rewrite ?Hone; try assumption.
    + constructor; [apply cycle_item_proper | constructor].
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
