import { useId, useMemo } from 'react';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { said, t } from '../../lib/language/translate.ts';
import { openSinceText } from '../../records/task/follow-up-words.ts';
import {
  closableFollowUps,
  followKey,
  followLimits,
  followUps,
  type ClosedLine,
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
  /** The name of the site's record. */
  site: string;
  /** The id of a visit that is corrected; null for a new one. */
  visit: number | null;
  typed: Pick<TypedTask, 'closes' | 'date' | 'clock'>;
  onChange: (values: Pick<TypedTask, 'closes'>) => void;
}

/**
 * What the site's visits recommended, to be ticked where this one did it (`decisions §14`). None is ticked at first, as a tick is a claim; what is
 * ticked and not there any more stays in sight, because it can only be saved without it. Read from the copy where there is no connection.
 */
export function DoneFields({ site, visit, typed, onChange }: DoneFieldsProps) {
  const id = useId();
  const { record, visits } = useSiteVisits(site, visit);
  const { closes } = typed;
  const time = visitStamp(typed);
  // independent of what is ticked and typed, so it is computed once
  const followUpsOfOthers = useMemo(() => followUps(visits.filter((other) => other.id !== visit)), [visits, visit]);
  const { offered, gone } = useMemo(
    () => closableFollowUps(followUpsOfOthers, { time, closes }),
    [followUpsOfOthers, time, closes],
  );
  const isFull = closes.length >= followLimits.closes;
  const box = (named: ClosedLine) => {
    const checked = closes.some((other) => followKey(other) === followKey(named));
    return {
      checked,
      disabled: isFull && !checked,
      onTick: () =>
        onChange({
          closes: checked ? closes.filter((other) => followKey(other) !== followKey(named)) : [...closes, named],
        }),
    };
  };
  if (offered.length === 0 && gone.length === 0) return <Unread record={record} />;
  return (
    <fieldset
      className={`${layout.gap2} ${texts.breaks} ${styles.lines}`}
      {...(isFull && { 'aria-describedby': `${id}-full` })}
    >
      <legend className={texts.label}>{said(listMembers.closes.label)}</legend>
      <Unread record={record} />
      {offered.map((followUp) => {
        const named = { task: followUp.visit.id, line: followUp.line };
        return <DoneBox key={followKey(named)} followUp={followUp} {...box(named)} />;
      })}
      {gone.map((named) => (
        <TickBox key={followKey(named)} {...box(named)}>
          <span>{t('Recommendation {line} of visit {id}', { line: named.line, id: named.task })}</span>
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

/** A visit can be finished without it, so a device without a connection and without the copy is no error. */
function Unread({ record }: { record: Parameters<typeof LoadFailure>[0]['query'] }) {
  const isAway = useServiceAway();
  if (isAway && record.data === undefined)
    return (
      <p className={texts.note}>
        {t('There is no connection, and the recommendations of this site are not kept on this device.')}
      </p>
    );
  return record.data === undefined ? (
    <LoadFailure query={record} error={t('The open recommendations of this site could not be read.')} />
  ) : null;
}

function DoneBox({ followUp: { visit, text, end }, ...box }: TickBoxState & { followUp: FollowUp<Task> }) {
  const today = useToday();
  return (
    <TickBox {...box}>
      <span lang={languageOf(text)}>{text}</span>
      <span className={`${texts.smaller} ${texts.muted}`}>
        {end === null
          ? openSinceText(visit.time, today)
          : end.by === 'visit'
            ? t('Done on {day}', { day: longDate(end.visit.time) })
            : t('Closed by the office on {day}: {reason}', { day: longDate(end.at), reason: end.reason })}
      </span>
    </TickBox>
  );
}
