import { misfiledText } from '../../records/task/typed-task.ts';
import { type FiledPeriod, isMisfiled } from '../../records/task/visit-time.ts';
import styles from './TaskMarks.module.css';
import { type VisitKind, visitKindLabel } from '../../records/task/visit-kind.ts';
import { Badge } from '../../ui/Badge.tsx';

/** Said of a task that stands under another month than it is dated (`decisions §8`); nothing of the others. */
export function MisfiledNote({ task }: { task: FiledPeriod & { time: string } }) {
  return isMisfiled(task) ? <p className={styles.note}>{misfiledText(task)}</p> : null;
}

const tones = { preventive: 'info', emergency: 'warn', other: 'neutral' } as const;

/** What kind of visit a task is of (`decisions §8`); nothing where nothing was said. */
export function KindBadge({ kind }: { kind: VisitKind | undefined }) {
  return kind && <Badge tone={tones[kind]}>{visitKindLabel(kind)}</Badge>;
}

export function NewBadge() {
  return <Badge tone="strong">New</Badge>;
}
