import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { richSentences } from '../../components/rich-sentences.tsx';
import {
  useUnfinishedCorrections,
  type UnfinishedCorrection,
} from '../../components/task-edit/use-unfinished-corrections.ts';
import { connection } from '../../lib/connection.ts';
import { databaseState } from '../../lib/device/database.ts';
import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { offline } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { joinedStatements } from '../../records/sentences.ts';
import { visitTime } from '../../records/task/visit.ts';
import { shortDay } from '../../records/time.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import {
  taskIdOf,
  taskName,
  useTaskDrafts,
  useSavedVisitMessages,
  visitInForm,
  visitBeingSaved,
  type DraftTask,
} from './task-drafts.ts';
import type { SavePhase } from './use-task-saving.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './Outbox.module.css';

type Finisher = ComponentType<{ name: string; onPhase: (phase: SavePhase) => void }>;
const loadFinisher = async (): Promise<Finisher> => (await import('./TaskFinisher.tsx')).TaskFinisher;

/**
 * Saves the finished visits of this device while any screen is open, one after another in the order of finishing (`decisions §8`). Lines below
 * the bar say how many visits wait, and which visits and corrections are not finished (`decisions §12`). Each saved visit has a message until
 * somebody closes it. If the service does not answer, the visits wait and are sent again when it does.
 */
export function Outbox() {
  useSavedVisitMessages();
  const tasks = useTaskDrafts();
  const nameInForm = useStore(visitInForm);
  const { pathname, search } = useLocation();
  const isAddTaskOpen = pathname === paths.addTask;
  // the form of Add New Task saves its own visit
  const requestedVisit = isAddTaskOpen ? new URLSearchParams(search).get('visit') : null;
  const isInForm = ({ name }: DraftTask) =>
    name === nameInForm || (requestedVisit !== null && name === taskName(requestedVisit));
  const waiting = tasks.filter((task) => task.form.update === 'waiting' && !isInForm(task));
  // while Add New Task opens, any unfinished visit may be the one that it will show in its form
  const isFormOpening = isAddTaskOpen && nameInForm === null;
  const unfinished = tasks.filter((task) => task.form.update !== 'waiting' && !isInForm(task) && !isFormOpening);
  const corrections = useUnfinishedCorrections();
  const { next, onPostponed } = useTurns(waiting);
  const hasWaiting = waiting.length > 0;
  const [LoadedFinisher, setLoadedFinisher] = useState<Finisher | null>(null);
  const isOffline = useStore(offline);
  const deviceAnswers = useStore(databaseState);
  useEffect(() => {
    // offline the finisher is not loaded: it could not save, and many browsers do not repeat an import that has failed
    if (!hasWaiting || isOffline) return;
    loadFinisher().then(
      (component) => setLoadedFinisher(() => component),
      () => undefined,
    );
  }, [hasWaiting, isOffline]);
  const [phase, setPhase] = useState<SavePhase>('no service');
  const onPhase = (newPhase: SavePhase) => {
    setPhase(newPhase);
    visitBeingSaved.set(newPhase === 'saving' ? next : null);
    // a visit that waits for the server, or for its site to be chosen, must not hold up the next visit
    if (newPhase === 'no service' || newPhase === 'site') onPostponed();
  };
  return (
    <>
      {hasWaiting && (
        <StateLine icon="retry">
          {richSentences(
            waitingText(waiting.length, phase, deviceAnswers),
            !isAddTaskOpen && <ListLink count={waiting.length} />,
          )}
        </StateLine>
      )}
      {unfinished.length > 0 && (
        <StateLine icon="clock" isDue>
          {rich('{count, plural, one {# visit} other {# visits}} not finished: {visits}', {
            count: unfinished.length,
            visits: <UnfinishedLink tasks={unfinished} />,
          })}
        </StateLine>
      )}
      {corrections.length > 0 && (
        <StateLine icon="clock" isDue>
          {rich('{count, plural, one {# correction} other {# corrections}} not finished: {visits}', {
            count: corrections.length,
            visits: <CorrectionLinks corrections={corrections} />,
          })}
        </StateLine>
      )}
      {next !== null && LoadedFinisher && <LoadedFinisher key={next} name={next} onPhase={onPhase} />}
    </>
  );
}

/**
 * Decides which visit is saved next: the one that was finished first. If a visit fails although the service answers, it is postponed until the
 * other visits had their turn and a pause is over, which grows with each round. While the service does not answer, all wait in their order.
 */
function useTurns(waiting: readonly DraftTask[]): { next: string | null; onPostponed: () => void } {
  const [postponed, setPostponed] = useState<readonly string[]>([]);
  const finishedRounds = useRef(0);
  const next = waiting.find(({ name }) => !postponed.includes(name))?.name ?? null;
  const isRoundOver = next === null && waiting.length > 0;
  useEffect(() => {
    if (!isRoundOver) return undefined;
    const controller = new AbortController();
    void connection.waitBeforeRetry(controller.signal, finishedRounds.current).then(() => {
      if (controller.signal.aborted) return;
      finishedRounds.current += 1;
      setPostponed([]);
    });
    return () => controller.abort();
  }, [isRoundOver]);
  const postpone = async () => {
    // a single visit is not postponed: it repeats its request by itself, and it would lose its running uploads
    if (next === null || waiting.length < 2 || (await connection.isLost())) return;
    setPostponed((names) => [...names, next]);
  };
  return { next, onPostponed: () => void postpone() };
}

interface StateLineProps {
  icon: IconName;
  /** Whether the person has to do something; the line is then marked. */
  isDue?: boolean;
  children: ReactNode;
}

/** A line under the bar, as wide as the window. */
function StateLine({ icon, isDue = false, children }: StateLineProps) {
  return (
    <div className={`${layout.unprinted} ${texts.medium} ${styles.line} ${isDue ? styles.due : ''}`} role="status">
      <div className={`${layout.line} ${styles.inner}`}>
        <Icon name={icon} />
        <p className={`${texts.breaks} ${styles.words}`}>{children}</p>
      </div>
    </div>
  );
}

/** A link with the names of up to two unfinished visits. It opens the visit if it is the only one, else the list of visits. */
function UnfinishedLink({ tasks }: { tasks: readonly DraftTask[] }) {
  const [first, ...others] = tasks;
  const listed = joinedStatements(tasks.slice(0, 2).map((task) => shortSummary(task)));
  const more = tasks.length - 2;
  const visit = first && others.length === 0 ? { visit: taskIdOf(first.name) } : {};
  return (
    <Link to={linkTo(paths.addTask, visit)}>{more > 0 ? t('{listed} and {more} more', { listed, more }) : listed}</Link>
  );
}

/** Links to up to two visits whose corrections are not saved yet, and the number of the others. */
function CorrectionLinks({ corrections }: { corrections: readonly UnfinishedCorrection[] }) {
  const links = corrections.slice(0, 2).map(({ site, id, title }) => (
    <Link key={`${site}/${id}`} to={toVisit(id, site)}>
      {t('{site}: {text}', { site, text: title })}
    </Link>
  ));
  const more = corrections.length - links.length;
  return richSentences(...links, more > 0 && t('{count} more.', { count: more }));
}

/** Such as `Selasih Park, 14:10`; if the visit is not of today, with its day. */
function shortSummary({ form: { siteName, date, clock } }: DraftTask): string {
  const site = siteName ?? t('No site chosen');
  return date === visitTime(new Date()).date
    ? t('{site}, {clock}', { site, clock })
    : t('{site}, {day}, {clock}', { site, day: shortDay(date), clock });
}

/** The link to the waiting visits. */
function ListLink({ count }: { count: number }) {
  return <Link to={linkTo(paths.addTask)}>{count === 1 ? t('Show it') : t('Show them')}</Link>;
}

/** Says what the waiting visits wait for, or that the first of them is being saved. */
function waitingText(count: number, phase: SavePhase, deviceAnswers: boolean): string {
  const isSaving = phase === 'files' || phase === 'saving';
  if (!isSaving && !deviceAnswers)
    return t('{count, plural, one {# visit waits} other {# visits wait}} for the storage of this device.', { count });
  if (!isSaving) return t('{count, plural, one {# visit waits} other {# visits wait}} for a connection.', { count });
  return count === 1
    ? t('1 visit is being saved.')
    : t('1 visit is being saved, {more} more after it.', { more: count - 1 });
}
