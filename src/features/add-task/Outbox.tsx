import { useEffect, useState, type ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { offline } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { CloseButton } from '../../ui/Button.tsx';
import { isFinished, taskName, useKeptTasks, visitUnderWay, closeSavedVisit, useSavedVisits } from './kept-tasks.ts';
import texts from '../../ui/text.module.css';
import layout from '../../ui/layout.module.css';
import styles from './Outbox.module.css';
import type { SavePhase } from './use-task-saving.ts';
import { t } from '../../lib/language/translate.ts';

type Finisher = ComponentType<{ name: string; onPhase: (phase: SavePhase) => void }>;
const loadFinisher = async (): Promise<Finisher> => (await import('./TaskFinisher.tsx')).TaskFinisher;

/**
 * Saves the finished visits of this device on every screen, one after the other in the order of finishing
 * (`decisions §8`), says how many wait, and says until closed which were saved.
 */
export function Outbox() {
  const finished = useKeptTasks().filter((task) => isFinished(task));
  const { pathname, search } = useLocation();
  const isListed = pathname === paths.addTask;
  // the form saves the visit that it shows itself
  const shown = isListed ? new URLSearchParams(search).get('visit') : null;
  const waiting = finished.filter(
    ({ name, form }) => form.update === 'waiting' && (shown === null || name !== taskName(shown)),
  );
  const stopped = finished.filter(({ form }) => form.update !== 'waiting');
  const next = waiting[0]?.name ?? null;
  const wanted = next !== null;
  const [FinisherPart, setFinisherPart] = useState<Finisher | null>(null);
  const isOffline = useStore(offline);
  useEffect(() => {
    // the finisher has nothing to do offline, and many browsers would remember its failed import
    if (!wanted || isOffline) return;
    loadFinisher().then(
      (part) => setFinisherPart(() => part),
      () => undefined,
    );
  }, [wanted, isOffline]);
  const [phase, setPhase] = useState<SavePhase>('offline');
  const onPhase = (now: SavePhase) => {
    setPhase(now);
    visitUnderWay.set(now === 'saving' ? next : null);
  };
  return (
    <>
      {useSavedVisits().map(({ name, text, to }) => (
        <div
          key={name}
          className={`${layout.wrap} ${texts.medium} ${layout.unprinted} ${styles.line} ${styles.saved}`}
          role="status"
        >
          <p className={styles.words}>{text}</p>
          <Link to={to} onClick={() => closeSavedVisit(name)}>
            {t('Open it')}
          </Link>
          <CloseButton label={t('Close: {text}', { text })} onClick={() => closeSavedVisit(name)} />
        </div>
      ))}
      {waiting.length > 0 && (
        <div className={`${layout.wrap} ${texts.medium} ${layout.unprinted} ${styles.line}`} role="status">
          <p className={styles.words}>{waitingText(waiting.length, phase)}</p>
          {!isListed && <ListLink count={waiting.length} />}
        </div>
      )}
      {stopped.length > 0 && !isListed && (
        <div
          className={`${layout.wrap} ${texts.medium} ${layout.unprinted} ${styles.line} ${styles.failed}`}
          role="status"
        >
          <p className={styles.words}>
            {t('{count, plural, one {# visit} other {# visits}} could not be saved automatically.', {
              count: stopped.length,
            })}
          </p>
          <ListLink count={stopped.length} />
        </div>
      )}
      {next !== null && FinisherPart && <FinisherPart key={next} name={next} onPhase={onPhase} />}
    </>
  );
}

function ListLink({ count }: { count: number }) {
  return <Link to={linkTo(paths.addTask)}>{count === 1 ? t('Show it') : t('Show them')}</Link>;
}

function waitingText(count: number, phase: SavePhase): string {
  if (phase !== 'files' && phase !== 'saving')
    return t('{count, plural, one {# visit waits} other {# visits wait}} for a connection.', { count });
  return count === 1
    ? t('1 visit is being saved.')
    : t('1 visit is being saved, {more} more after it.', { more: count - 1 });
}
