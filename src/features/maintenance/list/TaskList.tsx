import { useQueries, useQuery } from '@tanstack/react-query';
import {
  memo,
  useMemo,
  useCallback,
  useState,
  type CSSProperties,
  startTransition,
  useEffect,
  useRef,
  type ReactElement,
} from 'react';
import { useSiteFaults } from '../../../components/call-out/use-site-faults.ts';
import type { VisitsToChange } from '../../../components/task-edit/use-visit-actions.ts';
import { TaskCard } from '../../../components/task/TaskCard.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useIdleGrowth } from '../../../lib/screen/pace.ts';
import { useLater, useWhen } from '../../../lib/screen/timing.ts';
import { useInView } from '../../../lib/screen/viewport.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { followUpsByVisit, type FollowUp } from '../../../records/task/follow-ups.ts';
import { clockOf, responsesByVisit, type CallResponse } from '../../../records/task/response.ts';
import { thumbnailsQuery } from '../../../records/task/task-queries.ts';
import { type Task, firstPhotos, groupByMonth, visibleTasks } from '../../../records/task/task.ts';
import { hasFailed } from '../../../ui/message/Loaded.tsx';
import { Notice } from '../../../ui/message/Notice.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../Dashboard.module.css';

interface TaskListProps {
  site: SiteRecord;
  /** Newest first. */
  tasks: readonly Task[];
  /** The filter of the tasks: with another value the list starts over. */
  of: string;
  linked?: number | null;
  added: ReadonlySet<number>;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  /** Whether a visit can be changed here. */
  ids: VisitsToChange['ids'];
  actions: VisitsToChange['actions'];
}

/** How many tasks are rendered at once and stay: a usual month. Of a longer list only the tasks near the window are rendered. */
const maxRenderedAtOnce = 30;
/** Chunks whose text is added each time the browser is idle. */
const growth = 20;

/** The tasks of a period by month, all rendered in the end, for the browser's own search. */
export const TaskList = memo(function TaskList(props: TaskListProps) {
  const { site, tasks, of, linked = null, added, onPhoto, onPdf, ids, actions } = props;
  const months = useMemo(() => chunksOf(tasks), [tasks]);
  const chunks = useMemo(() => months.flatMap((month) => month.chunks), [months]);
  const written = useIdleGrowth(chunks.length, { first: 0, more: growth, of });
  const followUps = useMemo(() => followUpsByVisit(visibleTasks(site.tasks2024)), [site.tasks2024]);
  const { faults } = useSiteFaults(site.id);
  const responses = useMemo(() => responsesByVisit(clockOf(site, faults)), [site, faults]);
  const { ofBlock, want, failed, retry } = useThumbnails(chunks, of);

  const drawn = months.map((month) => ({
    ...month,
    chunks: month.chunks.map((chunk) => (
      <TaskCards
        key={chunk.key}
        site={site}
        chunk={chunk}
        drawn={chunk.start < maxRenderedAtOnce}
        written={chunk.chunkIndex < written}
        linked={chunk.tasks.some(({ id }) => id === linked) ? linked : null}
        added={added}
        followUps={followUps}
        responses={responses}
        {...ofBlock(chunk.block)}
        onNear={want}
        onPhoto={onPhoto}
        onPdf={onPdf}
        ids={ids}
        actions={actions}
      />
    )),
  }));
  const { key, outgoing } = useOutgoingLists({ of, months: drawn }, written >= chunks.length);

  return (
    <div className={layout.gap5}>
      {failed && (
        <Notice role="alert" message={t('The photos could not be loaded.')} action={t('Try again')} onAction={retry} />
      )}
      {[{ key, months: drawn }, ...outgoing].map((list) => (
        <div key={list.key} className={list.key === key ? layout.gap5 : styles.outgoing}>
          {list.months.map((month) => (
            <MonthOfCards key={month.month} {...month} />
          ))}
        </div>
      ))}
    </div>
  );
});

function MonthOfCards({ month, count, chunks }: DrawnMonth) {
  return (
    <section className={layout.gap3}>
      <h2 className={styles.month}>
        {month}{' '}
        <span className={`${texts.faint} ${styles.count}`}>
          {t('{count, plural, one {# visit} other {# visits}}', { count })}
        </span>
      </h2>
      <div className={surface.plate}>{chunks}</div>
    </section>
  );
}

/** Signed URLs of the thumbnails: of the first block at once, of others as they come near. Another `of` starts over. */
function useThumbnails(chunks: readonly TaskChunk[], of: string) {
  const [wanted, setWanted] = useState<{ of: string; blocks: readonly number[] }>({ of, blocks: [] });
  const blocks = wanted.of === of ? wanted.blocks : none;
  const photos = useMemo(() => {
    const photosOf = (tasks: readonly Task[]) => tasks.flatMap((task) => firstPhotos(task));
    return [0, ...blocks].map((block) =>
      chunks.filter((chunk) => chunk.block === block).flatMap(({ tasks }) => photosOf(tasks)),
    );
  }, [chunks, blocks]);
  const [firstOnes = none, ...others] = photos;
  const first = useQuery({
    ...thumbnailsQuery(firstOnes),
    // the signed URLs stay while the photos of another filter are being signed
    placeholderData: (before) => before,
  });
  const later = useQueries({ queries: others.map((some) => thumbnailsQuery(some)) });

  const want = useCallback(
    (block: number) =>
      setWanted((before) => {
        const known = before.of === of ? before.blocks : none;
        return block === 0 || known.includes(block) ? before : { of, blocks: [...known, block] };
      }),
    [of],
  );
  const signings = [first, ...later];
  return {
    want,
    /** Signed URLs by stored URL, and whether a missing one stays missing. */
    ofBlock: (block: number) => {
      const signing = signings[block === 0 ? 0 : blocks.indexOf(block) + 1];
      return {
        thumbnails: signing?.data,
        signed: signing?.isSuccess === true || (signing && hasFailed(signing)) === true,
      };
    },
    failed: signings.some(hasFailed),
    retry: () => {
      for (const signing of signings) if (signing.isError) void signing.refetch();
    },
  };
}

const none: readonly never[] = [];

interface TaskCardsProps {
  site: SiteRecord;
  chunk: TaskChunk;
  drawn: boolean;
  /** Whether their text is rendered while they are far away. */
  written: boolean;
  linked: number | null;
  added: ReadonlySet<number>;
  followUps: ReadonlyMap<number, readonly FollowUp<Task>[]>;
  responses: ReadonlyMap<number, CallResponse>;
  thumbnails: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  /** Called with the block of thumbnails that is needed. */
  onNear: (block: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  ids: VisitsToChange['ids'];
  actions: VisitsToChange['actions'];
}

/** Tasks near the window; far away only their text, for the browser's own search, or at first an empty space. */
const TaskCards = memo(function TaskCards(props: TaskCardsProps) {
  const { site, chunk, drawn, written, linked, added, followUps, responses } = props;
  const { thumbnails, signed, onNear, onPhoto, onPdf, ids, actions } = props;
  const [inView, watched] = useInView('100% 0px');
  const near = drawn || inView || linked !== null;
  useWhen(near ? chunk.block : null, onNear);

  const height: CSSProperties & Record<'--count', number> = { '--count': chunk.tasks.length };
  return (
    <div
      ref={watched}
      className={`${surface.divided} ${styles.cards} ${near || written ? '' : styles.empty}`}
      style={height}
    >
      {(near || written) &&
        chunk.tasks.map((task) => (
          <TaskCard
            key={task.id}
            site={site}
            task={task}
            linked={task.id === linked}
            isNew={added.has(task.id)}
            followUps={followUps.get(task.id)}
            response={responses.get(task.id) ?? null}
            thumbnails={thumbnails}
            signed={signed}
            onPhoto={onPhoto}
            onPdf={onPdf}
            actions={ids.has(task.id) ? actions : undefined}
            far={!near}
          />
        ))}
    </div>
  );
});

interface DrawnMonth {
  month: string;
  count: number;
  chunks: readonly ReactElement[];
}

interface DrawnList {
  of: string;
  months: readonly DrawnMonth[];
}

interface OutgoingList {
  key: number;
  months: readonly DrawnMonth[];
}

/** Up to this many chunks, a list is updated instead of hidden: the cards that both months have are rendered once. */
const fewChunks = 3;
/** Chunks removed each time the browser is idle. */
const piece = 25;

/**
 * Hides a replaced list and removes it piece by piece, as removing thousands of cards at once blocks the page.
 * @param calm whether the new list is complete.
 * @returns the key of the current list, and of those still to be hidden.
 */
function useOutgoingLists(list: DrawnList, calm: boolean): { key: number; outgoing: readonly OutgoingList[] } {
  const { of } = list;
  const last = useRef(list);
  const [shown, setShown] = useState<{ of: string; key: number; outgoing: readonly OutgoingList[] }>({
    of,
    key: 0,
    outgoing: [],
  });
  if (shown.of !== of) {
    setShown(({ key, outgoing }) => {
      // the same elements that were rendered last, so that no card renders again
      const { months } = last.current;
      return chunksIn(months) > fewChunks
        ? { of, key: key + 1, outgoing: [...outgoing, { key, months }] }
        : { of, key, outgoing };
    });
  }
  // a ref, because it is read while rendering, where an effect event may not be called
  useEffect(() => {
    last.current = list;
  });

  const shorten = () =>
    setShown((before) => ({
      ...before,
      outgoing: before.outgoing.flatMap((outgoingList, index) => (index > 0 ? outgoingList : less(outgoingList))),
    }));
  useLater(calm && shown.outgoing.length > 0 ? 0 : null, () => startTransition(shorten), shown.outgoing);
  return shown;
}

const chunksIn = (months: readonly DrawnMonth[]) => months.reduce((sum, { chunks }) => sum + chunks.length, 0);

function less({ key, months }: OutgoingList): OutgoingList[] {
  let room = chunksIn(months) - piece;
  const rest = months.flatMap((drawnMonth) => {
    const chunks = drawnMonth.chunks.slice(0, Math.max(0, room));
    room -= chunks.length;
    return chunks.length === 0 ? [] : [{ ...drawnMonth, chunks }];
  });
  return rest.length === 0 ? [] : [{ key, months: rest }];
}

/** Consecutive tasks of one month that are rendered together. */
interface TaskChunk {
  /** Unique within its month; stable when a newer task is added. */
  key: number;
  tasks: Task[];
  /** Index of its first task in the whole list. */
  start: number;
  chunkIndex: number;
  /** The thumbnails of a block are signed together. */
  block: number;
}

interface MonthOfTasks {
  /** Such as `March 2026`. */
  month: string;
  count: number;
  chunks: TaskChunk[];
}

const chunkSize = 10;
/** Tasks of a block: with six photos each, about as many as one call can sign. */
export const blockSize = 160;

/** The months and chunks of a list that is sorted newest first. */
export function chunksOf(sorted: readonly Task[]): MonthOfTasks[] {
  let start = 0;
  let chunkIndex = 0;
  return groupByMonth(sorted).map(({ month, tasks }) => {
    const chunks: TaskChunk[] = [];
    // counted from the oldest, so that a new task moves no other from chunk to chunk
    for (let key = Math.ceil(tasks.length / chunkSize) - 1; key >= 0; key -= 1) {
      const end = tasks.length - key * chunkSize;
      const some = tasks.slice(Math.max(0, end - chunkSize), end);
      chunks.push({ key, tasks: some, start, chunkIndex, block: Math.floor(start / blockSize) });
      start += some.length;
      chunkIndex += 1;
    }
    return { month, count: tasks.length, chunks };
  });
}
