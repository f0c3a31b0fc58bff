import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { VisitActions } from '../../components/task-edit/use-visit-actions.ts';
import { OpenFiles, titleIdOf } from '../../components/task/TaskFiles.tsx';
import { t } from '../../lib/language/translate.ts';
import { useKeys } from '../../lib/screen/keyboard.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { toMonth } from '../../records/portal-links.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import type { FollowUp } from '../../records/task/follow-ups.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { firstPhotos, type Task } from '../../records/task/task.ts';
import { monthOfYear } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { TaskSheet } from './TaskSheet.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskHistory.module.css';

interface TaskDetailsProps {
  record: SiteRecord;
  task: Task;
  words: readonly string[];
  isNew: boolean;
  /** The recommendations of the task. */
  followUps: readonly FollowUp<Task>[] | undefined;
  /** The car posts of the site. */
  posts: readonly string[];
  /** The listed tasks in their order. They may lack this task, if a link opened it and the filters exclude it. */
  among: readonly Task[];
  site: string | null;
  /** Whether a photo, PDF or form covers the task and handles the keys. */
  covered: boolean;
  /** The actions that change the task; undefined if it cannot be changed here. */
  actions: VisitActions | undefined;
  onShow: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  onClose: () => void;
}

/** The dialog of a task. Its buttons lead to the previous and the next task of the list, so that it need not be closed between them. */
export function TaskDetails(props: TaskDetailsProps) {
  const { record, task, words, isNew, followUps, posts, among, site, covered, actions } = props;
  const { onShow, onPhoto, onPdf, onClose } = props;
  const signing = useQuery(thumbnailsQuery(firstPhotos(task)));
  const card = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(task.id);
  // scrolls to the top when another task is shown
  useWhen(task.id, (id) => {
    if (shownBefore.current !== id) card.current?.scrollIntoView({ block: 'start' });
    shownBefore.current = id;
  });
  const { year, month } = task;
  // on a narrow screen (as in the style sheets, 56.25rem) the buttons of files are at the lower edge, in reach of a thumb
  const isNarrow = useNarrow(56.25);
  const files = <OpenFiles task={task} titleId={titleIdOf(task)} onPhoto={onPhoto} onPdf={onPdf} />;
  const monthLink = (
    <Link className={`${layout.target} ${styles.monthLink}`} to={toMonth(year, month, site)}>
      {t('Maintenance Report, {when}', { when: monthOfYear(month, year) })}
    </Link>
  );
  return (
    <Dialog
      open
      size="large"
      title={t('Visit details')}
      onClose={onClose}
      footer={
        <>
          {isNarrow ? <div className={styles.files}>{files}</div> : monthLink}
          <TaskSteps task={task.id} among={among} keysDisabled={covered} onShow={onShow} />
        </>
      }
    >
      <LoadFailure query={signing} error={t('The photos could not be loaded.')} />
      <div ref={card}>
        <TaskSheet
          key={task.id}
          site={record}
          task={task}
          words={words}
          isNew={isNew}
          followUps={followUps}
          posts={posts}
          thumbnails={signing.data}
          signed={signing.isSuccess || signing.isError}
          onPhoto={onPhoto}
          actions={actions}
          monthLink={isNarrow ? monthLink : null}
        >
          {isNarrow ? null : files}
        </TaskSheet>
      </div>
    </Dialog>
  );
}

interface TaskStepsProps {
  task: number;
  /** The tasks in the order of the list. */
  among: readonly Task[];
  /** Whether something covers the task and handles the arrow keys. */
  keysDisabled: boolean;
  onShow: (task: number) => void;
}

/** Buttons and arrow keys for the previous and the next task of the list; absent for a task that is not in the list. */
function TaskSteps({ task, among, keysDisabled, onShow }: TaskStepsProps) {
  const index = among.findIndex(({ id }) => id === task);
  const previous = among[index - 1]?.id;
  const next = index === -1 ? undefined : among[index + 1]?.id;

  const stepHandler = (target: number | undefined) => (target === undefined ? undefined : () => onShow(target));
  const steps = useRef<HTMLDivElement>(null);
  // if another dialog is above this one, the keys are for that dialog
  const keyHandler = (target: number | undefined) => {
    const step = stepHandler(target);
    return step && (() => isOnTop(steps.current) && step());
  };
  useKeys(keysDisabled ? null : { ArrowLeft: keyHandler(previous), ArrowRight: keyHandler(next) });

  if (index === -1 || among.length < 2) return null;
  return (
    <div ref={steps} className={`${layout.line} ${styles.steps}`} role="group" aria-label={t('Tasks of the list')}>
      {/* at the ends of the list a button is disabled by ARIA only, because a disabled button would lose the focus */}
      <Button aria-disabled={previous === undefined} onClick={stepHandler(previous)}>
        <Icon name="chevron-left" />
        {t('Previous')}
      </Button>
      <span className={`${texts.muted} ${styles.position}`} role="status">
        {t('{place} of {count}', { place: index + 1, count: among.length })}
      </span>
      <Button aria-disabled={next === undefined} onClick={stepHandler(next)}>
        {t('Next')}
        <Icon name="chevron-right" />
      </Button>
    </div>
  );
}

/** Whether no other dialog is above the dialog of this element. The topmost dialog has the focus. */
function isOnTop(part: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest('dialog') ?? null;
  return focused === null || focused === (part?.closest('dialog') ?? null);
}
