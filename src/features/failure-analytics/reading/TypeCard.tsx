import type { ReactNode } from 'react';
import { message, said, t } from '../../../lib/language/translate.ts';
import {
  countText,
  sumsByType,
  typesOfBothYears,
  type CountPair,
  type FailureSum,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import { storedTypeLabel, typeLabel, type FailureEntry } from '../../../records/failure/failure-record.ts';
import { pathOf } from '../draft/rebase-counts.ts';
import type { CountKey, YearRow } from '../draft/started-year.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { CountEditor } from '../editing/CountEditor.tsx';
import { countOrDash, Difference, YearFigures } from './Difference.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../editing/PostTools.module.css';
import axis from './AxisCards.module.css';
import squares from './Sides.module.css';

interface TypeCardEntry {
  entry: FailureEntry;
  /** In the post's list; null for a type that only the compared year has, and for one in which nothing is typed yet. */
  index: number | null;
  /** Among the entries of its type. */
  nth: number;
  /** The sums of the type in the compared year; null without an entry. */
  before: FailureSum | null;
  /** The year has several entries of the type, which share that sum. */
  isSplit: boolean;
}

/** A card for each type, in the order of the chart: the worst type first or, in admin mode, in that of its rows. */
export function typeCards(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  rows: readonly YearRow[],
  isEdited: boolean,
): readonly TypeCardEntry[] {
  const then = compare === null ? null : sumsByType(entries, compare);
  const cardOf = ({ type, nth, index }: YearRow): TypeCardEntry => ({
    entry: (index === null ? null : entries[index]) ?? { type, year, entrance: 0, exit: 0 },
    index,
    nth,
    before: then?.get(type) ?? null,
    isSplit: rows.filter((row) => row.type === type).length > 1,
  });
  const own = rows.map(cardOf);
  if (isEdited) return own;
  return typesOfBothYears(new Map([['', entries]]), year, compare).flatMap((type) => {
    const cards = own.filter(({ entry }) => entry.type === type);
    return cards.length > 0 ? cards : [cardOf({ type, nth: 0, index: null })];
  });
}

interface TypeCardProps {
  post: string;
  card: TypeCardEntry;
  /** The position of its type in the chart, from 1, where the card stands under the bars of its type; otherwise null. */
  column: number | null;
  /** The entry as it is stored; null until it is. */
  saved: FailureEntry | null;
  compare: number | null;
  /** The two years and the counts of the type, where they can be compared. */
  pair: YearPair | null;
  counts: CountPair | null;
  /** In admin mode. */
  typing: FailureEditing['counts'] | null;
  /** Its row stays without an entry while it is empty. */
  mayBeEmpty: boolean;
  tools: ReactNode;
}

const sides = [
  { side: 'entrance', label: message('Entrance') },
  { side: 'exit', label: message('Exit') },
] as const;

/** The counts of a failure type in a post and a year (`spec §2`), and in the year compared with. */
export function TypeCard({
  post,
  card,
  column,
  saved,
  compare,
  pair,
  counts,
  typing,
  mayBeEmpty,
  tools,
}: TypeCardProps) {
  const { entry, index, nth, before, isSplit } = card;
  const type = typeLabel(entry.type);
  // beside an input, or beside a part of the year's count, the other year would mislead: it gets a line of its own
  const inLine = compare !== null && !typing && !isSplit;
  const beforeFirst = compare !== null && compare < entry.year;
  const countKeyOf = (side: CountKey['side']): CountKey => ({ post, type: entry.type, year: entry.year, nth, side });
  return (
    <li
      className={`${layout.gap2} ${column === null ? styles.card : axis.column}`}
      // two entries of a type stand one below the other
      {...(column !== null && { style: { gridColumn: column } })}
    >
      <h3
        className={`${texts.clamp} ${texts.breaks} ${styles.typeName} ${axis.typeName}`}
        title={typing ? storedTypeLabel(entry.type) : type}
      >
        {type}
      </h3>
      <dl className={`${layout.wrap} ${styles.counts} ${axis.counts}`}>
        {sides.map(({ side, label }) => (
          <div key={side}>
            <dt
              className={`${texts.muted} ${texts.medium} ${styles.label} ${squares.square} ${squares[side]} ${axis.label}`}
            >
              {column === null ? said(label) : <span className={layout.visuallyHidden}>{said(label)}</span>}
            </dt>
            <dd className={`${styles.figure} ${axis.figure}`}>
              {typing ? (
                <CountEditor
                  label={t(
                    '{side, select, entrance {Entrance failures, {type}, {post}, {year}} other {Exit failures, {type}, {post}, {year}}}',
                    { side, type, post, year: entry.year },
                  )}
                  post={post}
                  value={index === null ? null : entry[side]}
                  saved={saved?.[side] ?? null}
                  written={typing.written.get(pathOf(countKeyOf(side))) ?? null}
                  mayBeEmpty={mayBeEmpty}
                  onChange={(count) => typing.setCounts([{ ...countKeyOf(side), count }])}
                  onPaste={(text) => typing.paste(text, countKeyOf(side))}
                  onUndo={typing.undoPaste}
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
          {t('{year}: entrance {entrance}, exit {exit}', {
            year: compare,
            entrance: countText(before.entrance),
            exit: countText(before.exit),
          })}
        </p>
      )}
      {pair && counts && (
        <p className={texts.small}>
          <span aria-hidden="true">{`${pairText(pair, isSplit)} `}</span>
          <Difference counts={counts} years={pair} />
        </p>
      )}
      {tools}
    </li>
  );
}

/** What a difference is of. @param isSplit it is of all entries of the type */
function pairText({ older, newer, soFar }: YearPair, isSplit: boolean): string {
  const years = { older, newer };
  if (isSplit)
    return soFar
      ? t('All of this type, {older} to {newer} so far:', years)
      : t('All of this type, {older} to {newer}:', years);
  return soFar ? t('{older} to {newer} so far:', years) : t('{older} to {newer}:', years);
}
