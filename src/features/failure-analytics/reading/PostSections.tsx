import { memo, startTransition, useEffect, useState, type ReactNode } from 'react';
import type { FailureEntry, Side } from '../../../records/failure/failure-record.ts';
import { FailureFigure } from '../chart/FailureFigure.tsx';
import { PostTools } from '../editing/PostTools.tsx';
import type { FailureEditing } from '../editing/use-failure-draft.ts';
import { sectionId } from './failure-heat.ts';
import { hasYear, sumsByType, totalOf, yearSum } from './failure-totals.ts';
import { countText, failuresText } from './figure-texts.ts';
import styles from './PostSections.module.css';
import { TypeCard } from './TypeCard.tsx';

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
  const keys = usePostKeys();
  const stored = [...editing.saved.values()];
  const posts = Array.from(editing.posts, ([post, entries], place) => ({
    key: keys.of(post),
    post,
    entries,
    place,
    // a renamed post keeps its place
    saved: editing.saved.get(post) ?? stored[place] ?? [],
  })).filter(({ entries }) => mayEdit || hasYear(entries, year));
  const ready = useGrowing(posts.length, printing);

  return posts.map(({ key, post, entries, place, saved }, order) => (
    <section key={key} className={styles.plate} aria-labelledby={sectionId(place)}>
      <PostSection
        id={sectionId(place)}
        post={post}
        entries={entries}
        saved={saved}
        year={year}
        compare={compare}
        first={order === 0}
        printing={printing}
        ready={order < ready}
        onCount={mayEdit ? editing.setCount : null}
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
        />
      )}
    </section>
  ));
}

interface PostSectionProps {
  /** Of the section's heading, which the heat map leads to. */
  id: string;
  post: string;
  entries: readonly FailureEntry[];
  saved: readonly FailureEntry[];
  year: number;
  compare: number | null;
  first: boolean;
  printing: boolean;
  /** False while its turn to be rendered has not come; the heading is there at once. */
  ready: boolean;
  /** Given in admin mode. */
  onCount: ((post: string, index: number, side: Side, count: number) => void) | null;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, saved, year, compare, first, printing, ready, onCount } = props;
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
    one.onCount === other.onCount &&
    isSameList(one.entries, other.entries) &&
    isSameList(one.saved, other.saved)
  );
}

function isSameList(one: readonly FailureEntry[], other: readonly FailureEntry[]): boolean {
  return one === other || (one.length === other.length && one.every((entry, index) => entry === other[index]));
}

/**
 * How many of `total` things to render: the first at once, the others a few at a time when the browser has a moment,
 * so that a page of 40 posts answers from the start. `all` renders every one.
 */
function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(total > 1 ? 1 : Infinity);
  useEffect(() => {
    if (count >= total) return undefined;
    // what was there stays: one more must not take away the last, with what is typed in it
    const next = count + 2 < total ? count + 2 : Infinity;
    // the first chart has a moment for itself
    const timer = setTimeout(() => startTransition(() => setCount(next)), count === 1 ? 150 : 0);
    return () => clearTimeout(timer);
  }, [count, total]);
  return all ? total : count;
}

/**
 * A key for each post that stays with it, so that what is being typed does too. Its place does not stay: a post that
 * somebody else adds may stand before it. Nor does its name, whose changes have to be told.
 */
function usePostKeys(): { of: (post: string) => number; rename: (from: string, to: string) => void } {
  const [keys] = useState(() => {
    const known = new Map<string, number>();
    let last = 0;
    const of = (post: string) => {
      const key = known.get(post) ?? (last += 1);
      known.set(post, key);
      return key;
    };
    const rename = (from: string, to: string) => {
      known.set(to, of(from));
      known.delete(from);
    };
    return { of, rename };
  });
  return keys;
}
