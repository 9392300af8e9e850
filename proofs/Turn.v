(** What stands before an endless loop that repeats it (packages/kernel/src/simplify/endless.rs, [once]):
    copies of its body, or the end of one. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Language Runs Tree Same Cycles Repeated Root.
Import ListNotations.
Local Open Scope Z_scope.

(** The list without these parts, if it begins with them; both have their last parts first. *)
Fixpoint stripped (parts before : list tree) : option (list tree) :=
  match parts, before with
  | [], _ => Some before
  | part :: parts, it :: before => if same_tree it part then stripped parts before else None
  | _, [] => None
  end.

(** The parts before the endless loop, the last one first, without copies of its body. *)
Fixpoint without_copies (fuel n : nat) (body before : list tree) : list tree :=
  match fuel, before with
  | S fuel, last :: others =>
      match stripped (rev' body) before with
      | Some before => without_copies fuel n body before
      | None => if are_copies n last body then without_copies fuel n body others else before
      end
  | _, _ => before
  end.

(** The most parts that the endless loop begins earlier with. *)
Definition most_turns : nat := 64.

(** Begins the endless loop with its last parts, which stand before it as well, if copies can be left
    out then. *)
Fixpoint turned_back (turns n : nat) (before : list tree) (body : tree)
  : option (list tree * tree) :=
  match turns, before, rev' (parts_of body) with
  | S turns, last :: before, part :: others =>
      if same_tree last part then
        let body := plain (append part (in_a_row (rev' others))) in
        let body := fst (one_copy (S (tree_size body)) n body) in
        let left := without_copies (length before) n (parts_of body) before in
        if (length left <? length before)%nat then Some (left, body)
        else turned_back turns n before body
      else None
  | _, _, _ => None
  end.

(** As early as the endless loop can begin. *)
Fixpoint earliest (fuel n : nat) (before : list tree) (body : tree) : list tree * tree :=
  match fuel with
  | O => (before, body)
  | S fuel =>
      let left := without_copies (length before) n (parts_of body) before in
      if (length left <? length before)%nat then earliest fuel n left body
      else
        match turned_back most_turns n before body with
        | Some (before, body) => earliest fuel n before body
        | None => (before, body)
        end
  end.

(** What stands before an endless loop, and one copy of what that is made of. *)
Record once := Once {
  first_part : tree;
  one_body : tree;
  changed : bool;
  begins_earlier : bool
}.

Definition once_of (n : nat) (before body : tree) : option once :=
  match plain body with
  | Done => None
  | body =>
      let (body, changed) := one_copy (S (tree_size body)) n body in
      let parts := rev' (parts_of (plain before)) in
      let (left, body) := earliest (S (length parts)) n parts body in
      let earlier := (length left <? length parts)%nat in
      Some (Once (in_a_row (rev' left)) body (changed || earlier) earlier)
  end.

(** * Why the sequence stays *)

Definition written_as (v : list Z) (before : list tree) (body : tree) : written :=
  (parts_runs v (rev before), tree_runs v body).

Lemma stripped_runs v parts : forall before left, stripped parts before = Some left ->
  parts_runs v (rev before) = parts_runs v (rev left) ++ parts_runs v (rev parts).
Proof.
  induction parts as [| part parts IH]; intros [| it before] left H; try discriminate.
  - injection H as <-. reflexivity.
  - injection H as <-. cbn [rev parts_runs flat_map]. now rewrite app_nil_r.
  - cbn [stripped] in H. destruct (same_tree it part) eqn:Hsame; [| discriminate].
    cbn [rev]. rewrite !parts_runs_app, (IH _ _ H), <- app_assoc. f_equal. f_equal.
    unfold parts_runs. cbn [flat_map]. now rewrite (proj1 same_runs it part v Hsame).
Qed.

Lemma without_copies_sound v body fuel : forall before,
  as_well (written_as v before body)
    (written_as v (without_copies fuel (length v) (parts_of body) before) body).
Proof.
  induction fuel as [| fuel IH]; intros before; [apply as_well_same |].
  destruct before as [| last others]; [apply as_well_same |].
  unfold without_copies; fold without_copies.
  destruct (stripped _ _) as [left |] eqn:Hstripped.
  - eapply as_well_trans; [| apply IH]. unfold written_as.
    rewrite (stripped_runs v _ _ _ Hstripped), rev'_is, rev_involutive, parts_of_runs.
    pose proof (copies_as_well (parts_runs v (rev left)) (tree_runs v body) 1) as H.
    cbn [repeat concat] in H. now rewrite app_nil_r in H.
  - destruct (are_copies (length v) last (parts_of body)) eqn:Hcopies; [| apply as_well_same].
    eapply as_well_trans; [| apply IH]. unfold written_as.
    apply copies_runs in Hcopies as (m & Hm). rewrite parts_of_runs in Hm. cbn [rev].
    rewrite parts_runs_app. unfold parts_runs at 2. cbn [flat_map]. rewrite app_nil_r, Hm.
    apply copies_as_well.
Qed.

Lemma turned_back_sound v turns : forall before body left body',
  turned_back turns (length v) before body = Some (left, body') ->
  as_well (written_as v before body) (written_as v left body').
Proof.
  induction turns as [| turns IH]; intros before body left body' H; [discriminate |].
  cbn [turned_back] in H. destruct before as [| last before]; [discriminate |].
  destruct (rev' (parts_of body)) as [| part others] eqn:Hparts; [discriminate |].
  destruct (same_tree last part) eqn:Hsame; [| discriminate]. cbv zeta in H.
  set (t := plain (append part (in_a_row (rev' others)))) in *.
  set (one := fst (one_copy (S (tree_size t)) (length v) t)) in *.
  assert (Hturned : as_well (written_as v (last :: before) body) (written_as v before one)).
  { assert (Hbody : tree_runs v body = parts_runs v (rev others) ++ tree_runs v part).
    { rewrite <- parts_of_runs, <- (rev_involutive (parts_of body)), <- (rev'_is (parts_of body)).
      rewrite Hparts. cbn [rev]. rewrite parts_runs_app. unfold parts_runs at 2. cbn [flat_map].
      now rewrite app_nil_r. }
    unfold written_as. rewrite Hbody. cbn [rev]. rewrite parts_runs_app.
    unfold parts_runs at 2. cbn [flat_map]. rewrite app_nil_r, (proj1 same_runs last part v Hsame).
    eapply as_well_trans; [apply turned_as_well |].
    eapply as_well_trans; [| apply one_copy_sound].
    apply keeps_as_well; [apply keeps_refl |].
    pose proof (proj1 plain_keeps (append part (in_a_row (rev' others))) v) as Hplain.
    rewrite append_runs, in_a_row_runs in Hplain. now rewrite <- rev'_is. }
  destruct (_ <? _)%nat.
  - injection H as <- <-. eapply as_well_trans; [exact Hturned | apply without_copies_sound].
  - eapply as_well_trans; [exact Hturned | now apply IH].
Qed.

Lemma earliest_sound v fuel : forall before body,
  let it := earliest fuel (length v) before body in
  as_well (written_as v before body) (written_as v (fst it) (snd it)).
Proof.
  induction fuel as [| fuel IH]; intros before body; [apply as_well_same |].
  cbn [earliest]. destruct (_ <? _)%nat.
  - eapply as_well_trans; [apply without_copies_sound | apply IH].
  - destruct (turned_back _ _ _ _) as [[left body'] |] eqn:H; [| apply as_well_same].
    eapply as_well_trans; [exact (turned_back_sound v _ _ _ _ _ H) | apply IH].
Qed.

Lemma once_sound v before body it : once_of (length v) before body = Some it ->
  as_well (tree_runs v before, tree_runs v body)
    (tree_runs v (first_part it), tree_runs v (one_body it)).
Proof.
  unfold once_of. intros H.
  assert (Hplain : as_well (tree_runs v before, tree_runs v body)
    (tree_runs v (plain before), tree_runs v (plain body))).
  { apply keeps_as_well; apply plain_keeps. }
  assert (Hsome : exists body' changed,
    one_copy (S (tree_size (plain body))) (length v) (plain body) = (body', changed) /\
    (let (left, body'') := earliest (S (length (rev' (parts_of (plain before))))) (length v)
       (rev' (parts_of (plain before))) body' in
     it = Once (in_a_row (rev' left)) body''
       (changed || (length left <? length (rev' (parts_of (plain before))))%nat)
       (length left <? length (rev' (parts_of (plain before))))%nat)).
  { destruct (plain body) as [| | |]; [discriminate | | |];
      destruct (one_copy _ _ _) as [body' c]; exists body', c; (split; [reflexivity |]);
      destruct (earliest _ _ _ _); now injection H as <-. }
  clear H. destruct Hsome as (body' & c & Hone & Hit).
  pose proof (one_copy_sound (S (tree_size (plain body))) v (plain body)) as Hcopy.
  rewrite Hone in Hcopy. cbn [fst] in Hcopy.
  pose proof (earliest_sound v (S (length (rev' (parts_of (plain before)))))
    (rev' (parts_of (plain before))) body') as Hearliest. cbv zeta in Hearliest.
  destruct (earliest _ _ _ _) as [left body'']. cbn [fst snd] in Hearliest. subst it.
  cbn [first_part one_body]. eapply as_well_trans; [exact Hplain |].
  eapply as_well_trans; [apply Hcopy |]. unfold written_as in Hearliest.
  rewrite rev'_is, rev_involutive, parts_of_runs in Hearliest.
  now rewrite in_a_row_runs, rev'_is.
Qed.
