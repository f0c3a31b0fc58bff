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
  /** The index in the post's list. Null for a type that only the compared year has, and for a type without a typed count. */
  index: number | null;
  /** The number of the entry among those of its type and year, from 0. */
  nth: number;
  /** The sums of the type in the compared year; null without an entry. */
  before: FailureSum | null;
  /** Whether the year has several entries of the type; `before` is the sum for all of them. */
  isSplit: boolean;
}

/** The cards of a post's types. They have the order of the chart, the worst type first, or in admin mode that of the rows. */
export function typeCards(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  rows: readonly YearRow[],
  isEdited: boolean,
): readonly TypeCardEntry[] {
  const comparedSums = compare === null ? null : sumsByType(entries, compare);
  const cardOf = ({ type, nth, index }: YearRow): TypeCardEntry => ({
    entry: (index === null ? null : entries[index]) ?? { type, year, entrance: 0, exit: 0 },
    index,
    nth,
    before: comparedSums?.get(type) ?? null,
    isSplit: rows.filter((row) => row.type === type).length > 1,
  });
  const rowCards = rows.map(cardOf);
  if (isEdited) return rowCards;
  return typesOfBothYears(new Map([['', entries]]), year, compare).flatMap((type) => {
    const cards = rowCards.filter(({ entry }) => entry.type === type);
    return cards.length > 0 ? cards : [cardOf({ type, nth: 0, index: null })];
  });
}

interface TypeCardProps {
  post: string;
  card: TypeCardEntry;
  /** The position of the type in the chart, from 1, if the card stands under the bars of the type; otherwise null. */
  column: number | null;
  /** The saved entry; null for a new one. */
  saved: FailureEntry | null;
  compare: number | null;
  /** The two years; null if they cannot be compared. */
  pair: YearPair | null;
  /** The counts of the type in these years; null if they cannot be compared. */
  counts: CountPair | null;
  /** The functions to type counts in admin mode; null in view-only mode. */
  typing: FailureEditing['counts'] | null;
  /** Whether an empty field has no entry; otherwise it is a count of 0. */
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
  // the other year's count beside a field, or beside one of several entries of the type, would mislead, so it gets a line of its own
  const inLine = compare !== null && !typing && !isSplit;
  const isComparedFirst = compare !== null && compare < entry.year;
  const countKeyOf = (side: CountKey['side']): CountKey => ({ post, type: entry.type, year: entry.year, nth, side });
  return (
    <li
      className={`${layout.gap2} ${column === null ? styles.card : axis.column}`}
      // several entries of a type are in the same column, one below the other
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
                  pastedText={typing.pastedTexts.get(pathOf(countKeyOf(side))) ?? null}
                  mayBeEmpty={mayBeEmpty}
                  onChange={(count) => typing.setCounts([{ ...countKeyOf(side), count }])}
                  onPaste={(text) => typing.paste(text, countKeyOf(side))}
                  onUndo={typing.undoPaste}
                />
              ) : inLine ? (
                <YearFigures
                  shown={countOrDash(index === null ? null : entry[side])}
                  compared={countOrDash(before?.[side] ?? null)}
                  isComparedFirst={isComparedFirst}
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

/** The words before a difference. @param isSplit whether the difference is that of all entries of the type, not of this card alone */
function pairText({ older, newer, soFar }: YearPair, isSplit: boolean): string {
  const years = { older, newer };
  if (isSplit)
    return soFar
      ? t('All of this type, {older} to {newer} so far:', years)
      : t('All of this type, {older} to {newer}:', years);
  return soFar ? t('{older} to {newer} so far:', years) : t('{older} to {newer}:', years);
}
