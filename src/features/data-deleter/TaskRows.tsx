import { memo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { KindBadge } from '../../components/task/KindBadge.tsx';
import { MisfiledNote, TaskTexts, TaskTime } from '../../components/task/TaskMarks.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import type { VisitElsewhere } from '../../records/task/moved-visits.ts';
import { languageOf, type StoredTask } from '../../records/task/task.ts';
import { hiddenOffers } from '../../records/task/visit-actions.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { monthChoiceSearch } from './month-choice.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './DataDeleterRoute.module.css';

/** The visits that were moved to another site, by the id that they had here; null if the key does not open the other site. */
export type Moved = ReadonlyMap<number, VisitElsewhere | null>;

interface TaskActions {
  onDelete: (task: StoredTask) => void;
  onEdit: (task: StoredTask) => void;
  onRestore: (task: StoredTask) => void;
  /** Opens the question what to do with a visit that was moved away. */
  onMoved: (task: StoredTask) => void;
}

interface TaskRowsProps extends TaskActions {
  tasks: readonly StoredTask[];
  moved: Moved;
}

/** How many rows the list has at first, and how many *Show more* adds, because a site may have thousands of tasks. */
const step = 100;

export function TaskRows({ tasks, moved, ...actions }: TaskRowsProps) {
  const [limit, setLimit] = useState(step);
  const focusAfter = useFocusAfter();

  const remaining = tasks.length - limit;
  return (
    <>
      <ul className={surface.plate}>
        {tasks.slice(0, limit).map((task) => (
          <TaskRow key={task.id} task={task} there={moved.get(task.id) ?? null} {...actions} />
        ))}
      </ul>
      {remaining > 0 && (
        <div className={`${layout.row} ${texts.muted}`}>
          <Button
            onClick={() => {
              const next = tasks[limit];
              // the button moves or disappears, so the first new row gets the focus
              if (next) focusAfter(() => document.getElementById(`task-${next.id}`) ?? undefined);
              setLimit(limit + step);
            }}
          >
            {t('Show more')}
          </Button>
          <span>{t('{shown} of {all} visits', { shown: limit, all: tasks.length })}</span>
        </div>
      )}
    </>
  );
}

interface TaskRowProps extends TaskActions {
  task: StoredTask;
  /** Where a task is that was moved to another site. Null for others, and if the key does not open that site. */
  there: VisitElsewhere | null;
}

/** A task with its actions. It is memoised, because a list may have thousands. */
const TaskRow = memo(function TaskRow({ task, there, onDelete, onEdit, onRestore, onMoved }: TaskRowProps) {
  const rowId = `task-${task.id}`;
  const titleId = `${rowId}-title`;
  const photos = task.urls.length;
  return (
    <li id={rowId} className={`${surface.divided} ${styles.row}`} tabIndex={-1} aria-labelledby={titleId}>
      <TaskTime time={task.time} />
      <div className={`${layout.gap4} ${texts.breaks} ${styles.words}`}>
        <div className={`${layout.row} ${styles.rowHead}`}>
          <h3 id={titleId} lang={languageOf(task.title)}>
            {visitTitle(task)}
          </h3>
          <KindBadge kind={task.kind} />
        </div>
        <TaskTexts task={task} />
        <MisfiledNote task={task} />
        {task.showing === 'False' && there && <MovedNote task={task} there={there} />}
        <p className={`${texts.clamp} ${texts.muted} ${texts.measure} ${styles.text}`} lang={languageOf(task.tasks)}>
          {task.tasks}
        </p>
        <p className={`${layout.wrap} ${texts.faint} ${styles.files}`}>
          <span>
            <Icon name="photo" />
            {photos === 0 ? t('No photos') : t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
          </span>
          <span>
            <Icon name="pdf" />
            {task.pdf === '' ? t('No PDF') : t('PDF')}
          </span>
        </p>
      </div>
      <div className={`${layout.line} ${layout.unprinted} ${styles.actions}`}>
        {task.showing === 'True' ? (
          <>
            <Button onClick={() => onEdit(task)} aria-describedby={titleId}>
              {t('Edit')}
            </Button>
            <Button className={styles.delete} onClick={() => onDelete(task)} aria-describedby={titleId}>
              {t('Delete')}
            </Button>
          </>
        ) : (
          hiddenOffers(there).map(({ action, label }) => (
            <Button
              key={action}
              onClick={() => (action === 'restore' ? onRestore(task) : onMoved(task))}
              aria-describedby={titleId}
            >
              {said(label)}
            </Button>
          ))
        )}
      </div>
    </li>
  );
});

/** Says to which site a visit was moved, with a link to it. */
function MovedNote({ task: { year, month }, there }: { task: StoredTask; there: VisitElsewhere }) {
  const { site, id, showing } = there;
  const to = showing ? toVisit(id, site) : paths.dataDeleter + monthChoiceSearch({ site, year, month }, 'deleted');
  const link = (inner: ReactNode) => <Link to={to}>{inner}</Link>;
  return (
    <p className={texts.hint}>
      {showing
        ? rich('Moved to <link>{site}</link>', { site, link })
        : rich('Moved to <link>{site}</link> and deleted there', { site, link })}
    </p>
  );
}
