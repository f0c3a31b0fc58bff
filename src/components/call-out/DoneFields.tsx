import { useId, useMemo } from 'react';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { said, t } from '../../lib/language/translate.ts';
import { openSinceText } from '../../records/task/follow-up-words.ts';
import {
  closableFollowUps,
  followKey,
  followLimits,
  followUps,
  type CarriedOutLine,
  type FollowUp,
} from '../../records/task/follow-ups.ts';
import { listMembers } from '../../records/task/optional-members.ts';
import { languageOf, type Task } from '../../records/task/task.ts';
import type { TypedTask } from '../../records/task/typed-task.ts';
import { visitStamp } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { useToday } from '../use-today.ts';
import { TickBox, type TickBoxState } from './TickBox.tsx';
import { useSiteVisits } from './use-site-visits.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FollowFields.module.css';

interface DoneFieldsProps {
  /** The name of the site. */
  site: string;
  /** The id of a visit that is corrected; null for a new one. */
  visit: number | null;
  typed: Pick<TypedTask, 'closes' | 'date' | 'clock'>;
  onChange: (values: Pick<TypedTask, 'closes'>) => void;
}

/**
 * Lists the open recommendations of the site; a person ticks those that this visit carried out (`decisions §14`). None is ticked at first,
 * because a tick is a statement of that person. A ticked recommendation that no longer exists stays in the list, because it must be
 * unticked before the visit can be saved. Without a connection the list comes from the offline copy.
 */
export function DoneFields({ site, visit, typed, onChange }: DoneFieldsProps) {
  const id = useId();
  const { record, visits } = useSiteVisits(site, visit);
  const { closes } = typed;
  const time = visitStamp(typed);
  // this does not depend on the input, so it is computed once and not with each key press
  const followUpsOfOthers = useMemo(() => followUps(visits.filter((other) => other.id !== visit)), [visits, visit]);
  const { offered, gone: missingLines } = useMemo(
    () => closableFollowUps(followUpsOfOthers, { time, closes }),
    [followUpsOfOthers, time, closes],
  );
  const isFull = closes.length >= followLimits.closes;
  const tickStateOf = (line: CarriedOutLine) => {
    const checked = closes.some((other) => followKey(other) === followKey(line));
    return {
      checked,
      disabled: isFull && !checked,
      onTick: () =>
        onChange({
          closes: checked ? closes.filter((other) => followKey(other) !== followKey(line)) : [...closes, line],
        }),
    };
  };
  if (offered.length === 0 && missingLines.length === 0) return <Unread record={record} />;
  return (
    <fieldset
      className={`${layout.gap2} ${texts.breaks} ${styles.lines}`}
      {...(isFull && { 'aria-describedby': `${id}-full` })}
    >
      <legend className={texts.label}>{said(listMembers.closes.label)}</legend>
      <Unread record={record} />
      {offered.map((followUp) => {
        const line = { task: followUp.visit.id, line: followUp.line };
        return <DoneBox key={followKey(line)} followUp={followUp} {...tickStateOf(line)} />;
      })}
      {missingLines.map((missing) => (
        <TickBox key={followKey(missing)} {...tickStateOf(missing)}>
          <span>{t('Recommendation {line} of visit {id}', { line: missing.line, id: missing.task })}</span>
          {record.data && <span className={`${texts.smaller} ${texts.warning}`}>{t('It is not there any more.')}</span>}
        </TickBox>
      ))}
      {isFull && (
        <p id={`${id}-full`} className={texts.note}>
          {t('A visit can name {limit} at most.', { limit: followLimits.closes })}
        </p>
      )}
    </fieldset>
  );
}

/**
 * Says that the recommendations could not be read. If there is neither a connection nor a copy, this is a note and no error, because a
 * visit can be finished without them.
 */
function Unread({ record }: { record: Parameters<typeof LoadFailure>[0]['query'] }) {
  const isServiceAway = useServiceAway();
  if (isServiceAway && record.data === undefined)
    return (
      <p className={texts.note}>
        {t('There is no connection, and the recommendations of this site are not kept on this device.')}
      </p>
    );
  return record.data === undefined ? (
    <LoadFailure query={record} error={t('The open recommendations of this site could not be read.')} />
  ) : null;
}

function DoneBox({ followUp, ...box }: TickBoxState & { followUp: FollowUp<Task> }) {
  const { text } = followUp;
  const today = useToday();
  return (
    <TickBox {...box}>
      <span lang={languageOf(text)}>{text}</span>
      <span className={`${texts.smaller} ${texts.muted}`}>{stateText(followUp, today)}</span>
    </TickBox>
  );
}

/** Whether a recommendation is open, and otherwise how it ended. */
function stateText({ visit, end }: FollowUp<Task>, today: Date): string {
  if (end === null) return openSinceText(visit.time, today);
  return end.by === 'visit'
    ? t('Done on {day}', { day: longDate(end.visit.time) })
    : t('Closed by the office on {day}: {reason}', { day: longDate(end.at), reason: end.reason });
}
