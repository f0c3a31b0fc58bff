import { memo, type ReactNode } from 'react';
import { type FailureEntry, type Side, typeLabel } from '../../../records/failure/failure-record.ts';
import {
  hasYear,
  sumsByType,
  totalOf,
  typesOfBothYears,
  yearSum,
  type FailureSum,
} from '../../../records/failure/failure-totals.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import texts from '../../../ui/text.module.css';
import { FailureFigure } from '../chart/FailureFigure.tsx';
import type { PostQuestion } from '../editing/PostDialogs.tsx';
import { TypeTools } from '../editing/TypeTools.tsx';
import { CountEditor } from '../editing/CountEditor.tsx';
import styles from './PostSections.module.css';
import typeCardStyles from './TypeCard.module.css';

interface PostSectionProps {
  /** Of the section's heading, which the heat map leads to. */
  id: string;
  post: string;
  entries: readonly FailureEntry[];
  saved: readonly FailureEntry[];
  year: number;
  compare: number | null;
  printing: boolean;
  /** Until then only the heading is rendered. */
  ready: boolean;
  onCount: ((post: string, index: number, side: Side, count: number) => void) | null;
  onAsk: (asked: PostQuestion) => void;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
export const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, saved, year, compare, printing, ready, onCount, onAsk } = props;
  const recorded = hasYear(entries, year) || (compare !== null && hasYear(entries, compare));
  const before = compare === null ? null : sumsByType(entries, compare);

  return (
    <>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1} className={styles.badge} title={post}>
          {post}
        </h2>
        <p className={styles.sum}>{sumText(entries, year, compare)}</p>
      </header>
      {ready && recorded && <FailureFigure {...{ post, year, compare, entries, printing }} stored={onCount !== null} />}
      {ready && recorded && (
        <ul className={styles.cards}>
          {cardsOf(entries, year, compare, onCount !== null).map(({ entry, index }) => (
            <TypeCard
              // entries have no ids, but are only ever appended
              key={index ?? `compared ${entry.type}`}
              post={post}
              entry={entry}
              saved={(index !== null && saved[index]) || null}
              compared={compare === null ? null : { ...(before?.get(entry.type) ?? nothing), year: compare }}
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

const nothing = { entrance: 0, exit: 0 };

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

/** In the order of the chart: the worst type first or, while editing, as stored. */
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
    return cards.length > 0 ? cards : [{ entry: { type, year, ...nothing }, index: null }];
  });
}

const plainProps = ['id', 'post', 'year', 'compare', 'printing', 'ready', 'onCount'] as const;
const listProps = ['entries', 'saved'] as const;

/** A draft replaces all lists; only the changed post has to render. */
function isSameSection(one: PostSectionProps, other: PostSectionProps): boolean {
  return (
    plainProps.every((name) => one[name] === other[name]) &&
    listProps.every((name) => isSameList<unknown>(one[name], other[name]))
  );
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one === other || (one.length === other.length && one.every((item, index) => item === other[index]));
}

interface TypeCardProps {
  post: string;
  entry: FailureEntry;
  /** Null until it is stored. */
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
    <li className={typeCardStyles.card}>
      <h3 className={typeCardStyles.type} title={type}>
        {type}
      </h3>
      <dl className={typeCardStyles.counts}>
        {sides.map(({ side, label }) => (
          <div key={side}>
            <dt className={`${typeCardStyles.label} ${typeCardStyles[side]}`}>{label}</dt>
            <dd className={typeCardStyles.figure}>
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
