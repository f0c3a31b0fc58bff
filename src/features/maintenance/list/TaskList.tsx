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
  /** The tasks, newest first. */
  tasks: readonly Task[];
  /** The filter of the tasks as text. With another filter the list is built anew. */
  of: string;
  /** The id of the task that a link names; null for none. */
  linked?: number | null;
  /** The ids of the tasks that are marked as new (`useNewTasks`). */
  added: ReadonlySet<number>;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  /** The ids of the tasks that can be changed here. */
  ids: VisitsToChange['ids'];
  actions: VisitsToChange['actions'];
}

/** How many tasks are always rendered in full: about a month. Of the others only those near the window are. */
const maxRenderedAtOnce = 30;
/** How many more chunks are rendered as text each time the browser is idle. */
const chunksPerIdle = 20;

/**
 * The tasks of a period by month. The first tasks and those near the window are rendered in full. The others are rendered as text, chunk by chunk
 * while the browser is idle, so that the browser's own search finds them; until then their space is empty. When the filter changes, the old list
 * is hidden and removed piece by piece.
 */
export const TaskList = memo(function TaskList(props: TaskListProps) {
  const { site, tasks, of: filterKey, linked = null, added, onPhoto, onPdf, ids, actions } = props;
  const months = useMemo(() => chunksOf(tasks), [tasks]);
  const chunks = useMemo(() => months.flatMap((month) => month.chunks), [months]);
  const chunksWithText = useIdleGrowth(chunks.length, { first: 0, more: chunksPerIdle, of: filterKey });
  const followUps = useMemo(() => followUpsByVisit(visibleTasks(site.tasks2024)), [site.tasks2024]);
  const { faults } = useSiteFaults(site.id);
  const responses = useMemo(() => responsesByVisit(clockOf(site, faults)), [site, faults]);
  const { thumbnailsOf, request, failed, retry } = useThumbnails(chunks, filterKey);

  const renderedMonths = months.map((month) => ({
    ...month,
    chunks: month.chunks.map((chunk) => (
      <TaskCards
        key={chunk.key}
        site={site}
        chunk={chunk}
        isFirst={chunk.start < maxRenderedAtOnce}
        hasText={chunk.chunkIndex < chunksWithText}
        linked={chunk.tasks.some(({ id }) => id === linked) ? linked : null}
        added={added}
        followUps={followUps}
        responses={responses}
        {...thumbnailsOf(chunk.block)}
        onNear={request}
        onPhoto={onPhoto}
        onPdf={onPdf}
        ids={ids}
        actions={actions}
      />
    )),
  }));
  const { key, outgoing } = useOutgoingLists({ filterKey, months: renderedMonths }, chunksWithText >= chunks.length);

  return (
    <div className={layout.gap5}>
      {failed && (
        <Notice role="alert" message={t('The photos could not be loaded.')} action={t('Try again')} onAction={retry} />
      )}
      {[{ key, months: renderedMonths }, ...outgoing].map((list) => (
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

/**
 * The signed URLs of the thumbnails. Those of the first block are requested at once, those of another block when it comes near the window. With
 * another filter only the first block is requested again.
 */
function useThumbnails(chunks: readonly TaskChunk[], filterKey: string) {
  const [requested, setRequested] = useState<{ filterKey: string; blocks: readonly number[] }>({
    filterKey,
    blocks: [],
  });
  const blocks = requested.filterKey === filterKey ? requested.blocks : noItems;
  const photos = useMemo(() => {
    const photosOf = (tasks: readonly Task[]) => tasks.flatMap((task) => firstPhotos(task));
    return [0, ...blocks].map((block) =>
      chunks.filter((chunk) => chunk.block === block).flatMap(({ tasks }) => photosOf(tasks)),
    );
  }, [chunks, blocks]);
  const [firstBlockPhotos = noItems, ...otherPhotos] = photos;
  const first = useQuery({
    ...thumbnailsQuery(firstBlockPhotos),
    // while the photos of a new filter are being signed, the previous signed URLs are used
    placeholderData: (previous) => previous,
  });
  const later = useQueries({ queries: otherPhotos.map((blockPhotos) => thumbnailsQuery(blockPhotos)) });

  const request = useCallback(
    (block: number) =>
      setRequested((current) => {
        const currentBlocks = current.filterKey === filterKey ? current.blocks : noItems;
        return block === 0 || currentBlocks.includes(block)
          ? current
          : { filterKey, blocks: [...currentBlocks, block] };
      }),
    [filterKey],
  );
  const signings = [first, ...later];
  return {
    /** Requests the signed URLs of a block, unless they were requested before. */
    request,
    /** The signed URLs of a block by their stored URLs. `signed`: whether the request is over; a URL that is missing then stays missing. */
    thumbnailsOf: (block: number) => {
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

const noItems: readonly never[] = [];

interface TaskCardsProps {
  site: SiteRecord;
  chunk: TaskChunk;
  /** Whether the tasks are among the first ones, which are always rendered in full. */
  isFirst: boolean;
  /** Whether the tasks are rendered as text while they are far from the window. */
  hasText: boolean;
  linked: number | null;
  added: ReadonlySet<number>;
  followUps: ReadonlyMap<number, readonly FollowUp<Task>[]>;
  responses: ReadonlyMap<number, CallResponse>;
  thumbnails: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  /** Called with the block of the chunk when the chunk comes near the window. */
  onNear: (block: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  ids: VisitsToChange['ids'];
  actions: VisitsToChange['actions'];
}

/** The tasks of a chunk. Near the window they are rendered in full; far from it as text or, at first, as an empty space. */
const TaskCards = memo(function TaskCards(props: TaskCardsProps) {
  const { site, chunk, isFirst, hasText, linked, added, followUps, responses } = props;
  const { thumbnails, signed, onNear, onPhoto, onPdf, ids, actions } = props;
  // a chunk is near if it is less than a window's height away
  const [inView, watchView] = useInView('100% 0px');
  const isNear = isFirst || inView || linked !== null;
  useWhen(isNear ? chunk.block : null, onNear);

  const height: CSSProperties & Record<'--count', number> = { '--count': chunk.tasks.length };
  return (
    <div
      ref={watchView}
      className={`${surface.divided} ${styles.cards} ${isNear || hasText ? '' : styles.empty}`}
      style={height}
    >
      {(isNear || hasText) &&
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
            far={!isNear}
          />
        ))}
    </div>
  );
});

/** A month with its rendered chunks. */
interface DrawnMonth {
  month: string;
  count: number;
  chunks: readonly ReactElement[];
}

interface DrawnList {
  /** The filter of the list as text. */
  filterKey: string;
  months: readonly DrawnMonth[];
}

interface OutgoingList {
  key: number;
  months: readonly DrawnMonth[];
}

/** A replaced list with at most so many chunks is not hidden but updated, so that cards that both lists have are not rendered again. */
const fewChunks = 3;
/** How many chunks of a replaced list are removed each time the browser is idle. */
const chunksRemovedPerIdle = 25;

/**
 * Hides a replaced list and removes it piece by piece, because removing thousands of cards at once would block the page.
 * @param isComplete whether the new list has all its text, so that the removal may begin
 * @returns the key of the current list, and the lists that are hidden and not removed yet
 */
function useOutgoingLists(list: DrawnList, isComplete: boolean): { key: number; outgoing: readonly OutgoingList[] } {
  const { filterKey } = list;
  const lastRendered = useRef(list);
  const [lists, setLists] = useState<{ filterKey: string; key: number; outgoing: readonly OutgoingList[] }>({
    filterKey,
    key: 0,
    outgoing: [],
  });
  if (lists.filterKey !== filterKey) {
    setLists(({ key, outgoing }) => {
      // these are the elements of the last render, so no card renders again
      const { months } = lastRendered.current;
      return chunksIn(months) > fewChunks
        ? { filterKey, key: key + 1, outgoing: [...outgoing, { key, months }] }
        : { filterKey, key, outgoing };
    });
  }
  // a ref, because it is read while rendering, where an effect event may not be called
  useEffect(() => {
    lastRendered.current = list;
  });

  const shortenFirst = () =>
    setLists((current) => ({
      ...current,
      outgoing: current.outgoing.flatMap((outgoingList, index) => (index > 0 ? outgoingList : shortened(outgoingList))),
    }));
  useLater(isComplete && lists.outgoing.length > 0 ? 0 : null, () => startTransition(shortenFirst), lists.outgoing);
  return lists;
}

const chunksIn = (months: readonly DrawnMonth[]) => months.reduce((sum, { chunks }) => sum + chunks.length, 0);

/** The list without its last chunks; empty if no chunk remains. */
function shortened({ key, months }: OutgoingList): OutgoingList[] {
  let remainingCount = chunksIn(months) - chunksRemovedPerIdle;
  const remainingMonths = months.flatMap((drawnMonth) => {
    const chunks = drawnMonth.chunks.slice(0, Math.max(0, remainingCount));
    remainingCount -= chunks.length;
    return chunks.length === 0 ? [] : [{ ...drawnMonth, chunks }];
  });
  return remainingMonths.length === 0 ? [] : [{ key, months: remainingMonths }];
}

/** Consecutive tasks of one month that are rendered together. */
interface TaskChunk {
  /** The React key, unique within the month. It does not change when a newer task is added. */
  key: number;
  tasks: Task[];
  /** The index of the first task in the whole list. */
  start: number;
  /** The index of the chunk in the whole list. */
  chunkIndex: number;
  /** The number of the block; the thumbnails of a block are signed in one call. */
  block: number;
}

interface MonthOfTasks {
  /** Such as `March 2026`. */
  month: string;
  count: number;
  chunks: TaskChunk[];
}

/** The most tasks of a chunk. */
const chunkSize = 10;
/** How many tasks a block has. With six photos each, these are about as many photos as one call can sign. */
export const blockSize = 160;

/** The months and chunks of a list that is sorted newest first. */
export function chunksOf(sorted: readonly Task[]): MonthOfTasks[] {
  let start = 0;
  let chunkIndex = 0;
  return groupByMonth(sorted).map(({ month, tasks }) => {
    const chunks: TaskChunk[] = [];
    // the chunks are counted from the oldest task, so that a new task does not move other tasks to another chunk
    for (let key = Math.ceil(tasks.length / chunkSize) - 1; key >= 0; key -= 1) {
      const end = tasks.length - key * chunkSize;
      const chunkTasks = tasks.slice(Math.max(0, end - chunkSize), end);
      chunks.push({ key, tasks: chunkTasks, start, chunkIndex, block: Math.floor(start / blockSize) });
      start += chunkTasks.length;
      chunkIndex += 1;
    }
    return { month, count: tasks.length, chunks };
  });
}
