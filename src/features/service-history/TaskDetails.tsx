import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { TaskCard } from '../../components/task/TaskCard.tsx';
import type { OwnVisit } from '../../components/task-edit/use-own-visits.ts';
import { useWhen } from '../../lib/screen/use-when.ts';
import { monthLabel } from '../../records/time.ts';
import { canReport, firstPhotos, inPeriod, type Task } from '../../records/task/task.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { toMonth } from '../../records/portal-links.ts';
import { useKeys } from '../../lib/screen/use-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './TaskDetails.module.css';

interface TaskDetailsProps {
  task: Task;
  words: readonly string[];
  isNew: boolean;
  /** The list it belongs to, in order; a link may lead to a task that the filters leave out. */
  among: readonly Task[];
  /** All visible tasks of the site. */
  visible: readonly Task[];
  site: string | null;
  /** Whether a photo, PDF or form covers it and handles the keys. */
  covered: boolean;
  /** Set while it can still be corrected here. */
  own: OwnVisit | undefined;
  onShow: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  onClose: () => void;
}

/** Has links to its neighbours in the list, so that one can read on without closing it. */
export function TaskDetails(props: TaskDetailsProps) {
  const { task, words, isNew, among, visible, site, covered, own, onShow, onPhoto, onPdf, onClose } = props;
  const signing = useQuery(thumbnailsQuery(firstPhotos(task)));
  const card = useRef<HTMLDivElement>(null);
  const first = useRef(task.id);
  // another task is shown from its top
  useWhen(task.id, (id) => {
    if (first.current !== id) card.current?.scrollIntoView({ block: 'start' });
    first.current = id;
  });
  const { year, month } = task;
  const report = canReport({ year, month }, inPeriod(visible, { year, month }).length);
  return (
    <Dialog
      open
      size="large"
      title="Task details"
      onClose={onClose}
      footer={
        <>
          <Link className={styles.month} to={toMonth(year, month, site)}>
            {`All of ${monthLabel(month)} ${year}${report ? ' and its report' : ''}`}
          </Link>
          <TaskSteps task={task.id} among={among} still={covered} onShow={onShow} />
        </>
      }
    >
      {signing.isError && !signing.isFetching && (
        <LoadError message="The photos could not be loaded." onRetry={() => void signing.refetch()} />
      )}
      <div ref={card} className={styles.card}>
        <TaskCard
          key={task.id}
          task={task}
          linked={false}
          words={words}
          isNew={isNew}
          thumbnails={signing.data}
          signed={signing.isSuccess || signing.isError}
          onPhoto={onPhoto}
          onPdf={onPdf}
          own={own}
        />
      </div>
    </Dialog>
  );
}

interface TaskStepsProps {
  task: number;
  /** In the order of the list. */
  among: readonly Task[];
  /** Leaves the arrow keys to others. */
  still: boolean;
  onShow: (task: number) => void;
}

/** Previous and next in the list, with buttons and arrow keys, and the position; empty for a task outside the list. */
function TaskSteps({ task, among, still, onShow }: TaskStepsProps) {
  const place = among.findIndex(({ id }) => id === task);
  const previous = among[place - 1]?.id;
  const next = place === -1 ? undefined : among[place + 1]?.id;

  const step = (target: number | undefined) => (target === undefined ? undefined : () => onShow(target));
  useKeys(still ? null : { ArrowLeft: step(previous), ArrowRight: step(next) });

  if (place === -1 || among.length < 2) return null;
  return (
    <div className={styles.steps} role="group" aria-label="Tasks of the list">
      {/* disabled with ARIA at the ends, to keep the focus */}
      <Button aria-disabled={previous === undefined} onClick={step(previous)}>
        <Icon name="chevron-left" />
        Previous
      </Button>
      <span className={styles.place} role="status">{`${place + 1} of ${among.length}`}</span>
      <Button aria-disabled={next === undefined} onClick={step(next)}>
        Next
        <Icon name="chevron-right" />
      </Button>
    </div>
  );
}
