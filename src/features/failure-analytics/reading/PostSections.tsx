import { memo, useCallback, useState, type ReactNode } from 'react';
import type { FailureEntry, Side } from '../../../records/failure/failure-record.ts';
import { FailureFigure } from '../chart/FailureFigure.tsx';
import { typeEditsOf, type EditOf, type FailureEdit } from '../draft/failure-edit.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { focusAfterUndo, useLanding } from '../editing/landing.ts';
import { PostDialogs, type Asked } from '../editing/PostDialogs.tsx';
import { PostTools } from '../editing/PostTools.tsx';
import { RemovedPost } from '../editing/RemovedPost.tsx';
import { TypeTools } from '../editing/TypeTools.tsx';
import { sectionId } from './failure-heat.ts';
import { hasYear, sumsByType, totalOf, yearSum } from '../../../records/failure/failure-totals.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import styles from './PostSections.module.css';
import { TypeCard } from './TypeCard.tsx';
import { useGrowing } from './use-growing.ts';
import { usePostKeys } from './use-post-keys.ts';

interface PostSectionsProps {
  editing: FailureEditing;
  mayEdit: boolean;
  year: number;
  compare: number | null;
  printing: boolean;
}

/** A plate for each post; those without entries in the year are shown in admin mode only (`spec §2`). */
export function PostSections({ editing, mayEdit, year, compare, printing }: PostSectionsProps) {
  // one form at a time on the page (`spec §4`)
  const [adding, setAdding] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const keys = usePostKeys();
  const land = useLanding();
  const { undo } = editing;
  const takeBack = useCallback(
    (edit: FailureEdit, post: string) => {
      land(focusAfterUndo(edit, post));
      undo(edit);
    },
    [land, undo],
  );
  const stored = [...editing.saved.values()];
  const posts = Array.from(editing.posts, ([post, entries], place) => ({
    key: keys.of(post),
    post,
    entries,
    place,
    // a renamed post keeps its place
    saved: editing.saved.get(post) ?? stored[place] ?? [],
    base: editing.base.get(editing.renamed.get(post) ?? post) ?? none,
    renamed: typeEditsOf(editing.edits, editing.renamed.get(post) ?? post).filter((edit) => edit.kind === 'retype'),
  })).filter(({ entries }) => mayEdit || hasYear(entries, year));
  const ready = useGrowing(posts.length, printing);

  const sections = posts.map(({ key, post, entries, place, saved, base, renamed }, order) => (
    <section key={key} className={styles.plate} aria-labelledby={sectionId(place)}>
      <PostSection
        id={sectionId(place)}
        post={post}
        entries={entries}
        saved={saved}
        base={base}
        renamed={renamed}
        // only where it shows: a save does not render every chart again
        saving={editing.saving && renamed.length > 0}
        year={year}
        compare={compare}
        first={order === 0}
        printing={printing}
        ready={order < ready}
        onCount={mayEdit ? editing.setCount : null}
        onAsk={setAsked}
        onUndo={takeBack}
      />
      {mayEdit && order < ready && (
        <PostTools
          editing={editing}
          post={post}
          year={year}
          adding={adding === key}
          onAdding={(open) => setAdding(open ? key : null)}
          onRename={(to) => {
            keys.rename(post, to);
            editing.renamePost(post, to);
          }}
          onRemove={() => setAsked({ kind: 'remove-post', post })}
          onUndo={takeBack}
        />
      )}
    </section>
  ));
  for (const [place, [post, entries]] of mayEdit ? [...editing.base].entries() : []) {
    const edit = editing.edits.find((one) => one.kind === 'remove' && one.post === post);
    if (edit)
      sections.splice(
        place,
        0,
        <RemovedPost
          key={`removed ${post}`}
          post={post}
          entries={entries}
          saving={editing.saving}
          onUndo={() => takeBack(edit, post)}
        />,
      );
  }

  return (
    <>
      {sections}
      {asked && <PostDialogs asked={asked} editing={editing} year={year} land={land} onClose={() => setAsked(null)} />}
    </>
  );
}

const none: readonly FailureEntry[] = [];

interface PostSectionProps {
  /** Of the section's heading, which the heat map leads to. */
  id: string;
  post: string;
  entries: readonly FailureEntry[];
  saved: readonly FailureEntry[];
  /** What is stored, under the names of before. */
  base: readonly FailureEntry[];
  /** The types with a new name. */
  renamed: readonly EditOf<'retype'>[];
  saving: boolean;
  year: number;
  compare: number | null;
  first: boolean;
  printing: boolean;
  /** False while its turn to be rendered has not come; the heading is there at once. */
  ready: boolean;
  /** Given in admin mode. */
  onCount: ((post: string, index: number, side: Side, count: number) => void) | null;
  onAsk: (asked: Asked) => void;
  onUndo: (edit: FailureEdit, post: string) => void;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, saved, year, compare, first, printing, ready, onCount } = props;
  const { base, renamed, saving, onAsk, onUndo } = props;
  const sum = yearSum(entries, year);
  const before = compare === null ? null : sumsByType(entries, compare);
  const cards: ReactNode[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!ready || entry.year !== year) continue;
    const then = before?.get(entry.type) ?? { entrance: 0, exit: 0 };
    cards.push(
      <TypeCard
        // posts know no ids; entries are only ever added at the end
        key={index}
        post={post}
        entry={entry}
        saved={saved[index] ?? null}
        compared={compare === null ? null : { ...then, year: compare }}
        onCount={onCount && ((side, count) => onCount(post, index, side, count))}
        tools={
          onCount && (
            <TypeTools
              post={post}
              type={entry.type}
              renamed={renamed.filter(({ to }) => to === entry.type)}
              joined={base.some(({ type }) => type === entry.type)}
              saving={saving}
              onAsk={(kind) => onAsk({ kind, post, type: entry.type })}
              onUndo={(edit) => onUndo(edit, post)}
            />
          )
        }
      />,
    );
  }
  const recorded = hasYear(entries, year);

  return (
    <>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1} className={styles.badge} title={post}>
          {post}
        </h2>
        <p className={styles.sum}>
          {recorded
            ? `${failuresText(totalOf(sum))} in ${year}: entrance ${countText(sum.entrance)}, exit ${countText(sum.exit)}`
            : `No entries in ${year}`}
        </p>
      </header>
      {ready && recorded && <FailureFigure {...{ post, year, compare, entries, first, printing }} />}
      {cards.length > 0 && <ul className={styles.cards}>{cards}</ul>}
    </>
  );
}, isSameSection);

/** A draft makes new lists of all posts; only the post that was changed has to be rendered. */
function isSameSection(one: PostSectionProps, other: PostSectionProps): boolean {
  return (
    one.id === other.id &&
    one.post === other.post &&
    one.year === other.year &&
    one.compare === other.compare &&
    one.first === other.first &&
    one.printing === other.printing &&
    one.ready === other.ready &&
    one.saving === other.saving &&
    one.onCount === other.onCount &&
    one.onUndo === other.onUndo &&
    isSameList(one.entries, other.entries) &&
    isSameList(one.saved, other.saved) &&
    isSameList(one.base, other.base) &&
    isSameList(one.renamed, other.renamed)
  );
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one === other || (one.length === other.length && one.every((item, index) => item === other[index]));
}
