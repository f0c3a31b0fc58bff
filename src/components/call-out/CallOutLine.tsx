import { said, t } from '../../lib/language/translate.ts';
import { withinText } from '../../records/site/site-promise.ts';
import { timeMemberNames, timeMembers } from '../../records/task/optional-members.ts';
import { durationText, lateText } from '../../records/task/response-words.ts';
import type { CallResponse } from '../../records/task/response.ts';
import { timeText, type DescribedVisit } from '../../records/task/service-facts.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './CallOutLine.module.css';

interface CallOutLineProps {
  task: DescribedVisit;
  /** Null if the visit answered no call. */
  response: CallResponse | null;
}

/** The times of a call on one line, and how fast it was answered. If times are missing, it says so (`decisions §14`). */
export function CallOutLine({ task, response }: CallOutLineProps) {
  if (response === null) return null;
  // the response counts from the earliest report, which may be earlier than the time in the visit
  const countedTask = { ...task, ...(response.start !== null && { reported: response.start }) };
  // `timeText` formats a member of a visit, so this time is passed as one
  const noticedText = response.noticed === null ? null : timeText({ ...task, reported: response.noticed }, 'reported');
  return (
    <div className={styles.line}>
      <dl className={styles.times}>
        {noticedText !== null && <Time label={t('Noticed')}>{noticedText}</Time>}
        {timeMemberNames.map((member) => {
          const text = timeText(countedTask, member);
          return (
            text !== null && (
              <Time key={member} label={said(timeMembers[member].label)}>
                {text}
              </Time>
            )
          );
        })}
      </dl>
      <Answer response={response} />
    </div>
  );
}

function Time({ label, children }: { label: string; children: string }) {
  return (
    <div className={styles.time}>
      <dt className={texts.fine}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Says in what time the call was answered, and whether that is within the promise. Without times it says neither. */
function Answer({ response: { minutes, hours: promisedHours, state } }: { response: CallResponse }) {
  if (minutes === null) return <p className={texts.muted}>{t('time not recorded')}</p>;
  return (
    <div className={styles.answer}>
      <p className={styles.duration}>{t('Answered in {duration}', { duration: durationText(minutes) })}</p>
      {promisedHours !== null && (
        <p
          className={`${layout.line} ${surface.smallIcons} ${texts.smaller} ${state === 'within' ? styles.inTime : styles.late}`}
        >
          <Icon name={state === 'within' ? 'check' : 'clock'} />
          {state === 'within' ? withinText(promisedHours) : lateText(minutes, promisedHours)}
        </p>
      )}
    </div>
  );
}
