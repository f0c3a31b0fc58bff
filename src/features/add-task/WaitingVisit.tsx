import { useEffect, useState, type ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as paths from '../../records/portal-paths.ts';
import { keptUpdate } from './waiting-visit.ts';
import type { SavePhase } from './use-task-saving.ts';
import styles from './WaitingVisit.module.css';

type Finisher = ComponentType<{ onPhase: (phase: SavePhase) => void }>;
const loadFinisher = async (): Promise<Finisher> => (await import('./TaskFinisher.tsx')).TaskFinisher;

const texts: Record<Exclude<SavePhase, 'idle'>, string> = {
  offline: '1 visit waits for a connection.',
  site: '1 visit waits for its site.',
  files: '1 visit is being saved.',
  saving: '1 visit is being saved.',
  failed: '1 visit could not be saved automatically.',
};

function keptPhase(): SavePhase {
  const update = keptUpdate();
  return update === 'none' ? 'idle' : update === 'waiting' ? 'offline' : 'failed';
}

/** Says elsewhere that a finished visit is not saved yet, and saves it. The code for that loads only then. */
export function WaitingVisit() {
  const [phase, setPhase] = useState<SavePhase>('idle');
  const [FinisherPart, setFinisherPart] = useState<Finisher | null>(null);
  // the form saves its visit itself and shows its own progress
  const isElsewhere = useLocation().pathname !== paths.addTask;

  useEffect(() => {
    const look = () =>
      setPhase((before) => {
        const kept = isElsewhere ? keptPhase() : 'idle';
        // once the finisher is at work, its own phase is more exact than the stored one
        return kept === 'offline' && before !== 'idle' && before !== 'failed' ? before : kept;
      });
    // the form that was just left has stored its state by now
    look();
    // another tab has stored or finished it
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, [isElsewhere]);

  const wanted = isElsewhere && phase !== 'idle' && phase !== 'failed';
  useEffect(() => {
    if (!wanted) return undefined;
    const load = () =>
      void loadFinisher().then(
        (part) => setFinisherPart(() => part),
        () => undefined,
      );
    // it has nothing to do offline, and many browsers would remember the failed import
    if (navigator.onLine) load();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [wanted]);

  if (!isElsewhere || phase === 'idle') return null;
  return (
    <div className={`${styles.line} ${phase === 'failed' ? styles.failed : ''}`} role="status">
      <p>{texts[phase]}</p>
      <Link to={paths.addTask}>Open it</Link>
      {wanted && FinisherPart && <FinisherPart onPhase={setPhase} />}
    </div>
  );
}
