import { useState, useId, type SyntheticEvent, type ReactNode } from 'react';
import { rich } from '../../../lib/language/rich.tsx';
import { t } from '../../../lib/language/translate.ts';
import type { FocusTarget } from '../../../lib/screen/keyboard.ts';
import { listedWords } from '../../../records/counted.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import {
  type FailureEntry,
  type Side,
  storedTypeLabel,
  typeLabel,
  type CarPosts,
  checkTypeName,
} from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { postsWith, sumsByYear, addedTogether, type YearSum, type PostsChange } from '../draft/posts-change.ts';
import { maxCount } from '../draft/typed-count.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { focusAfterTypeRename, focusAfterPostRemoval, focusAfterTypeRemoval, useTypedName } from './PostNameButton.tsx';
import { SameNameHint, postsByType } from './SameNameHint.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './PostTools.module.css';

export type PostQuestion =
  | { readonly kind: 'rename' | 'remove'; readonly post: string; readonly type: string }
  | { readonly kind: 'remove-post'; readonly post: string };

/** Makes a confirmed change. The dialog stays open until it resolves: with a message that says what is wrong, or null. */
type Confirm<Args extends unknown[]> = (...args: Args) => Promise<string | null>;

interface PostDialogsProps {
  question: PostQuestion;
  editing: FailureEditing;
  year: number;
  focusAfterChange: (target: FocusTarget) => void;
  onClose: () => void;
}

/** The dialog that asks `question`. After the change it closes and moves the focus with `focusAfterChange`. */
export function PostDialogs({ question, editing, year, focusAfterChange, onClose }: PostDialogsProps) {
  const { post } = question;
  const confirm = async (change: PostsChange, target: FocusTarget) => {
    const problem = await editing.changePosts(change);
    if (problem === null) {
      focusAfterChange(target);
      onClose();
    }
    return problem;
  };
  if (question.kind === 'remove-post')
    return (
      <RemoveDialog
        title={t('Remove {post} with its counts?', { post })}
        onRemove={() => confirm({ kind: 'remove post', post }, focusAfterPostRemoval)}
        onClose={onClose}
      >
        <LostCounts lost={[{ post, entries: editing.posts.get(post) ?? [] }]} />
      </RemoveDialog>
    );
  const { type } = question;
  const dialog = { posts: editing.posts, post, type, onClose };
  return question.kind === 'rename' ? (
    <RenameTypeDialog
      {...dialog}
      onRename={(posts, to) => confirm({ kind: 'rename type', posts, type, to }, focusAfterTypeRename(post, to))}
    />
  ) : (
    <RemoveTypeDialog
      {...dialog}
      year={year}
      onRemove={(posts, ofYear) =>
        confirm({ kind: 'remove type', posts, type, year: ofYear }, focusAfterTypeRemoval(post))
      }
    />
  );
}

/** The props of a dialog about a type of a post. */
interface TypeDialogProps {
  posts: CarPosts;
  post: string;
  type: string;
  onClose: () => void;
}

interface RemoveTypeDialogProps extends TypeDialogProps {
  year: number;
  /** Removes the type from these posts, in one year or (null) in all years. */
  onRemove: Confirm<[posts: readonly string[], year: number | null]>;
}

function RemoveTypeDialog({ posts, post, type, year, onClose, onRemove }: RemoveTypeDialogProps) {
  const [everywhere, setEverywhere] = useState(false);
  const [yearOnly, setYearOnly] = useState(false);
  const postsWithType = postsWith(posts, type);
  const chosenPosts = everywhere ? postsWithType : [post];
  const entriesOfType = (name: string) => (posts.get(name) ?? []).filter((entry) => entry.type === type);
  const years = sumsByYear(chosenPosts.flatMap(entriesOfType)).map((sum) => sum.year);
  const isOneYear = yearOnly && years.length > 1;
  const lost = chosenPosts
    .map((name) => ({ post: name, entries: entriesOfType(name).filter((entry) => !isOneYear || entry.year === year) }))
    .filter(({ entries }) => entries.length > 0);
  const affectedPosts = lost.map((item) => item.post);

  return (
    <RemoveDialog
      title={t('Remove “{type}”?', { type: storedTypeLabel(type) })}
      onRemove={() => onRemove(affectedPosts, isOneYear ? year : null)}
      onClose={onClose}
    >
      <div className={`${texts.breaks} ${styles.body}`}>
        {years.length > 1 && (
          <fieldset>
            <legend className={texts.label}>{t('Which years')}</legend>
            <label className={styles.choice}>
              <input type="radio" name="years" checked={!yearOnly} onChange={() => setYearOnly(false)} />
              <span>{t('Every year: {years}', { years: listedWords(years.map((item) => `${item}`)) })}</span>
            </label>
            <label className={styles.choice}>
              <input type="radio" name="years" checked={yearOnly} onChange={() => setYearOnly(true)} />
              <span>{t('{year} only', { year })}</span>
            </label>
          </fieldset>
        )}
        <AllPostsChoice type={type} postsWithType={postsWithType} checked={everywhere} onChange={setEverywhere} />
        <LostCounts lost={lost} />
      </div>
    </RemoveDialog>
  );
}

const inStrong = (inner: ReactNode) => <strong>{inner}</strong>;

function LostCounts({ lost }: { lost: readonly { post: string; entries: readonly FailureEntry[] }[] }) {
  const rows = lost.flatMap(({ post, entries }) => sumsByYear(entries).map((sum) => ({ ...sum, post })));
  return (
    <div aria-live="polite" className={`${texts.breaks} ${styles.body}`}>
      {rows.length === 0 ? (
        <p>{t('No counts are removed with it.')}</p>
      ) : (
        <>
          <p>{t('These counts are removed with it:')}</p>
          <ul className={`${layout.gap2} ${styles.sums}`}>
            {rows.map((row) => (
              <li key={`${row.year} ${row.post}`}>
                {rich('<strong>{post}, {year}:</strong> {loss}', {
                  post: row.post,
                  year: row.year,
                  loss: <span className={styles.loss}>{lossWords(row)}</span>,
                  strong: inStrong,
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{t('It is saved at once. You can undo it, and the change log can restore it later.')}</p>
    </div>
  );
}

interface RenameTypeDialogProps extends TypeDialogProps {
  onRename: Confirm<[posts: readonly string[], to: string]>;
}

/** Asks for a type's new name, and for confirmation before counts are merged under it. */
function RenameTypeDialog({ posts, post, type, onClose, onRename }: RenameTypeDialogProps) {
  const form = useId();
  const { typed: to, refuse, take, field } = useTypedName(type);
  const [everywhere, setEverywhere] = useState(false);
  // whether the dialog asks if counts may be merged
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const postsWithType = postsWith(posts, type);
  const chosenPosts = everywhere ? postsWithType : [post];
  const mergedSums = addedTogether(posts, chosenPosts, type, to);
  const years = sumsByYear(
    chosenPosts.flatMap((chosenPost) => posts.get(chosenPost) ?? []).filter((entry) => entry.type === type),
  );
  const yearsText = listedWords(years.map(({ year }) => `${year}`));
  const existing = new Map([...postsByType(posts, post)].filter(([existingType]) => existingType !== type));

  const goBackWith = (problem: string) => {
    setAsking(false);
    refuse(problem);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (to === type) {
      onClose();
      return;
    }
    const nameProblem = checkTypeName(to);
    const tooLarge = mergedSums.find(({ entrance, exit }) => Math.max(entrance, exit) > maxCount);
    if (nameProblem) goBackWith(nameProblem);
    else if (tooLarge)
      goBackWith(
        t('{post} has “{type}” in {year} already, and together they would be more than {max}.', {
          post: tooLarge.post,
          type: to,
          year: tooLarge.year,
          max: countText(maxCount),
        }),
      );
    else if (mergedSums.length > 0 && !asking) setAsking(true);
    else if (!saving) {
      setSaving(true);
      const problem = await onRename(chosenPosts, to);
      setSaving(false);
      if (problem !== null) goBackWith(problem);
    }
  };

  return (
    <Dialog
      open
      title={
        asking ? t('Add the counts to “{type}”?', { type: to }) : t('Rename “{type}”', { type: storedTypeLabel(type) })
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={asking ? () => setAsking(false) : onClose}>{asking ? t('Back') : t('Cancel')}</Button>
          {/* A double click on *Rename* must not also confirm the merge: the key makes it another button, and a second click is ignored. */}
          <Button
            key={asking ? 'add' : 'rename'}
            type="submit"
            variant="primary"
            form={form}
            busy={saving}
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {asking ? t('Add together and rename') : t('Rename')}
          </Button>
        </>
      }
    >
      <form id={form} className={`${texts.breaks} ${styles.body}`} noValidate onSubmit={(event) => void submit(event)}>
        <div className={`${texts.breaks} ${styles.body}`} hidden={asking}>
          <TextField
            label={t('Failure type')}
            required
            data-autofocus
            suggestions={[...existing.keys()]}
            suggestionLabel={typeLabel}
            onFocus={(event) => event.target.select()}
            {...field}
          />
          {to !== type && <SameNameHint typed={to} existing={existing} onUse={take} />}
          <AllPostsChoice type={type} postsWithType={postsWithType} checked={everywhere} onChange={setEverywhere} />
          <p>
            {everywhere
              ? t('Renamed in every year of these posts: {years}. It is saved at once, and can be undone.', {
                  years: yearsText,
                })
              : t('Renamed in every year of {post}: {years}. It is saved at once, and can be undone.', {
                  post,
                  years: yearsText,
                })}
          </p>
        </div>
        {asking && <AddedTogether type={to} sums={mergedSums} />}
      </form>
    </Dialog>
  );
}

/** The question whether counts may be merged: lists the sums of the renamed type and the type that already has the new name. */
function AddedTogether({ type, sums }: { type: string; sums: ReturnType<typeof addedTogether> }) {
  return (
    <div role="alert" className={`${texts.breaks} ${styles.body}`}>
      <p>
        {t(
          '“{type}” has counts of its own there. One name stands for one thing, so the counts of both would be added together:',
          { type },
        )}
      </p>
      <ul className={`${layout.gap2} ${styles.sums}`}>
        {sums.map((sum) => (
          <li key={`${sum.year} ${sum.post}`}>{sumWords(sum)}</li>
        ))}
      </ul>
    </div>
  );
}

/** The counts that a removal loses, in words: `7 failures (entrance 3, exit 4)` */
function lossWords({ entrance, exit }: Pick<YearSum, 'entrance' | 'exit'>): string {
  const count = entrance + exit;
  return t(
    '{count, plural, one {{number} failure (entrance {entrance}, exit {exit})} other {{number} failures (entrance {entrance}, exit {exit})}}',
    { count, number: countText(count), entrance: countText(entrance), exit: countText(exit) },
  );
}

/** How entries are added together: `P1, 2024: entrance 5 + 2 = 7, exit 3 + 1 = 4` */
function sumWords({ post, year, entrance, exit, parts }: ReturnType<typeof addedTogether>[number]): string {
  const addition = (side: Side, sum: number) =>
    `${parts.map((part) => countText(part[side])).join(' + ')} = ${countText(sum)}`;
  return t('{post}, {year}: entrance {entrance}, exit {exit}', {
    post,
    year,
    entrance: addition('entrance', entrance),
    exit: addition('exit', exit),
  });
}

interface AllPostsChoiceProps {
  type: string;
  /** The names of the posts with this type; with a single post there is no choice. */
  postsWithType: readonly string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Offers to change the type in every post that has it: a wrong name usually occurs in several. */
function AllPostsChoice({ type, postsWithType, checked, onChange }: AllPostsChoiceProps) {
  if (postsWithType.length < 2) return null;
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {t('In all {count} posts that have “{type}”', { count: postsWithType.length, type: storedTypeLabel(type) })}
        <span className={`${texts.small} ${styles.posts}`}>{listedWords(postsWithType)}</span>
      </span>
    </label>
  );
}

interface RemoveDialogProps {
  title: string;
  onRemove: Confirm<[]>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is removed; stays open until the removal is saved. */
function RemoveDialog({ title, onRemove, onClose, children }: RemoveDialogProps) {
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setSaving(true);
    setProblem(await onRemove());
    setSaving(false);
  };
  return (
    <ConfirmDialog
      title={title}
      action={t('Remove')}
      variant="danger"
      busy={saving}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div className={`${texts.breaks} ${styles.body}`}>
        {children}
        <ErrorNote>{problem}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}
