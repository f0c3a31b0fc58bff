import { memo, useMemo } from 'react';
import { useIdleGrowth } from '../../../lib/screen/use-idle-growth.ts';
import { usePrinting } from '../../../lib/screen/use-printing.ts';
import type { Task } from '../../../records/task/task.ts';
import { Notice } from '../../../ui/message/Notice.tsx';
import type { OwnVisits } from '../../../components/task-edit/use-own-visits.ts';
import { chunksOf } from './task-chunks.ts';
import { TaskCards } from './TaskCards.tsx';
import { useOutgoingLists, type DrawnMonth } from './use-outgoing-lists.ts';
import { useThumbnails } from './use-thumbnails.ts';
import layout from '../../../ui/layout.module.css';
import styles from './TaskList.module.css';

interface TaskListProps {
  /** Newest first. */
  tasks: readonly Task[];
  /** What they were filtered by: another value starts over. */
  of: string;
  linked?: number | null;
  added: ReadonlySet<number>;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  /** Those that can still be corrected here. */
  ownIds: OwnVisits['ids'];
  own: OwnVisits['own'];
}

/** Rendered at once, and kept; enough for a usual month. Of a longer list, only those near the window are. */
const drawnAtOnce = 30;
/** Chunks whose text is added each time the browser is idle. */
const growth = 20;

/** The tasks of a period by month: all of them, for paper and the browser's own search. */
export const TaskList = memo(function TaskList(props: TaskListProps) {
  const { tasks, of, linked = null, added, onPhoto, onPdf, ownIds, own } = props;
  const months = useMemo(() => chunksOf(tasks), [tasks]);
  const chunks = useMemo(() => months.flatMap((month) => month.chunks), [months]);
  const written = useIdleGrowth(chunks.length, { first: 0, more: growth, of });
  const { ofBlock, want, failed, retry } = useThumbnails(chunks, of);
  const printing = usePrinting() !== null;

  const drawn = months.map((month) => ({
    ...month,
    chunks: month.chunks.map((chunk) => (
      <TaskCards
        key={chunk.key}
        chunk={chunk}
        drawn={printing || chunk.start < drawnAtOnce}
        written={chunk.place < written}
        linked={chunk.tasks.some(({ id }) => id === linked) ? linked : null}
        added={added}
        {...ofBlock(chunk.block)}
        onNear={want}
        onPhoto={onPhoto}
        onPdf={onPdf}
        ownIds={ownIds}
        own={own}
      />
    )),
  }));
  const { key, left } = useOutgoingLists({ of, months: drawn }, written >= chunks.length);

  return (
    <div className={layout.loose}>
      {failed && <Notice role="alert" message="The photos could not be loaded." action="Try again" onAction={retry} />}
      {[{ key, months: drawn }, ...left].map((list) => (
        <div key={list.key} className={list.key === key ? layout.loose : styles.left}>
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
    <section className={layout.tight}>
      <h2 className={styles.month}>
        {month} <span className={styles.count}>{taskCount(count)}</span>
      </h2>
      <div className={layout.plate}>{chunks}</div>
    </section>
  );
}

function taskCount(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`;
}
