(** Lists that are made of copies of another list, or of a cycle. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Refutation Language Walk Phases Ranges Chain Runs Tree Cycles Items
  Known.
Import ListNotations.
Local Open Scope Z_scope.

(** * With one more variable behind the first n *)

Fixpoint lift_item (n : nat) (it : item) : item :=
  match it with
  | One w => One (Word (first w) (others w) (lift_form n (size w)))
  | Many from upto body => Many (lift_form n from) (lift_form n upto) (map (lift_item n) body)
  end.

Lemma lift_item_keeps it : forall p x w,
  item_values (p ++ x :: w) (lift_item (length p) it) = item_values (p ++ w) it /\
  (proper (p ++ x :: w) (lift_item (length p) it) <-> proper (p ++ w) it).
Proof.
  induction it as [u | from upto body IH] using item_induction; intros p x w.
  - cbn [lift_item item_values proper size]. unfold word_values. cbn [size].
    rewrite eval_lift. split; reflexivity.
  - cbn [lift_item]. rewrite !proper_loop. cbn [item_values]. rewrite !eval_lift.
    assert (Hin : forall i, Forall (fun it =>
      item_values ((p ++ x :: w) ++ [i]) (lift_item (length p) it) =
        item_values ((p ++ w) ++ [i]) it /\
      (proper ((p ++ x :: w) ++ [i]) (lift_item (length p) it) <->
        proper ((p ++ w) ++ [i]) it)) body).
    { intros i. apply Forall_forall. intros it Hit. rewrite Forall_forall in IH.
      specialize (IH it Hit p x (w ++ [i])). now rewrite <- !app_assoc. }
    split.
    + apply flat_map_ext. intros i. specialize (Hin i). rewrite flat_map_concat_map, map_map.
      rewrite <- flat_map_concat_map. apply flat_map_ext_in. intros it Hit.
      rewrite Forall_forall in Hin. now apply Hin.
    + split; intros [H1 H2]; (split; [exact H1 |]); intros i Hi; specialize (H2 i Hi);
        specialize (Hin i); unfold all_proper in *; rewrite Forall_map in *;
        rewrite Forall_forall in *; intros it Hit; apply Hin; auto.
Qed.

Lemma lift_items_keep l p x :
  items_values (p ++ [x]) (map (lift_item (length p)) l) = items_values p l /\
  (all_proper (p ++ [x]) (map (lift_item (length p)) l) <-> all_proper p l).
Proof.
  unfold items_values, all_proper. rewrite Forall_map. split.
  - rewrite flat_map_concat_map, map_map, <- flat_map_concat_map. apply flat_map_ext. intros it.
    pose proof (proj1 (lift_item_keeps it p x [])) as H. now rewrite app_nil_r in H.
  - split; apply Forall_impl; intros it; pose proof (proj2 (lift_item_keeps it p x [])) as H;
      rewrite app_nil_r in H; apply H.
Qed.

(** * Copies of a list *)

Fixpoint items_size (it : item) : nat :=
  match it with
  | One _ => 1
  | Many _ _ body => S (fold_right (fun it k => (items_size it + k)%nat) 1%nat body)
  end.

Definition size_of (l : list item) : nat := fold_right (fun it k => (items_size it + k)%nat) 1%nat l.

Fixpoint begins_with (root l : list item) : bool :=
  match root, l with
  | [], _ => true
  | a :: root, b :: l => same_item a b && begins_with root l
  | _, _ => false
  end.

(** Is the list, inside of d loops in all, one of copies of the root, and of loops that repeat it? *)
Fixpoint is_power (fuel d : nat) (l root : list item) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      match l with
      | [] => true
      | it :: rest =>
          if begins_with root l then is_power fuel d (skipn (length root) l) root
          else
            match it with
            | Many _ _ body =>
                is_power fuel (S d) body (map (lift_item d) root) && is_power fuel d rest root
            | One _ => false
            end
      end
  end.

Definition is_power_of (d : nat) (l root : list item) : bool :=
  match root with [] => false | _ => is_power (size_of l) d l root end.

(** So many copies, for some number. *)
Definition copies_of (l u : list nat) : Prop := exists m, l = concat (repeat u m).

Lemma copies_app u l1 l2 : copies_of l1 u -> copies_of l2 u -> copies_of (l1 ++ l2) u.
Proof.
  intros (m1 & ->) (m2 & ->). exists (m1 + m2)%nat. now rewrite repeat_app, concat_app.
Qed.

Lemma copies_nil u : copies_of [] u.
Proof. now exists O. Qed.

Lemma copies_one u : copies_of u u.
Proof. exists 1%nat. cbn. now rewrite app_nil_r. Qed.

Lemma same_item_proper a : forall v b, same_item a b = true -> proper v b -> proper v a.
Proof.
  induction a as [w | from upto body IH] using item_induction; intros v [u | from' upto' body'] H;
    try discriminate.
  - cbn [same_item proper] in *. unfold same_word in H. apply andb_true_iff in H as [_ H].
    now rewrite (same_eval v _ _ H).
  - cbn [same_item] in H. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
    apply (same_eval v) in H1. apply (same_eval v) in H2. rewrite !proper_loop, H1, H2.
    intros [Hle Hp]. split; [exact Hle |]. intros i Hi. specialize (Hp i Hi). clear H1 H2 Hle.
    revert body' H3 Hp. unfold all_proper.
    induction IH as [| it body Hit _ IHl]; intros [| b body'] H Hp; try discriminate;
      [constructor |].
    apply andb_true_iff in H as [Hb Hl]. apply Forall_cons_iff in Hp as [Hp1 Hp2].
    constructor; [now apply (Hit _ b) | now apply (IHl body')].
Qed.

Lemma begins_with_values v root : forall l, begins_with root l = true ->
  items_values v l = items_values v root ++ items_values v (skipn (length root) l) /\
  (all_proper v l -> all_proper v root /\ all_proper v (skipn (length root) l)).
Proof.
  induction root as [| a root IH]; intros [| b l] H; try discriminate.
  - split; [reflexivity | intros Hp; split; [constructor | exact Hp]].
  - split; [reflexivity | intros Hp; split; [constructor | exact Hp]].
  - cbn [begins_with] in H. apply andb_true_iff in H as [Ha Hl].
    destruct (IH l Hl) as [H1 H2]. cbn [length skipn]. rewrite !items_values_cons, H1, app_assoc.
    split; [now rewrite (same_item_values a v b Ha) |]. intros Hp.
    apply Forall_cons_iff in Hp as [Hp1 Hp2]. destruct (H2 Hp2) as [H3 H4].
    split; [| exact H4]. constructor; [now apply (same_item_proper a v b) | exact H3].
Qed.

(** The values are copies of those of the root; if there are some, the root is proper. *)
Lemma is_power_copies fuel : forall v l root, is_power fuel (length v) l root = true ->
  all_proper v l -> copies_of (items_values v l) (items_values v root) /\
  (items_values v l <> [] -> all_proper v root).
Proof.
  induction fuel as [| fuel IH]; intros v l root H Hp; [discriminate |].
  destruct l as [| it rest]; [split; [apply copies_nil | intros Hne; now elim Hne] |].
  cbn [is_power] in H. destruct (begins_with root (it :: rest)) eqn:Hbegins.
  - apply (begins_with_values v) in Hbegins as [Hv Hroot]. destruct (Hroot Hp) as [Hp1 Hp2].
    destruct (IH _ _ _ H Hp2) as [H1 _]. rewrite Hv. split; [| now intros _].
    apply copies_app; [apply copies_one | exact H1].
  - destruct it as [| from upto body]; [discriminate |]. apply andb_true_iff in H as [Hb Hr].
    apply Forall_cons_iff in Hp as [Hloop Hp]. apply proper_loop in Hloop as [Hle Hloop].
    destruct (IH _ _ _ Hr Hp) as [H1 H2].
    assert (Hin : forall i, eval v from <= i <= eval v upto ->
      copies_of (items_values (v ++ [i]) body) (items_values v root) /\
      (items_values (v ++ [i]) body <> [] -> all_proper v root)).
    { intros i Hi. specialize (Hloop i Hi).
      specialize (IH (v ++ [i]) body (map (lift_item (length v)) root)).
      rewrite app_length, Nat.add_1_r in IH. destruct (IH Hb Hloop) as [H3 H4].
      rewrite (proj1 (lift_items_keep _ _ _)) in H3.
      split; [exact H3 |]. intros Hne. now apply (proj2 (lift_items_keep root v i)), H4. }
    assert (Hall : forall l : list Z, (forall i, In i l -> eval v from <= i <= eval v upto) ->
      copies_of (flat_map (fun i => items_values (v ++ [i]) body) l) (items_values v root) /\
      (flat_map (fun i => items_values (v ++ [i]) body) l <> [] -> all_proper v root)).
    { intros l. induction l as [| i l IHl]; intros Hl.
      - split; [apply copies_nil | intros Hne; now elim Hne].
      - destruct (IHl (fun j Hj => Hl j (or_intror Hj))) as [H3 H4].
        destruct (Hin i (Hl i (or_introl eq_refl))) as [H5 H6]. cbn [flat_map]. split.
        + now apply copies_app.
        + destruct (items_values (v ++ [i]) body) as [| a m]; [exact H4 |].
          intros _. now apply H6. }
    destruct (Hall (range (eval v from) (eval v upto))) as [H3 H4].
    { intros i Hi. now apply in_range. }
    rewrite items_values_cons. cbn [item_values].
    change (flat_map (fun i => flat_map (item_values (v ++ [i])) body)) with
      (flat_map (fun i => items_values (v ++ [i]) body)). split.
    + now apply copies_app.
    + destruct (flat_map _ _) as [| a m]; [exact H2 |]. intros _. now apply H4.
Qed.

Lemma is_power_of_copies v l root : is_power_of (length v) l root = true -> all_proper v l ->
  copies_of (items_values v l) (items_values v root) /\
  (items_values v l <> [] -> all_proper v root).
Proof.
  unfold is_power_of. destruct root as [| a root]; [discriminate |]. apply is_power_copies.
Qed.

(** * Copies of a cycle *)

Lemma run_of_copies c k : c <> [] -> k mod Z.of_nat (length c) = 0 -> copies_of (run_values (c, k)) c.
Proof.
  intros Hc Hk. assert (Hn : 0 < Z.of_nat (length c)) by (destruct c; [contradiction |
    simpl length; lia]).
  destruct (Z_lt_ge_dec k 0) as [Hneg | Hpos].
  { exists O. unfold run_values. cbn [fst snd]. now replace (Z.to_nat k) with O by lia. }
  pose proof (Z.div_mod k (Z.of_nat (length c)) ltac:(lia)) as Hq. rewrite Hk, Z.add_0_r in Hq.
  exists (Z.to_nat (k / Z.of_nat (length c))). rewrite (copies_of_cycle c Hc). f_equal. f_equal.
  pose proof (Z.div_pos k (Z.of_nat (length c)) ltac:(lia) Hn). rewrite Z2Nat.id; lia.
Qed.

Section Cycle.

Variables (rows : list constraint) (c : list nat).

Fixpoint cycle_copies (it : item) (st : state) : option state :=
  match it with
  | One w =>
      if list_eq_dec Nat.eq_dec (cycle w) c then
        then_ (phase rows (size w) (Z.of_nat (length c)) st) (fun it =>
          if fst it =? 0 then Some (snd it) else None)
      else None
  | Many _ _ body =>
      (fix all (l : list item) (st : state) : option state :=
         match l with
         | [] => Some st
         | it :: l => then_ (cycle_copies it st) (all l)
         end) body st
  end.

Variable p : list Z.
Hypothesis rows_hold : forall w, all_hold (p ++ w) rows.

Lemma cycle_copies_sound it : forall st st', known p rows st -> cycle_copies it st = Some st' ->
  known p rows st' /\ forall w, copies_of (item_values (p ++ w) it) c.
Proof.
  induction it as [u | from upto body IH] using item_induction; intros st st' Hst H.
  - cbn [cycle_copies] in H. destruct (list_eq_dec _ _ _) as [<- |]; [| discriminate].
    destruct (phase _ _ _ _) as [[k s] |] eqn:Hphase; [| discriminate]. cbn [then_ fst snd] in H.
    destruct (Z.eqb_spec k 0) as [-> |]; [| discriminate]. injection H as <-.
    apply phase_known with (p := p) in Hphase; [| assumption | simpl; lia].
    destruct Hphase as (Hs & _ & He). split; [exact Hs |]. intros w.
    apply (run_of_copies (cycle u) (eval (p ++ w) (size u))); [discriminate | now apply He].
  - cbn [cycle_copies item_values] in *.
    assert (Hbody : known p rows st' /\ forall w,
      copies_of (flat_map (item_values (p ++ w)) body) c).
    { clear from upto. revert st Hst H.
      induction IH as [| it body Hit _ IHl]; intros st Hst H.
      - injection H as <-. split; [exact Hst | intros w; apply copies_nil].
      - destruct (cycle_copies it st) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
        destruct (Hit st s Hst Hs) as [Hk H1]. destruct (IHl s Hk H) as [H2 H3].
        split; [exact H2 |]. intros w. cbn [flat_map]. now apply copies_app. }
    destruct Hbody as [Hk Hbody]. split; [exact Hk |]. intros w.
    induction (range _ _) as [| i l IHl]; [apply copies_nil |]. cbn [flat_map].
    apply copies_app; [rewrite <- app_assoc; apply Hbody | exact IHl].
Qed.

End Cycle.

(** Copies of a cycle have its values. *)
Lemma copies_value l u j : copies_of l u -> l <> [] -> cycle_value l j = cycle_value u j.
Proof.
  intros (m & ->) Hne. assert (Hu : u <> []).
  { intros ->. apply Hne. clear. induction m as [| m IH]; [reflexivity | exact IH]. }
  assert (Hn : 0 < Z.of_nat (length u)) by (destruct u; [contradiction | simpl length; lia]).
  rewrite (copies_of_cycle u Hu) in *. unfold cycle_value at 1. rewrite run_values_length.
  rewrite Z2Nat.id by lia. set (n := Z.of_nat (length u)) in *.
  assert (Hpos : 0 < n * Z.of_nat m).
  { destruct m as [| m]; [| nia]. exfalso. apply Hne. now rewrite Z.mul_0_r. }
  pose proof (Z.mod_pos_bound j _ Hpos) as Hj. rewrite run_values_nth by lia.
  rewrite Z2Nat.id by lia. apply cycle_value_mod_same; [exact Hu |]. fold n.
  rewrite <- (Znumtheory.Zmod_div_mod n (n * Z.of_nat m) j); [reflexivity | lia | lia |].
  exists (Z.of_nat m). lia.
Qed.

Lemma copies_length l u : copies_of l u -> exists m, length l = (m * length u)%nat.
Proof.
  intros (m & ->). exists m. induction m as [| m IH]; [reflexivity |].
  cbn [repeat concat]. rewrite app_length, IH. lia.
Qed.

Lemma copies_nth l u j : copies_of l u -> (j < length l)%nat ->
  nth j l O = cycle_value u (Z.of_nat j).
Proof.
  intros H Hj. rewrite <- (copies_value l u) by (assumption || (intros ->; simpl in Hj; lia)).
  unfold cycle_value. rewrite Z.mod_small by lia. now rewrite Nat2Z.id.
Qed.
