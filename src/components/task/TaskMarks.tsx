import { misfiledText } from '../../records/task/typed-task.ts';
import { isMisfiled, type FiledPeriod, visitKindLabel, type VisitKind, kindFilters } from '../../records/task/visit.ts';
import { Badge } from '../../ui/Badge.tsx';
import { siteTime } from '../../records/time.ts';
import styles from './TaskCard.module.css';
import texts from '../../ui/text.module.css';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { t } from '../../lib/language/translate.ts';

/** Shown for a task filed under another month than its date (`decisions §8`). */
export function MisfiledNote({ task }: { task: FiledPeriod & { time: string } }) {
  return isMisfiled(task) ? <p className={texts.hint}>{misfiledText(task)}</p> : null;
}

const tones = { preventive: 'info', emergency: 'warn', other: 'neutral' } as const;

/** The kind of a visit (`decisions §8`), if known. */
export function KindBadge({ kind }: { kind: VisitKind | undefined }) {
  return kind && <Badge tone={tones[kind]}>{visitKindLabel(kind)}</Badge>;
}

export function NewBadge() {
  return <Badge tone="strong">{t('New')}</Badge>;
}

export function TaskTime({ time }: { time: string }) {
  const { day, month, clock } = siteTime(time);
  return (
    <time className={`${texts.small} ${styles.time}`} dateTime={time}>
      <span className={styles.day}>{`${day} `}</span>
      <span>{`${month} at ${clock}`}</span>
    </time>
  );
}

export function KindSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <SelectField
      label={t('Kind')}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'All kinds' }, ...kindFilters]}
    />
  );
}
