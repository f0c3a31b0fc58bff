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
  /** The filter of the tasks, as text. With another filter the list starts over. */
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
/** How many chunks get their text each time the browser is idle. */
const chunksPerIdle = 20;

/**
 * The tasks of a period by month. The first tasks and those near the window are rendered whole. The others are rendered as text, chunk by
 * chunk while the browser is idle, so that the browser's own search finds them; until then their space is empty. The replaced list of
 * another filter is hidden and removed piece by piece.
 */
export const TaskList = memo(function TaskList(props: TaskListProps) {
  const { site, tasks, of, linked = null, added, onPhoto, onPdf, ids, actions } = props;
  const months = useMemo(() => chunksOf(tasks), [tasks]);
  const chunks = useMemo(() => months.flatMap((month) => month.chunks), [months]);
  const chunksWithText = useIdleGrowth(chunks.length, { first: 0, more: chunksPerIdle, of });
  const followUps = useMemo(() => followUpsByVisit(visibleTasks(site.tasks2024)), [site.tasks2024]);
  const { faults } = useSiteFaults(site.id);
  const responses = useMemo(() => responsesByVisit(clockOf(site, faults)), [site, faults]);
  const { thumbnailsOf, request, failed, retry } = useThumbnails(chunks, of);

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
  const { key, outgoing } = useOutgoingLists({ of, months: renderedMonths }, chunksWithText >= chunks.length);

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

/** Signed URLs of the thumbnails: of the first block at once, of others as they come near. Another `of` starts over. */
function useThumbnails(chunks: readonly TaskChunk[], of: string) {
  const [requested, setRequested] = useState<{ of: string; blocks: readonly number[] }>({ of, blocks: [] });
  const blocks = requested.of === of ? requested.blocks : none;
  const photos = useMemo(() => {
    const photosOf = (tasks: readonly Task[]) => tasks.flatMap((task) => firstPhotos(task));
    return [0, ...blocks].map((block) =>
      chunks.filter((chunk) => chunk.block === block).flatMap(({ tasks }) => photosOf(tasks)),
    );
  }, [chunks, blocks]);
  const [firstPhotosOfBlock = none, ...otherPhotos] = photos;
  const first = useQuery({
    ...thumbnailsQuery(firstPhotosOfBlock),
    // the signed URLs stay while the photos of another filter are being signed
    placeholderData: (before) => before,
  });
  const later = useQueries({ queries: otherPhotos.map((blockPhotos) => thumbnailsQuery(blockPhotos)) });

  const request = useCallback(
    (block: number) =>
      setRequested((before) => {
        const known = before.of === of ? before.blocks : none;
        return block === 0 || known.includes(block) ? before : { of, blocks: [...known, block] };
      }),
    [of],
  );
  const signings = [first, ...later];
  return {
    /** Signs the thumbnails of a block too. */
    request,
    /** The signed URLs of a block by stored URL, and whether signing is over, so that a missing URL stays missing. */
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

const none: readonly never[] = [];

interface TaskCardsProps {
  site: SiteRecord;
  chunk: TaskChunk;
  /** Whether the tasks are among the first, which are rendered wherever the window is. */
  isFirst: boolean;
  /** Whether the text is rendered while the tasks are far from the window. */
  hasText: boolean;
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

/** The tasks of a chunk: whole near the window, and far from it as text or, at first, as an empty space. */
const TaskCards = memo(function TaskCards(props: TaskCardsProps) {
  const { site, chunk, isFirst, hasText, linked, added, followUps, responses } = props;
  const { thumbnails, signed, onNear, onPhoto, onPdf, ids, actions } = props;
  const [inView, watched] = useInView('100% 0px');
  const near = isFirst || inView || linked !== null;
  useWhen(near ? chunk.block : null, onNear);

  const height: CSSProperties & Record<'--count', number> = { '--count': chunk.tasks.length };
  return (
    <div
      ref={watched}
      className={`${surface.divided} ${styles.cards} ${near || hasText ? '' : styles.empty}`}
      style={height}
    >
      {(near || hasText) &&
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
/** How many chunks of a replaced list are removed each time the browser is idle. */
const chunksRemovedPerIdle = 25;

/**
 * Hides a replaced list and removes it piece by piece, as removing thousands of cards at once blocks the page.
 * @param isComplete whether the new list has all its text, so that the removal may begin
 * @returns the key of the current list, and the lists that are hidden and not removed yet
 */
function useOutgoingLists(list: DrawnList, isComplete: boolean): { key: number; outgoing: readonly OutgoingList[] } {
  const { of } = list;
  const lastRendered = useRef(list);
  const [shown, setShown] = useState<{ of: string; key: number; outgoing: readonly OutgoingList[] }>({
    of,
    key: 0,
    outgoing: [],
  });
  if (shown.of !== of) {
    setShown(({ key, outgoing }) => {
      // the same elements that were rendered last, so that no card renders again
      const { months } = lastRendered.current;
      return chunksIn(months) > fewChunks
        ? { of, key: key + 1, outgoing: [...outgoing, { key, months }] }
        : { of, key, outgoing };
    });
  }
  // a ref, because it is read while rendering, where an effect event may not be called
  useEffect(() => {
    lastRendered.current = list;
  });

  const shorten = () =>
    setShown((before) => ({
      ...before,
      outgoing: before.outgoing.flatMap((outgoingList, index) => (index > 0 ? outgoingList : shortened(outgoingList))),
    }));
  useLater(isComplete && shown.outgoing.length > 0 ? 0 : null, () => startTransition(shorten), shown.outgoing);
  return shown;
}

const chunksIn = (months: readonly DrawnMonth[]) => months.reduce((sum, { chunks }) => sum + chunks.length, 0);

/** The list without its last chunks; empty when none are left. */
function shortened({ key, months }: OutgoingList): OutgoingList[] {
  let remaining = chunksIn(months) - chunksRemovedPerIdle;
  const rest = months.flatMap((drawnMonth) => {
    const chunks = drawnMonth.chunks.slice(0, Math.max(0, remaining));
    remaining -= chunks.length;
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
      const chunkTasks = tasks.slice(Math.max(0, end - chunkSize), end);
      chunks.push({ key, tasks: chunkTasks, start, chunkIndex, block: Math.floor(start / blockSize) });
      start += chunkTasks.length;
      chunkIndex += 1;
    }
    return { month, count: tasks.length, chunks };
  });
}
