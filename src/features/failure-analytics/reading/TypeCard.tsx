import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { typeLabel, type FailureEntry, type Side } from '../../../records/failure/failure-record.ts';
import {
  countText,
  sumsByType,
  typesOfBothYears,
  type CountPair,
  type FailureSum,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { countNote, maxCount, readCount } from '../draft/failure-draft.ts';
import { countOrDash, Difference, YearFigures } from './Difference.tsx';
import styles from '../editing/PostTools.module.css';

interface TypeCardEntry {
  entry: FailureEntry;
  /** In the post's list; null for a type that only the compared year has. */
  index: number | null;
  /** The sums of the type in the compared year; null without an entry. */
  before: FailureSum | null;
  /** The year has several entries of the type, which share that sum. */
  isSplit: boolean;
}

/** A card for each type, in the order of the chart: the worst type first or, with `stored`, as they are stored. */
export function typeCards(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  stored: boolean,
): readonly TypeCardEntry[] {
  const then = compare === null ? null : sumsByType(entries, compare);
  const ofYear = entries.filter((entry) => entry.year === year);
  const own = entries.flatMap((entry, index): TypeCardEntry[] => {
    if (entry.year !== year) return [];
    const isSplit = ofYear.filter(({ type }) => type === entry.type).length > 1;
    return [{ entry, index, before: then?.get(entry.type) ?? null, isSplit }];
  });
  if (stored) return own;
  return typesOfBothYears(new Map([['', entries]]), year, compare).flatMap((type) => {
    const cards = own.filter(({ entry }) => entry.type === type);
    if (cards.length > 0) return cards;
    const entry = { type, year, entrance: 0, exit: 0 };
    return [{ entry, index: null, before: then?.get(type) ?? null, isSplit: false }];
  });
}

interface TypeCardProps {
  post: string;
  card: TypeCardEntry;
  /** The entry as it is stored; null until it is. */
  saved: FailureEntry | null;
  compare: number | null;
  /** The two years and the counts of the type, where they can be compared. */
  pair: YearPair | null;
  counts: CountPair | null;
  onCount: ((side: Side, count: number) => void) | null;
  tools: ReactNode;
}

const sides = [
  { side: 'entrance', label: 'Entrance' },
  { side: 'exit', label: 'Exit' },
] as const;

/** The counts of a failure type in a post and a year (`spec §2`), and in the year compared with. */
export function TypeCard({ post, card, saved, compare, pair, counts, onCount, tools }: TypeCardProps) {
  const { entry, index, before, isSplit } = card;
  const type = typeLabel(entry.type);
  // beside an input, or beside a part of the year's count, the other year would mislead: it gets a line of its own
  const inLine = compare !== null && !onCount && !isSplit;
  const beforeFirst = compare !== null && compare < entry.year;
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
              ) : inLine ? (
                <YearFigures
                  shown={countOrDash(index === null ? null : entry[side])}
                  before={countOrDash(before?.[side] ?? null)}
                  beforeFirst={beforeFirst}
                />
              ) : (
                countText(entry[side])
              )}
            </dd>
          </div>
        ))}
      </dl>
      {compare !== null && !inLine && before && (
        <p className={texts.small}>
          {compare}: entrance {countText(before.entrance)}, exit {countText(before.exit)}
        </p>
      )}
      {pair && counts && (
        <p className={texts.small}>
          <span aria-hidden="true">
            {isSplit && 'All of this type, '}
            {pair.older} to {pair.newer}
            {pair.soFar && ' so far'}:{' '}
          </span>
          <Difference counts={counts} years={pair} />
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
