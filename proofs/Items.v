(** A sequence as words and counted loops (packages/kernel/src/minimality/item.rs): no branches, and
    every loop has iterations or just none. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Ranges Chain Runs Tree Cycles.
Import ListNotations.
Local Open Scope Z_scope.

Inductive item :=
  | One (w : word)
  | Many (from upto : form) (body : list item).

Section Induction.

Variable P : item -> Prop.
Hypothesis of_word : forall w, P (One w).
Hypothesis of_loop : forall from upto body, Forall P body -> P (Many from upto body).

Fixpoint item_induction (it : item) : P it :=
  match it with
  | One w => of_word w
  | Many from upto body =>
      of_loop from upto body
        ((fix all (l : list item) : Forall P l :=
            match l with
            | [] => Forall_nil P
            | it :: l => Forall_cons it (item_induction it) (all l)
            end) body)
  end.

End Induction.

(** What an item stands for; the variable of a loop is the one behind those around it. *)
Fixpoint item_values (v : list Z) (it : item) : list nat :=
  match it with
  | One w => word_values v w
  | Many from upto body =>
      flat_map (fun i => flat_map (item_values (v ++ [i])) body)
        (range (eval v from) (eval v upto))
  end.

Definition items_values (v : list Z) (l : list item) : list nat := flat_map (item_values v) l.

(** Lengths are at least 0, and loops run from a to b with b >= a - 1. *)
Fixpoint proper (v : list Z) (it : item) : Prop :=
  match it with
  | One w => 0 <= eval v (size w)
  | Many from upto body =>
      eval v from <= eval v upto + 1 /\
      forall i, eval v from <= i <= eval v upto ->
        fold_right (fun it P => proper (v ++ [i]) it /\ P) True body
  end.

Definition all_proper (v : list Z) (l : list item) : Prop := Forall (proper v) l.

Lemma proper_loop v from upto body : proper v (Many from upto body) <->
  eval v from <= eval v upto + 1 /\
  forall i, eval v from <= i <= eval v upto -> all_proper (v ++ [i]) body.
Proof.
  assert (H : forall v l, fold_right (fun it P => proper v it /\ P) True l <-> all_proper v l).
  { intros u l. unfold all_proper. induction l as [| it l IH]; cbn [fold_right]; [easy |].
    now rewrite IH, Forall_cons_iff. }
  cbn [proper]. split; intros [H1 H2]; (split; [exact H1 |]); intros i Hi; apply H; now apply H2.
Qed.

Lemma items_values_app v l1 l2 : items_values v (l1 ++ l2) = items_values v l1 ++ items_values v l2.
Proof. apply flat_map_app. Qed.

Lemma items_values_cons v it l : items_values v (it :: l) = item_values v it ++ items_values v l.
Proof. reflexivity. Qed.

Lemma all_proper_app v l1 l2 : all_proper v (l1 ++ l2) <-> all_proper v l1 /\ all_proper v l2.
Proof. apply Forall_app. Qed.

(** * The same letters, written otherwise *)

Definition keeps (v : list Z) (l l' : list item) : Prop :=
  all_proper v l -> all_proper v l' /\ items_values v l' = items_values v l.

Lemma keeps_app v l1 l2 k1 k2 : keeps v l1 k1 -> keeps v l2 k2 -> keeps v (l1 ++ l2) (k1 ++ k2).
Proof.
  intros H1 H2 H. apply all_proper_app in H as [Hl1 Hl2]. destruct (H1 Hl1) as [P1 E1].
  destruct (H2 Hl2) as [P2 E2]. split; [now apply all_proper_app |].
  now rewrite !items_values_app, E1, E2.
Qed.

Lemma keeps_refl v l : keeps v l l.
Proof. now intros H. Qed.

(** Equal words, with the same cycle, and equal loops. *)
Definition same_word (w u : word) : bool :=
  (if list_eq_dec Nat.eq_dec (cycle w) (cycle u) then true else false) && same (size w) (size u).

Fixpoint same_item (a b : item) {struct a} : bool :=
  match a, b with
  | One w, One u => same_word w u
  | Many from upto body, Many from' upto' body' =>
      same from from' && same upto upto'
      && (fix all (l m : list item) : bool :=
            match l, m with
            | [], [] => true
            | x :: l, y :: m => same_item x y && all l m
            | _, _ => false
            end) body body'
  | _, _ => false
  end.

Fixpoint same_items (l m : list item) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => same_item x y && same_items l m
  | _, _ => false
  end.

Lemma same_word_values v w u : same_word w u = true -> word_values v w = word_values v u.
Proof.
  unfold same_word. rewrite andb_true_iff. intros [Hc Hs].
  destruct (list_eq_dec _ _ _) as [E |]; [| discriminate].
  apply (same_eval v) in Hs. unfold word_values. rewrite Hs. apply map_ext. intros k.
  unfold value_in. now rewrite E.
Qed.

Lemma same_item_values a : forall v b, same_item a b = true -> item_values v a = item_values v b.
Proof.
  induction a as [w | from upto body IH] using item_induction; intros v [u | from' upto' body'] H;
    try discriminate.
  - now apply same_word_values.
  - cbn [same_item] in H. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
    apply (same_eval v) in H1. apply (same_eval v) in H2. cbn [item_values]. rewrite H1, H2.
    apply flat_map_ext. intros i. clear H1 H2. revert body' H3.
    induction IH as [| it body Hit _ IHl]; intros [| b body'] H; try discriminate; [reflexivity |].
    apply andb_true_iff in H as [Hb Hl]. cbn [flat_map]. now rewrite (Hit _ _ Hb), (IHl _ Hl).
Qed.

Lemma same_items_values v l : forall m, same_items l m = true ->
  items_values v l = items_values v m.
Proof.
  induction l as [| a l IH]; intros [| b m] H; try discriminate; [reflexivity |].
  cbn [same_items] in H. apply andb_true_iff in H as [H1 H2].
  now rewrite !items_values_cons, (same_item_values a v b H1), (IH m H2).
Qed.

(** * A form in the place of a variable *)

(** The values for the variables below d + more: those below d, [value] for the variable d, and for
    those behind it the ones numbered from [next] on. *)
Definition put_in (d next more : nat) (value : form) : list form :=
  map variable (seq 0 d) ++ value :: map variable (seq next more).

Fixpoint put (d next more : nat) (value : form) (it : item) : item :=
  let f := substitute (put_in d next more value) in
  match it with
  | One w => One (Word (first w) (others w) (f (size w)))
  | Many from upto body => Many (f from) (f upto) (map (put d next (S more) value) body)
  end.

Lemma eval_seq p a b : map (eval (p ++ a ++ b)) (map variable (seq (length p) (length a))) = a.
Proof.
  rewrite map_map. apply (nth_ext _ _ 0 0).
  - now rewrite map_length, seq_length.
  - intros k Hk. rewrite map_length, seq_length in Hk.
    rewrite (nth_indep _ 0 (eval (p ++ a ++ b) (variable 0)))
      by now rewrite map_length, seq_length.
    rewrite (map_nth (fun x => eval (p ++ a ++ b) (variable x))), seq_nth by assumption.
    rewrite eval_variable, app_nth2 by lia. rewrite app_nth1 by lia. f_equal. lia.
Qed.

Lemma put_eval v x more skipped value f : eval (v ++ skipped ++ more) value = x ->
  eval (v ++ skipped ++ more)
    (substitute (put_in (length v) (length (v ++ skipped)) (length more) value) f) =
  eval (v ++ x :: more) f.
Proof.
  intros Hx. rewrite eval_substitute. unfold put_in. rewrite map_app. cbn [map].
  pose proof (eval_seq [] v (skipped ++ more)) as H1. cbn [app length] in H1. rewrite H1, Hx.
  pose proof (eval_seq (v ++ skipped) more []) as H2. rewrite app_nil_r, <- app_assoc in H2.
  now rewrite H2.
Qed.

(** The item at x is this one. *)
Definition stays (it it' : item) (q p : list Z) : Prop :=
  item_values p it' = item_values q it /\ (proper q it -> proper p it').

(** Where the form has the value x, an item with it is the item at x. *)
Definition put_right (it : item) : Prop := forall v x more skipped value,
  eval (v ++ skipped ++ more) value = x ->
  (forall u, eval (v ++ skipped ++ more ++ u) value = eval (v ++ skipped ++ more) value) ->
  stays it (put (length v) (length (v ++ skipped)) (length more) value it)
    (v ++ x :: more) (v ++ skipped ++ more).

Lemma put_values it : put_right it.
Proof.
  induction it as [w | from upto body IH] using item_induction; intros v x more skipped value Hx Hu;
    pose proof (fun f => put_eval v x more skipped value f Hx) as He; unfold stays.
  - cbn [put item_values proper size]. unfold word_values. cbn [size]. rewrite He. now split.
  - assert (Hin : forall i, Forall (fun it =>
      stays it (put (length v) (length (v ++ skipped)) (S (length more)) value it)
        ((v ++ x :: more) ++ [i]) ((v ++ skipped ++ more) ++ [i])) body).
    { intros i. apply (Forall_impl _ (P := put_right)); [| exact IH].
      intros it H. specialize (H v x (more ++ [i]) skipped value).
      rewrite (app_length more [i]) in H. cbn [length] in H. rewrite Nat.add_1_r in H. cbn [app] in H.
      replace ((v ++ skipped ++ more) ++ [i]) with (v ++ skipped ++ more ++ [i])
        by now rewrite <- !app_assoc.
      replace ((v ++ x :: more) ++ [i]) with (v ++ x :: more ++ [i])
        by now rewrite <- !app_assoc.
      apply H.
      - now rewrite Hu.
      - intros u. now rewrite <- app_assoc, !Hu. }
    cbn [put]. rewrite !proper_loop, !He. cbn [item_values]. rewrite !He. split.
    + apply flat_map_ext. intros i. specialize (Hin i). rewrite flat_map_concat_map, map_map.
      rewrite <- flat_map_concat_map. apply flat_map_ext_in. intros it Hit.
      rewrite Forall_forall in Hin. now apply Hin.
    + intros [H1 H2]. split; [exact H1 |]. intros i Hi. specialize (H2 i Hi). specialize (Hin i).
      unfold all_proper in *. rewrite Forall_map. rewrite Forall_forall in *. intros it Hit.
      now apply Hin; [| apply H2].
Qed.
