import { memo, startTransition, useCallback, useState } from 'react';
import { withCapital } from '../../../lib/capitals.ts';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { useLater } from '../../../lib/screen/timing.ts';
import {
  changeBetween,
  countPair,
  countText,
  hasYear,
  isYearKnown,
  startCompared,
  totalOf,
  yearPair,
  yearSum,
} from '../../../records/failure/failure-figures.ts';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import { joinedStatements } from '../../../records/sentences.ts';
import { FailureFigure } from '../chart/FailureFigure.tsx';
import { startedTypes, yearRows, yearsToStart, type StartedYear } from '../draft/started-year.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { SheetHead, StartYear } from '../editing/EnteredYear.tsx';
import { PostDialogs, type PostQuestion } from '../editing/PostDialogs.tsx';
import { PostTools, TypeTools } from '../editing/PostTools.tsx';
import { ReportedHint } from '../editing/ReportedHint.tsx';
import { PostFold, SideCounts } from './PostFold.tsx';
import { PostVisitsLink } from './PostVisitsLink.tsx';
import { TypeCard, typeCards } from './TypeCard.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../editing/PostTools.module.css';
import axis from './AxisCards.module.css';

interface PostSectionsProps {
  editing: FailureEditing;
  mayEdit: boolean;
  year: number;
  compare: number | null;
  /** The site an admin picked; null for a client. */
  site: string | null;
  today: Date;
  printing: boolean;
}

const noEntries: readonly FailureEntry[] = [];
const noYears: readonly StartedYear[] = [];

/** More entries than this (of all years) are rendered step by step. */
const maxRenderedAtOnce = 120;

/**
 * A section for each post, the worst post first (`spec §2`) and open, the others folded. In admin mode all posts in stored
 * order and none of them folded, as nothing may move while somebody edits; otherwise those with entries in the years shown.
 */
export function PostSections({ editing, mayEdit, year, compare, site, today, printing }: PostSectionsProps) {
  // one form at a time on the page (`spec §4`)
  const [adding, setAdding] = useState<number | null>(null);
  const [question, setQuestion] = useState<PostQuestion | null>(null);
  const keys = usePostKeys();
  const [openPost, onOpen] = useOpenPost();
  const focusAfterChange = useFocusAfter();
  const posts = Array.from(editing.posts, ([post, entries], postIndex) => ({
    key: keys.of(post),
    post,
    entries,
    postIndex,
    saved: editing.saved.get(post) ?? noEntries,
  })).filter(({ entries }) => mayEdit || hasYear(entries, year) || hasYear(entries, compare ?? year));
  if (!mayEdit)
    posts.sort(
      (a, b) =>
        failures(b.entries, year) - failures(a.entries, year) ||
        failures(b.entries, compare) - failures(a.entries, compare),
    );
  // step-by-step rendering moves content under the pointer, so only where all at once would take too long
  const isShort = posts.reduce((sum, { entries }) => sum + entries.length, 0) <= maxRenderedAtOnce;
  const ready = useGrowing(posts.length, printing || isShort);
  const toStart = mayEdit ? yearsToStart(editing, year) : noYears;
  const isKnown = isYearKnown(editing.posts, year);

  const sections = posts.map(({ key, post, entries, postIndex, saved }, order) => (
    <section
      key={key}
      className={
        mayEdit ? `${surface.plate} ${layout.gap4} ${styles.plate} ${isShort ? '' : styles.oneOfMany}` : styles.folded
      }
      aria-labelledby={postAnchor(postIndex)}
      aria-busy={order >= ready}
    >
      <PostSection
        id={postAnchor(postIndex)}
        post={post}
        entries={entries}
        saved={saved}
        year={year}
        compare={compare}
        site={site}
        today={today}
        printing={printing}
        ready={order < ready}
        started={editing.started.find((startedYear) => startedYear.post === post && startedYear.year === year) ?? null}
        typing={mayEdit ? editing.counts : null}
        isOpen={printing || key === (openPost === 'worst' ? posts[0]?.key : openPost)}
        postKey={key}
        onOpen={onOpen}
        onAsk={setQuestion}
      />
      {isKnown && (
        <StartYear {...{ editing, year, post }} starts={toStart.filter((startedYear) => startedYear.post === post)} />
      )}
      {mayEdit && order < ready && (
        <PostTools
          editing={editing}
          post={post}
          year={year}
          adding={adding === key}
          onAdding={(open) => setAdding(open ? key : null)}
          onRename={(to) => editing.changePosts({ kind: 'rename post', post, to }, () => keys.rename(post, to))}
          onRemove={() => setQuestion({ kind: 'remove-post', post })}
        />
      )}
      {mayEdit && order < ready && <EditedFigure {...{ post, year, compare, entries, today, printing }} />}
    </section>
  ));
  return (
    <>
      {!isKnown && <StartYear editing={editing} year={year} starts={toStart} />}
      {mayEdit ? sections : <div className={`${surface.plate} ${styles.folds}`}>{sections}</div>}
      {question && (
        <PostDialogs
          question={question}
          editing={editing}
          year={year}
          focusAfterChange={focusAfterChange}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function failures(entries: readonly FailureEntry[], year: number | null): number {
  return year === null ? 0 : totalOf(yearSum(entries, year));
}

/** How many posts to render: one at once, the rest when idle, so that a page of 40 posts responds from the start. */
function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(total > 1 ? 1 : Infinity);
  // the number never shrinks, so that an added post does not remove the last one and what is typed in it
  const next = count + 2 < total ? count + 2 : Infinity;
  // gives the first chart time to draw
  const delayMs = count === 1 ? 150 : 0;
  useLater(count < total ? delayMs : null, () => startTransition(() => setCount(next)), count);
  return all ? total : count;
}

/** Which post is open: the worst one at first, and never two. A post that opens closes the other. */
function useOpenPost() {
  const [openPost, setOpenPost] = useState<number | 'worst' | null>('worst');
  const onOpen = useCallback((postKey: number, open: boolean) => {
    // the event of the post that closes may come after that of the one that opens
    setOpenPost((current) => (open ? postKey : current === postKey || current === 'worst' ? null : current));
  }, []);
  return [openPost, onOpen] as const;
}

/** A React key for each post. It survives a rename, and posts that are added before it, so that what is being typed stays. */
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

interface PostSectionProps {
  /** Id of the section's heading, which the heat map leads to. */
  id: string;
  post: string;
  entries: readonly FailureEntry[];
  saved: readonly FailureEntry[];
  year: number;
  compare: number | null;
  site: string | null;
  today: Date;
  printing: boolean;
  /** Whether more than the heading is rendered. */
  ready: boolean;
  /** The year is entered with the types of an earlier one. */
  started: StartedYear | null;
  /** In admin mode. */
  typing: FailureEditing['counts'] | null;
  /** Whether its chart is in sight; in admin mode it always is. */
  isOpen: boolean;
  postKey: number;
  onOpen: (postKey: number, open: boolean) => void;
  onAsk: (question: PostQuestion) => void;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, year, compare, site, today, printing, ready, typing, isOpen, postKey, onOpen } = props;
  const [asTable, setAsTable] = useState(false);
  if (typing !== null)
    return (
      <>
        <header className={`${layout.row} ${styles.head}`}>
          <h2 id={id} tabIndex={-1} className={`${texts.clamp} ${texts.breaks} ${styles.badge}`} title={post}>
            {post}
          </h2>
          <p className={`${texts.muted} ${styles.sum}`}>{sumText(entries, year, compare, today)}</p>
          <PostVisitsLink post={post} year={year} site={site} />
        </header>
        {ready && <PostCards {...props} />}
      </>
    );
  const sum =
    compare === null && hasYear(entries, year) ? (
      <SideCounts counts={yearSum(entries, year)} />
    ) : (
      sumText(entries, year, compare, today)
    );
  return (
    <PostFold id={id} post={post} sum={sum} open={isOpen} onOpen={(open) => onOpen(postKey, open)}>
      {ready && isRecorded(entries, year, compare) && (
        <FailureFigure
          {...{ post, year, compare, entries, printing, asTable }}
          pair={compare === null ? null : yearPair(year, compare, today)}
          stored={false}
          onTable={setAsTable}
          link={<PostVisitsLink post={post} year={year} site={site} />}
          renderCards={(types) => <PostCards {...props} types={types} />}
        />
      )}
    </PostFold>
  );
}, isSameSection);

function isRecorded(entries: readonly FailureEntry[], year: number, compare: number | null): boolean {
  return hasYear(entries, year) || (compare !== null && hasYear(entries, compare));
}

interface PostCardsProps extends PostSectionProps {
  /** The types of the chart, where the cards stand under its bars. */
  types?: readonly string[] | null;
}

/** A card for each failure type of the year: with its counts, which are fields in admin mode. */
function PostCards(props: PostCardsProps) {
  const { post, entries, saved, year, compare, site, today, started, typing, onAsk, types = null } = props;
  const pair = compare === null ? null : yearPair(year, compare, today);
  const starts = started ? [started] : noYears;
  const initialTypes = startedTypes(starts, post, entries, year);
  const rows = yearRows(starts, post, entries, year);
  const cards = typeCards(entries, year, compare, rows, typing !== null);
  const savedOf = ({ index }: (typeof cards)[number]) => (index !== null && saved[index]) || null;
  if (cards.length === 0) return null;
  return (
    <>
      {typing !== null && <SheetHead year={year} />}
      <ul className={typing !== null ? `${styles.cards} ${styles.rows}` : types ? axis.axis : styles.cards}>
        {cards.map((card) => (
          <TypeCard
            // entries have no ids
            key={`${card.nth} ${card.entry.type}`}
            post={post}
            card={card}
            column={types && types.indexOf(card.entry.type) + 1}
            saved={savedOf(card)}
            compare={compare}
            pair={pair}
            counts={pair && countPair([entries], pair, card.entry.type)}
            typing={typing}
            mayBeEmpty={initialTypes.includes(card.entry.type) && savedOf(card) === null}
            tools={
              typing && (
                <>
                  {card.nth === 0 && <ReportedHint post={post} type={card.entry.type} year={year} site={site} />}
                  {card.index !== null && (
                    <TypeTools
                      post={post}
                      type={card.entry.type}
                      onAsk={(kind) => onAsk({ kind, post, type: card.entry.type })}
                    />
                  )}
                </>
              )
            }
          />
        ))}
      </ul>
    </>
  );
}

type FigureProps = Pick<PostSectionProps, 'post' | 'year' | 'compare' | 'entries' | 'today' | 'printing'>;

/** The chart in admin mode, below the counts: it comes with the first one, and must not move what is being typed. */
const EditedFigure = memo(function EditedFigure({ post, year, compare, entries, today, printing }: FigureProps) {
  const [asTable, setAsTable] = useState(false);
  if (!isRecorded(entries, year, compare)) return null;
  const pair = compare === null ? null : yearPair(year, compare, today);
  return (
    <FailureFigure
      {...{ post, year, compare, pair, entries, printing, asTable }}
      stored
      onTable={setAsTable}
      link={null}
      renderCards={null}
    />
  );
}, isSameSection);

/** Such as `32 failures in 2026 so far, 9 fewer than in all of 2025 (41); entrance 19, exit 13`. */
function sumText(entries: readonly FailureEntry[], year: number, compare: number | null, today: Date): string {
  const { entrance, exit } = yearSum(entries, year);
  const sides = { entrance: countText(entrance), exit: countText(exit) };
  if (compare !== null && hasYear(entries, year)) {
    const change = changeBetween(new Map([['', entries]]), year, compare, today);
    if (change)
      return t('{compared}; entrance {entrance}, exit {exit}', {
        compared: startCompared(countedIn(year, entrance + exit), change, compare),
        ...sides,
      });
  }
  const shown = hasYear(entries, year)
    ? t('{counted}: entrance {entrance}, exit {exit}', { counted: countedIn(year, entrance + exit), ...sides })
    : t('no entries in {year}', { year });
  if (compare === null) return withCapital(shown);
  const before = hasYear(entries, compare)
    ? countedIn(compare, totalOf(yearSum(entries, compare)))
    : t('no entries in {year}', { year: compare });
  return withCapital(joinedStatements(compare < year ? [before, shown] : [shown, before]));
}

function countedIn(year: number, count: number): string {
  return t('{count, plural, one {{number} failure in {year}} other {{number} failures in {year}}}', {
    count,
    number: countText(count),
    year,
  });
}

/** The props of `PostSection` that are compared as they are, and those whose items are. */
const plainProps = [
  'id',
  'post',
  'year',
  'compare',
  'site',
  'today',
  'printing',
  'ready',
  'started',
  'typing',
  'isOpen',
  'postKey',
] as const;
const listProps = ['entries', 'saved'] as const;

/** Whether a post has not changed and need not render: a draft replaces the lists of all posts. */
function isSameSection(a: Partial<PostSectionProps>, b: Partial<PostSectionProps>): boolean {
  return (
    plainProps.every((name) => a[name] === b[name]) &&
    listProps.every((name) => isSameList(a[name] ?? noEntries, b[name] ?? noEntries))
  );
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
