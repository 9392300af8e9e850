(** Lists that are made of copies of another list (packages/kernel/src/simplify/copies.rs). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Language Runs Tree Same Cycles Repeated.
Import ListNotations.
Local Open Scope Z_scope.

(** * One word, loop or branch after the other *)

Fixpoint parts_of (t : tree) : list tree :=
  match t with
  | Done => []
  | Run w rest => Run w Done :: parts_of rest
  | Again from upto body rest => Again from upto body Done :: parts_of rest
  | Either a rest => Either a Done :: parts_of rest
  end.

Definition in_a_row (l : list tree) : tree := fold_right append Done l.

Definition parts_runs (v : list Z) (l : list tree) : list run := flat_map (tree_runs v) l.

Lemma parts_of_runs v t : parts_runs v (parts_of t) = tree_runs v t.
Proof.
  unfold parts_runs. induction t as [| w t IH | from upto body _ t IH | a t IH];
    cbn [parts_of flat_map tree_runs]; rewrite ?IH, ?app_nil_r; reflexivity.
Qed.

Lemma in_a_row_runs v l : tree_runs v (in_a_row l) = parts_runs v l.
Proof.
  unfold in_a_row, parts_runs. induction l as [| t l IH]; [reflexivity |].
  cbn [fold_right flat_map]. now rewrite append_runs, IH.
Qed.

Lemma parts_runs_app v l m : parts_runs v (l ++ m) = parts_runs v l ++ parts_runs v m.
Proof. apply flat_map_app. Qed.

(** * Copies *)

(** The place behind this one, in a list of so many parts that begins again at its end. *)
Definition next_place (count place : nat) : nat :=
  if (S place =? count)%nat then O else S place.

(** Where in the root the tree ends, for all values of the variables, if it begins at this place and
    goes on with the parts of the root, again and again; n is the number of variables around it. *)
Fixpoint behind (n : nat) (root : list tree) (t : tree) (place : nat) : option nat :=
  let here part := match nth_error root place with Some it => same_tree part it | None => false end in
  match t with
  | Done => Some place
  | Run w rest =>
      if here (Run w Done) then behind n root rest (next_place (length root) place) else None
  | Again from upto body rest =>
      if here (Again from upto body Done)
      then behind n root rest (next_place (length root) place)
      else
        match behind (S n) (map (lift n) root) body place with
        | Some k => if (k =? place)%nat then behind n root rest place else None
        | None => None
        end
  | Either a rest =>
      if here (Either a Done) then behind n root rest (next_place (length root) place)
      else
        match arms_behind n root a place with
        | Some k => behind n root rest k
        | None => None
        end
  end
with arms_behind (n : nat) (root : list tree) (a : branches) (place : nat) : option nat :=
  match a with
  | Neither => Some place
  | Always body => behind n root body place
  | If _ body rest =>
      match behind n root body place, arms_behind n root rest place with
      | Some k, Some m => if (k =? m)%nat then Some k else None
      | _, _ => None
      end
  end.

Definition are_copies (n : nat) (t : tree) (root : list tree) : bool :=
  match behind n root t O with Some O => true | _ => false end.

(** From one place in endless copies of the root to another one. *)
Definition leads (v : list Z) (root : list tree) (place : nat) (l : list run) (k : nat) : Prop :=
  exists m, parts_runs v (firstn place root) ++ l =
    concat (repeat (parts_runs v root) m) ++ parts_runs v (firstn k root).

Lemma leads_nowhere v root place : leads v root place [] place.
Proof. exists O. apply app_nil_r. Qed.

Lemma leads_app v root j k m l1 l2 : leads v root j l1 k -> leads v root k l2 m ->
  leads v root j (l1 ++ l2) m.
Proof.
  intros (c1 & H1) (c2 & H2). exists (c1 + c2)%nat.
  now rewrite app_assoc, H1, <- app_assoc, H2, app_assoc, repeat_app, concat_app.
Qed.

Lemma leads_on v root place part it : nth_error root place = Some it -> same_tree part it = true ->
  leads v root place (tree_runs v part) (next_place (length root) place).
Proof.
  intros Hit Hsame. rewrite (proj1 same_runs part it v Hsame).
  assert (Hfirst : parts_runs v (firstn place root) ++ tree_runs v it =
    parts_runs v (firstn (S place) root)).
  { clear Hsame. revert root Hit. induction place as [| place IH]; intros [| t root] Hit;
      try discriminate.
    - injection Hit as ->. unfold parts_runs. cbn [firstn flat_map app]. now rewrite app_nil_r.
    - unfold parts_runs in *. cbn [firstn flat_map] in *. now rewrite <- app_assoc, IH. }
  unfold leads, next_place. rewrite Hfirst. destruct (Nat.eqb_spec (S place) (length root)) as [E |].
  - exists 1%nat. rewrite E, firstn_all. cbn [repeat concat firstn parts_runs flat_map].
    now rewrite !app_nil_r.
  - now exists O.
Qed.

Lemma lifted_parts v i root : parts_runs (v ++ [i]) (map (lift (length v)) root) = parts_runs v root.
Proof.
  unfold parts_runs. rewrite flat_map_concat_map, map_map, <- flat_map_concat_map.
  apply flat_map_ext. intros t. rewrite (proj1 (lift_runs v i) t []). now rewrite app_nil_r.
Qed.

Lemma leads_lifted v i root j l k :
  leads (v ++ [i]) (map (lift (length v)) root) j l k -> leads v root j l k.
Proof.
  intros (m & H). exists m. rewrite <- !firstn_map in H || rewrite !firstn_map in H.
  now rewrite !lifted_parts in H.
Qed.

Lemma behind_leads :
  (forall t n root place k v, length v = n -> behind n root t place = Some k ->
     leads v root place (tree_runs v t) k) /\
  (forall a n root place k v, length v = n -> arms_behind n root a place = Some k ->
     leads v root place (branches_runs v a) k).
Proof.
  assert (Hhere : forall part rest_runs root place v k,
    match nth_error root place with Some it => same_tree part it | None => false end = true ->
    leads v root (next_place (length root) place) rest_runs k ->
    leads v root place (tree_runs v part ++ rest_runs) k).
  { intros part rest_runs root place v k H Hrest.
    destruct (nth_error root place) as [it |] eqn:Hit; [| discriminate].
    eapply leads_app; [| exact Hrest]. now apply (leads_on v root place part it). }
  apply tree_ind_both.
  - intros n root place k v _ [= <-]. apply leads_nowhere.
  - intros w rest IH n root place k v Hv H. cbn [behind] in H.
    destruct (match nth_error _ _ with Some _ => _ | None => _ end) eqn:Hpart; [| discriminate].
    apply (Hhere (Run w Done)); [exact Hpart | now apply (IH n)].
  - intros from upto body Hbody rest IH n root place k v Hv H. cbn [behind] in H.
    destruct (match nth_error _ _ with Some _ => _ | None => _ end) eqn:Hpart.
    + cbn [tree_runs]. rewrite <- (app_nil_r (flat_map _ _)).
      apply (Hhere (Again from upto body Done)); [exact Hpart | now apply (IH n)].
    + destruct (behind (S n) _ body place) as [j |] eqn:Hj; [| discriminate].
      destruct (Nat.eqb_spec j place) as [-> |]; [| discriminate]. cbn [tree_runs].
      apply leads_app with place; [| now apply (IH n)].
      induction (range (eval v from) (eval v upto)) as [| i l IHl]; [apply leads_nowhere |].
      cbn [flat_map]. apply leads_app with place; [| exact IHl]. subst n.
      apply (leads_lifted v i), (Hbody (S (length v))); [| exact Hj].
      rewrite app_length. simpl. lia.
  - intros a Ha rest IH n root place k v Hv H. cbn [behind] in H.
    destruct (match nth_error _ _ with Some _ => _ | None => _ end) eqn:Hpart.
    + cbn [tree_runs]. rewrite <- (app_nil_r (branches_runs v a)).
      apply (Hhere (Either a Done)); [exact Hpart | now apply (IH n)].
    + destruct (arms_behind n root a place) as [j |] eqn:Hj; [| discriminate]. cbn [tree_runs].
      apply leads_app with j; [now apply (Ha n) | now apply (IH n)].
  - intros n root place k v _ [= <-]. apply leads_nowhere.
  - intros body Hbody n root place k v Hv H. now apply (Hbody n).
  - intros t body Hbody a Ha n root place k v Hv H. cbn [arms_behind] in H.
    destruct (behind n root body place) as [i |] eqn:Hi; [| discriminate].
    destruct (arms_behind n root a place) as [j |] eqn:Hj; [| discriminate].
    destruct (Nat.eqb_spec i j) as [<- |]; [| discriminate]. injection H as <-.
    cbn [branches_runs]. destruct (test_holds v t); [now apply (Hbody n) | now apply (Ha n)].
Qed.

Lemma copies_runs v t root : are_copies (length v) t root = true ->
  exists m, tree_runs v t = concat (repeat (parts_runs v root) m).
Proof.
  unfold are_copies. destruct (behind _ _ _ _) as [[|] |] eqn:H; try discriminate. intros _.
  apply (proj1 behind_leads _ _ _ _ _ v eq_refl) in H as (m & H). exists m.
  cbn [firstn parts_runs flat_map app] in H. now rewrite app_nil_r in H.
Qed.

(** * Looking for a shorter list *)

(** The number of words, loops and arms. *)
Fixpoint tree_size (t : tree) : nat :=
  match t with
  | Done => O
  | Run _ rest => S (tree_size rest)
  | Again _ _ body rest => S (tree_size body + tree_size rest)
  | Either a rest => (branches_size a + tree_size rest)%nat
  end
with branches_size (a : branches) : nat :=
  match a with
  | Neither => O
  | Always body => S (tree_size body)
  | If _ body rest => (S (tree_size body) + branches_size rest)%nat
  end.

(** Does a form depend on the variable n? *)
Definition depends (n : nat) (f : form) : bool := negb (nth n (coefficients f) 0 =? 0).

Fixpoint mentions (n : nat) (t : tree) : bool :=
  match t with
  | Done => false
  | Run w rest => depends n (size w) || mentions n rest
  | Again from upto body rest =>
      depends n from || depends n upto || mentions n body || mentions n rest
  | Either a rest => arms_mention n a || mentions n rest
  end
with arms_mention (n : nat) (a : branches) : bool :=
  match a with
  | Neither => false
  | Always body => mentions n body
  | If t body rest => depends n (difference t) || mentions n body || arms_mention n rest
  end.

(** The form without the variable n; those above it are numbered one lower. *)
Definition lower_form (n : nat) (f : form) : form :=
  Form (constant f) (firstn n (coefficients f) ++ skipn (S n) (coefficients f)).

Fixpoint lowered_tree (n : nat) (t : tree) : tree :=
  match t with
  | Done => Done
  | Run w rest => Run (Word (first w) (others w) (lower_form n (size w))) (lowered_tree n rest)
  | Again from upto body rest =>
      Again (lower_form n from) (lower_form n upto) (lowered_tree n body) (lowered_tree n rest)
  | Either a rest => Either (lowered_arms n a) (lowered_tree n rest)
  end
with lowered_arms (n : nat) (a : branches) : branches :=
  match a with
  | Neither => Neither
  | Always body => Always (lowered_tree n body)
  | If t body rest =>
      If (Test (lower_form n (difference t)) (compared t)) (lowered_tree n body)
        (lowered_arms n rest)
  end.

(** The bodies of all loops, and the arms of all branches, that use none of the variables inside. *)
Fixpoint bodies (n : nat) (t : tree) : list tree :=
  match t with
  | Done => []
  | Run _ rest => bodies n rest
  | Again _ _ body rest =>
      map (lowered_tree n) (filter (fun it => negb (mentions n it)) (body :: bodies (S n) body))
      ++ bodies n rest
  | Either a rest => arm_bodies n a ++ bodies n rest
  end
with arm_bodies (n : nat) (a : branches) : list tree :=
  match a with
  | Neither => []
  | Always body => body :: bodies n body
  | If _ body rest => body :: bodies n body ++ arm_bodies n rest
  end.

(** The most words of a list that is not the body of a loop, and is tried as a root. *)
Definition most_root_words : nat := 16.

(** The words that come first where each loop has one iteration and the first arm with words is taken:
    behind those that were found, the last one first, and whether there is room for more. *)
Fixpoint first_words (t : tree) (found : list tree) : list tree * bool :=
  match t with
  | Done => (found, true)
  | Run w rest =>
      if (length found <? most_root_words)%nat then first_words rest (Run w Done :: found)
      else (found, false)
  | Again _ _ body rest =>
      let (found, room) := first_words body found in
      if room then first_words rest found else (found, false)
  | Either a rest =>
      let (found, room) := first_arm_words a found in
      if room then first_words rest found else (found, false)
  end
with first_arm_words (a : branches) (found : list tree) : list tree * bool :=
  match a with
  | Neither => (found, true)
  | Always body => first_words body found
  | If _ Done rest => first_arm_words rest found
  | If _ body _ => first_words body found
  end.

Definition candidates (n : nat) (t : tree) : list (list tree) :=
  let words := rev' (fst (first_words t [])) in
  filter (fun l => match l with [] => false | _ => true end) (map parts_of (bodies n t))
  ++ map (fun k => firstn k words) (seq 1 (length words)).

(** A shorter list that this one is made of copies of. *)
Definition root_of (n : nat) (t : tree) : option (list tree) :=
  let whole := tree_size t in
  List.find
    (fun root => (fold_right (fun it k => (tree_size it + k)%nat) O root <? whole)%nat
                 && are_copies n t root)
    (candidates n t).

(** Does this to each arm. *)
Fixpoint in_each_arm (one : tree -> tree * bool) (a : branches) : branches * bool :=
  match a with
  | Neither => (Neither, false)
  | Always body => let (body, changed) := one body in (Always body, changed)
  | If t body rest =>
      let (body, changed) := one body in
      let (rest, more) := in_each_arm one rest in (If t body rest, changed || more)
  end.

(** One copy of what the tree is made of, or each arm of it; and whether anything was left out. *)
Fixpoint one_copy (fuel n : nat) (t : tree) : tree * bool :=
  match fuel with
  | O => (t, false)
  | S fuel =>
      match root_of n t, t with
      | Some root, _ => (fst (one_copy fuel n (in_a_row root)), true)
      | None, Either a Done => let (a, changed) := in_each_arm (one_copy fuel n) a in
                               (Either a Done, changed)
      | None, _ => (t, false)
      end
  end.

(** The values stay, however they are repeated. *)
Definition copy_of (l l' : list run) : Prop := forall before, as_well (before, l) (before, l').

Lemma copy_of_same l : copy_of l l.
Proof. intros before. apply as_well_same. Qed.

Lemma copy_of_trans l1 l2 l3 : copy_of l1 l2 -> copy_of l2 l3 -> copy_of l1 l3.
Proof. intros H12 H23 before. now apply (as_well_trans _ (before, l2)). Qed.

Lemma copies_copy l m : copy_of (concat (repeat l m)) l.
Proof.
  intros before. apply powers_as_well. intros F Hne. destruct m as [| m]; [now elim Hne |].
  cbn [repeat concat] in F. apply fine_app in F as [F _]. split; [exact F |].
  exists (values l), (S m), O. split; [apply values_copies |]. cbn [repeat concat].
  now rewrite app_nil_r.
Qed.

Lemma one_copy_sound fuel v : forall t,
  copy_of (tree_runs v t) (tree_runs v (fst (one_copy fuel (length v) t))).
Proof.
  induction fuel as [| fuel IH]; intros t; [apply copy_of_same |]. cbn [one_copy].
  destruct (root_of (length v) t) as [root |] eqn:Hroot.
  - apply find_some in Hroot as [_ Hroot]. apply andb_true_iff in Hroot as [_ Hroot].
    apply copies_runs in Hroot as (m & ->). cbn [fst].
    eapply copy_of_trans; [apply copies_copy |]. rewrite <- in_a_row_runs. apply IH.
  - destruct t as [| w rest | from upto body rest | a [| | |]]; try apply copy_of_same.
    enough (H : copy_of (branches_runs v a)
      (branches_runs v (fst (in_each_arm (one_copy fuel (length v)) a)))).
    { destruct (in_each_arm _ a) as [b changed]. cbn [fst tree_runs] in *. now rewrite !app_nil_r. }
    clear Hroot. induction a as [| body | t body rest IHa]; cbn [in_each_arm].
    + apply copy_of_same.
    + specialize (IH body). now destruct (one_copy fuel (length v) body).
    + specialize (IH body). destruct (one_copy fuel (length v) body) as [body' changed].
      destruct (in_each_arm _ rest) as [rest' more]. cbn [fst branches_runs] in *.
      destruct (test_holds v t); assumption.
Qed.
