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
import { CountsHead, StartYear } from '../editing/EnteredYear.tsx';
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
  /** The name of the site that an admin picked; null for a client. */
  site: string | null;
  today: Date;
  printing: boolean;
}

const noEntries: readonly FailureEntry[] = [];
const noYears: readonly StartedYear[] = [];

/** More entries than this (of all years) are rendered step by step. */
const maxRenderedAtOnce = 120;

/**
 * A section for each post with entries in the years shown. The worst post comes first (`spec §2`) and is open, the others are folded. In admin
 * mode all posts have a section, in the order of the record and unfolded, so that nothing moves while somebody edits.
 */
export function PostSections({ editing, mayEdit, year, compare, site, today, printing }: PostSectionsProps) {
  // the key of the post whose form for a new issue is open: the page has only one at a time (`spec §4`)
  const [adding, setAdding] = useState<number | null>(null);
  const [question, setQuestion] = useState<PostQuestion | null>(null);
  const keys = usePostKeys();
  const [openPost, onOpen] = useOpenPost();
  const focusAfterChange = useFocusAfter();
  const posts = Array.from(editing.posts, ([post, entries], postIndex) => ({
    key: keys.keyOf(post),
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
  // rendering step by step moves content under the pointer, so it is done only if rendering all at once would take too long
  const isShort = posts.reduce((sum, { entries }) => sum + entries.length, 0) <= maxRenderedAtOnce;
  const renderedCount = useGrowing(posts.length, printing || isShort);
  const toStart = mayEdit ? yearsToStart(editing, year) : noYears;
  const isYearEntered = isYearKnown(editing.posts, year);

  const sections = posts.map(({ key, post, entries, postIndex, saved }, order) => (
    <section
      key={key}
      className={
        mayEdit ? `${surface.plate} ${layout.gap4} ${styles.plate} ${isShort ? '' : styles.oneOfMany}` : styles.folded
      }
      aria-labelledby={postAnchor(postIndex)}
      aria-busy={order >= renderedCount}
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
        isRendered={order < renderedCount}
        started={editing.started.find((startedYear) => startedYear.post === post && startedYear.year === year) ?? null}
        typing={mayEdit ? editing.counts : null}
        isOpen={printing || key === (openPost === 'worst' ? posts[0]?.key : openPost)}
        postKey={key}
        onOpen={onOpen}
        onAsk={setQuestion}
      />
      {isYearEntered && (
        <StartYear {...{ editing, year, post }} starts={toStart.filter((startedYear) => startedYear.post === post)} />
      )}
      {mayEdit && order < renderedCount && (
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
      {mayEdit && order < renderedCount && <EditedFigure {...{ post, year, compare, entries, today, printing }} />}
    </section>
  ));
  return (
    <>
      {!isYearEntered && <StartYear editing={editing} year={year} starts={toStart} />}
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

/** How many posts to render. It begins with one and grows by two, so that a page of 40 posts responds from the start. */
function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(total > 1 ? 1 : Infinity);
  // the last step is infinite, so that a post that is added later is rendered at once
  const next = count + 2 < total ? count + 2 : Infinity;
  // before the second step the first chart gets time to draw
  const delayMs = count === 1 ? 150 : 0;
  useLater(count < total ? delayMs : null, () => startTransition(() => setCount(next)), count);
  return all ? total : count;
}

/** The key of the open post, `worst` at first, or null. At most one post is open: opening a post closes the other. */
function useOpenPost() {
  const [openPost, setOpenPost] = useState<number | 'worst' | null>('worst');
  const onOpen = useCallback((postKey: number, open: boolean) => {
    // the closing post's event may come after the opening post's event, and must not reset it
    setOpenPost((current) => (open ? postKey : current === postKey || current === 'worst' ? null : current));
  }, []);
  return [openPost, onOpen] as const;
}

/** A React key for each post. It stays the same when the post is renamed or others are added, so that no typed text is lost. */
function usePostKeys(): { keyOf: (post: string) => number; rename: (from: string, to: string) => void } {
  const [keys] = useState(() => {
    const keyByPost = new Map<string, number>();
    let lastKey = 0;
    const keyOf = (post: string) => {
      const key = keyByPost.get(post) ?? (lastKey += 1);
      keyByPost.set(post, key);
      return key;
    };
    const rename = (from: string, to: string) => {
      keyByPost.set(to, keyOf(from));
      keyByPost.delete(from);
    };
    return { keyOf, rename };
  });
  return keys;
}

// One post

interface PostSectionProps {
  /** The id of the section's heading, to which the heat map links. */
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
  isRendered: boolean;
  /** Set if the year is entered with the types of an earlier year. */
  started: StartedYear | null;
  /** The functions to type counts in admin mode; null in view-only mode. */
  typing: FailureEditing['counts'] | null;
  /** Whether the post is unfolded; in admin mode it always is. */
  isOpen: boolean;
  postKey: number;
  onOpen: (postKey: number, open: boolean) => void;
  onAsk: (question: PostQuestion) => void;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, year, compare, site, today, printing, isRendered, typing, isOpen, postKey, onOpen } =
    props;
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
        {isRendered && <PostCards {...props} />}
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
      {isRendered && isRecorded(entries, year, compare) && (
        <FailureFigure
          {...{ post, year, compare, entries, printing, asTable }}
          pair={compare === null ? null : yearPair(year, compare, today)}
          isEdited={false}
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
  /** The types of the chart, if the cards stand under its bars; null otherwise. */
  types?: readonly string[] | null;
}

/** A card with the counts of each failure type of the year. In admin mode the counts are fields. */
function PostCards(props: PostCardsProps) {
  const { post, entries, saved, year, compare, site, today, started, typing, onAsk, types = null } = props;
  const pair = compare === null ? null : yearPair(year, compare, today);
  // in a started year, a type has a row before it has an entry
  const starts = started ? [started] : noYears;
  const startedTypeNames = startedTypes(starts, post, entries, year);
  const rows = yearRows(starts, post, entries, year);
  const cards = typeCards(entries, year, compare, rows, typing !== null);
  const savedOf = ({ index }: (typeof cards)[number]) => (index !== null && saved[index]) || null;
  if (cards.length === 0) return null;
  return (
    <>
      {typing !== null && <CountsHead year={year} />}
      <ul className={typing !== null ? `${styles.cards} ${styles.rows}` : types ? axis.axis : styles.cards}>
        {cards.map((card) => (
          <TypeCard
            // entries have no ids, so the type and the number of the entry are the key
            key={`${card.nth} ${card.entry.type}`}
            post={post}
            card={card}
            column={types && types.indexOf(card.entry.type) + 1}
            saved={savedOf(card)}
            compare={compare}
            pair={pair}
            counts={pair && countPair([entries], pair, card.entry.type)}
            typing={typing}
            mayBeEmpty={startedTypeNames.includes(card.entry.type) && savedOf(card) === null}
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

/** The chart in admin mode. It is below the fields, because it appears with the first count and must not move the field in use. */
const EditedFigure = memo(function EditedFigure({ post, year, compare, entries, today, printing }: FigureProps) {
  const [asTable, setAsTable] = useState(false);
  if (!isRecorded(entries, year, compare)) return null;
  const pair = compare === null ? null : yearPair(year, compare, today);
  return (
    <FailureFigure
      {...{ post, year, compare, pair, entries, printing, asTable }}
      isEdited
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
  const yearText = hasYear(entries, year)
    ? t('{counted}: entrance {entrance}, exit {exit}', { counted: countedIn(year, entrance + exit), ...sides })
    : t('no entries in {year}', { year });
  if (compare === null) return withCapital(yearText);
  const comparedText = hasYear(entries, compare)
    ? countedIn(compare, totalOf(yearSum(entries, compare)))
    : t('no entries in {year}', { year: compare });
  return withCapital(joinedStatements(compare < year ? [comparedText, yearText] : [yearText, comparedText]));
}

function countedIn(year: number, count: number): string {
  return t('{count, plural, one {{number} failure in {year}} other {{number} failures in {year}}}', {
    count,
    number: countText(count),
    year,
  });
}

/** The props of `PostSection` that are compared by their value or identity. `onOpen` and `onAsk` are left out: they never change. */
const plainProps = [
  'id',
  'post',
  'year',
  'compare',
  'site',
  'today',
  'printing',
  'isRendered',
  'started',
  'typing',
  'isOpen',
  'postKey',
] as const;
/** The props that are compared item by item. */
const listProps = ['entries', 'saved'] as const;

/**
 * Whether a post need not render again, because nothing of it has changed. `memo` alone would render all posts, as each edit of the draft makes
 * new lists for them.
 */
function isSameSection(a: Partial<PostSectionProps>, b: Partial<PostSectionProps>): boolean {
  return (
    plainProps.every((name) => a[name] === b[name]) &&
    listProps.every((name) => isSameList(a[name] ?? noEntries, b[name] ?? noEntries))
  );
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
