import { startTransition, useState, memo, type ReactNode, useId, type KeyboardEvent } from 'react';
import { type FailureEntry, type Side, typeLabel } from '../../../records/failure/failure-record.ts';
import {
  countText,
  failuresText,
  hasYear,
  totalOf,
  yearSum,
  sumsByType,
  typesOfBothYears,
  type FailureSum,
} from '../../../records/failure/failure-figures.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { useLater } from '../../../lib/screen/timing.ts';
import { PostDialogs, type PostQuestion } from '../editing/PostDialogs.tsx';
import { PostTools, TypeTools } from '../editing/PostTools.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import { FailureFigure } from '../chart/FailureFigure.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { countNote, maxCount, readCount } from '../draft/failure-draft.ts';
import styles from '../editing/PostTools.module.css';

interface PostSectionsProps {
  editing: FailureEditing;
  mayEdit: boolean;
  year: number;
  compare: number | null;
  printing: boolean;
}

const noEntries: readonly FailureEntry[] = [];

/** More entries than this (of all years) are rendered step by step. */
const drawnAtOnce = 120;

/**
 * A section for each post, the worst post first (`spec §2`). In admin mode all posts in stored order, as nothing may move
 * while somebody edits; otherwise those with entries in the years shown.
 */
export function PostSections({ editing, mayEdit, year, compare, printing }: PostSectionsProps) {
  // one form at a time on the page (`spec §4`)
  const [adding, setAdding] = useState<number | null>(null);
  const [asked, setAsked] = useState<PostQuestion | null>(null);
  const keys = usePostKeys();
  const land = useFocusAfter();
  const posts = Array.from(editing.posts, ([post, entries], place) => ({
    key: keys.of(post),
    post,
    entries,
    place,
    saved: editing.saved.get(post) ?? noEntries,
  })).filter(({ entries }) => mayEdit || hasYear(entries, year) || hasYear(entries, compare ?? year));
  if (!mayEdit)
    posts.sort(
      (a, b) =>
        failures(b.entries, year) - failures(a.entries, year) ||
        failures(b.entries, compare) - failures(a.entries, compare),
    );
  // step-by-step rendering moves content under the pointer, so only where all at once would take too long
  const isShort = posts.reduce((sum, { entries }) => sum + entries.length, 0) <= drawnAtOnce;
  const ready = useGrowing(posts.length, printing || isShort);

  const sections = posts.map(({ key, post, entries, place, saved }, order) => (
    <section
      key={key}
      className={`${surface.plate} ${layout.stack} ${styles.plate} ${isShort ? '' : styles.oneOfMany}`}
      aria-labelledby={postAnchor(place)}
      aria-busy={order >= ready}
    >
      <PostSection
        id={postAnchor(place)}
        post={post}
        entries={entries}
        saved={saved}
        year={year}
        compare={compare}
        printing={printing}
        ready={order < ready}
        onCount={mayEdit ? editing.setCount : null}
        onAsk={setAsked}
      />
      {mayEdit && order < ready && (
        <PostTools
          editing={editing}
          post={post}
          year={year}
          adding={adding === key}
          onAdding={(open) => setAdding(open ? key : null)}
          onRename={(to) => editing.changePosts({ kind: 'rename post', post, to }, () => keys.rename(post, to))}
          onRemove={() => setAsked({ kind: 'remove-post', post })}
        />
      )}
    </section>
  ));
  return (
    <>
      {sections}
      {asked && <PostDialogs asked={asked} editing={editing} year={year} land={land} onClose={() => setAsked(null)} />}
    </>
  );
}

function failures(entries: readonly FailureEntry[], year: number | null): number {
  return year === null ? 0 : totalOf(yearSum(entries, year));
}

/** How many posts to render: one at once, the rest when idle, so that a page of 40 posts responds from the start. */
function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(total > 1 ? 1 : Infinity);
  // what is rendered stays: adding a post must not remove the last post and what is typed in it
  const next = count + 2 < total ? count + 2 : Infinity;
  // gives the first chart time to draw
  const delayMs = count === 1 ? 150 : 0;
  useLater(count < total ? delayMs : null, () => startTransition(() => setCount(next)), count);
  return all ? total : count;
}

/** A key for each post that survives its renaming, and posts added before it, so that what is being typed stays. */
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

// One post

const noCounts = { entrance: 0, exit: 0 };

interface PostSectionProps {
  /** Id of the section's heading, which the heat map leads to. */
  id: string;
  post: string;
  entries: readonly FailureEntry[];
  saved: readonly FailureEntry[];
  year: number;
  compare: number | null;
  printing: boolean;
  /** Whether more than the heading is rendered. */
  ready: boolean;
  onCount: ((post: string, index: number, side: Side, count: number) => void) | null;
  onAsk: (asked: PostQuestion) => void;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, saved, year, compare, printing, ready, onCount, onAsk } = props;
  const recorded = hasYear(entries, year) || (compare !== null && hasYear(entries, compare));
  const before = compare === null ? null : sumsByType(entries, compare);

  return (
    <>
      <header className={`${layout.row} ${styles.head}`}>
        <h2 id={id} tabIndex={-1} className={`${texts.clamp} ${texts.breaks} ${styles.badge}`} title={post}>
          {post}
        </h2>
        <p className={`${texts.muted} ${styles.sum}`}>{sumText(entries, year, compare)}</p>
      </header>
      {ready && recorded && <FailureFigure {...{ post, year, compare, entries, printing }} stored={onCount !== null} />}
      {ready && recorded && (
        <ul className={styles.cards}>
          {cardsOf(entries, year, compare, onCount !== null).map(({ entry, index }) => (
            <TypeCard
              // entries have no ids, but new ones are only ever appended
              key={index ?? `compared ${entry.type}`}
              post={post}
              entry={entry}
              saved={(index !== null && saved[index]) || null}
              compared={compare === null ? null : { ...(before?.get(entry.type) ?? noCounts), year: compare }}
              onCount={onCount && index !== null ? (side, count) => onCount(post, index, side, count) : null}
              tools={
                onCount && (
                  <TypeTools post={post} type={entry.type} onAsk={(kind) => onAsk({ kind, post, type: entry.type })} />
                )
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}, isSameSection);

/** Such as `32 failures in 2026: entrance 19, exit 13; 36 in 2025`. */
function sumText(entries: readonly FailureEntry[], year: number, compare: number | null): string {
  const sum = yearSum(entries, year);
  const now = hasYear(entries, year)
    ? `${failuresText(totalOf(sum))} in ${year}: entrance ${countText(sum.entrance)}, exit ${countText(sum.exit)}`
    : `No entries in ${year}`;
  if (compare === null) return now;
  return `${now}; ${hasYear(entries, compare) ? countText(totalOf(yearSum(entries, compare))) : 'none'} in ${compare}`;
}

interface CardEntry {
  entry: FailureEntry;
  /** In the post's list; null for a type that only the compared year has. */
  index: number | null;
}

/** A card for each type, in the order of the chart: the worst type first or, with `stored`, as they are stored. */
function cardsOf(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  stored: boolean,
): readonly CardEntry[] {
  const own: CardEntry[] = entries.map((entry, index) => ({ entry, index })).filter(({ entry }) => entry.year === year);
  if (stored) return own;
  return typesOfBothYears(new Map([['', entries]]), year, compare).flatMap((type) => {
    const cards = own.filter(({ entry }) => entry.type === type);
    return cards.length > 0 ? cards : [{ entry: { type, year, ...noCounts }, index: null }];
  });
}

/** The props of `PostSection` that are compared as they are, and those whose items are. */
const plainProps = ['id', 'post', 'year', 'compare', 'printing', 'ready', 'onCount'] as const;
const listProps = ['entries', 'saved'] as const;

/** Whether a post has not changed and need not render: a draft replaces the lists of all posts. */
function isSameSection(one: PostSectionProps, other: PostSectionProps): boolean {
  return (
    plainProps.every((name) => one[name] === other[name]) &&
    listProps.every((name) => isSameList(one[name], other[name]))
  );
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((item, index) => item === other[index]));
}

// One failure type of a post

interface TypeCardProps {
  post: string;
  entry: FailureEntry;
  /** The entry as it is stored; null until it is. */
  saved: FailureEntry | null;
  compared: (FailureSum & { year: number }) | null;
  onCount: ((side: Side, count: number) => void) | null;
  tools: ReactNode;
}

const sides = [
  { side: 'entrance', label: 'Entrance' },
  { side: 'exit', label: 'Exit' },
] as const;

/** The counts of a failure type in a post and a year (`spec §2`). */
function TypeCard({ post, entry, saved, compared, onCount, tools }: TypeCardProps) {
  const type = typeLabel(entry.type);
  return (
    <li className={`${layout.close} ${styles.card}`}>
      <h3 className={`${texts.clamp} ${texts.breaks} ${styles.typeName}`} title={type}>
        {type}
      </h3>
      <dl className={`${layout.wrap} ${styles.counts}`}>
        {sides.map(({ side, label }) => (
          <div key={side}>
            <dt className={`${texts.muted} ${texts.medium} ${styles.label} ${styles[side]}`}>{label}</dt>
            <dd className={styles.figure}>
              {onCount ? (
                <CountEditor
                  label={`${label} failures, ${type}, ${post}, ${entry.year}`}
                  value={entry[side]}
                  saved={saved?.[side] ?? null}
                  onChange={(count) => onCount(side, count)}
                />
              ) : (
                countText(entry[side])
              )}
            </dd>
          </div>
        ))}
      </dl>
      {compared && (
        <p className={texts.small}>
          {compared.year}: entrance {countText(compared.entrance)}, exit {countText(compared.exit)}
        </p>
      )}
      {tools}
    </li>
  );
}

interface CountEditorProps {
  /** Such as "Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2026". */
  label: string;
  value: number;
  /** Null for an issue that is not stored yet. */
  saved: number | null;
  onChange: (count: number) => void;
}

/** A count to edit (`spec §2`, admin mode); shows old and new value while unsaved. */
function CountEditor({ label, value, saved, onChange }: CountEditorProps) {
  const id = useId();
  // what is being typed, maybe nothing; it counts at once, and is shown as a number when the field loses the focus
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const changed = saved !== value;

  const change = (count: number) => {
    const next = Math.min(Math.max(count, 0), maxCount);
    if (next !== value) onChange(next);
  };
  const step = (by: number) => {
    setTyped(null);
    setNote(null);
    change(value + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };

  return (
    <div className={`${layout.dense} ${changed ? styles.changed : ''}`}>
      <div className={`${surface.framed} ${styles.frame}`}>
        <button type="button" aria-label={`One fewer: ${label}`} disabled={value === 0} onClick={() => step(-1)}>
          −
        </button>
        {/* not type=number, whose value changes under a scroll wheel, and is unreadable while incomplete */}
        <input
          type="text"
          inputMode="numeric"
          role="spinbutton"
          autoComplete="off"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={maxCount}
          value={typed ?? String(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            setNote(countNote(event.target.value));
            change(readCount(event.target.value));
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setTyped(null)}
          {...((changed || note) && { 'aria-describedby': `${changed ? id : ''} ${note ? `${id}-note` : ''}`.trim() })}
          {...(note && { 'aria-invalid': true })}
        />
        <button type="button" aria-label={`One more: ${label}`} disabled={value === maxCount} onClick={() => step(1)}>
          +
        </button>
      </div>
      <ErrorNote id={`${id}-note`}>{note}</ErrorNote>
      {changed && (
        <p id={id} className={`${texts.smallest} ${texts.medium} ${styles.mark}`}>
          {saved === null ? (
            'New'
          ) : (
            <>
              <span className={layout.spoken}>
                Not saved: was {countText(saved)}, now {countText(value)}
              </span>
              <span aria-hidden="true">
                <s>{countText(saved)}</s> → {countText(value)}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  );
}
