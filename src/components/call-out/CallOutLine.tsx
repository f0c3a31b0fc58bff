import { said, t } from '../../lib/language/translate.ts';
import { withinText } from '../../records/site/site-promise.ts';
import { timeText, type SaidVisit } from '../../records/task/member-words.ts';
import { timeMemberNames, timeMembers } from '../../records/task/optional-members.ts';
import { durationText, lateText } from '../../records/task/response-words.ts';
import type { CallResponse } from '../../records/task/response.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './CallOutLine.module.css';

interface CallOutLineProps {
  task: SaidVisit;
  /** Null where the visit answered no call. */
  response: CallResponse | null;
}

/** The times of a call on one line, and how fast it was answered; a call without times says so (`decisions §14`). */
export function CallOutLine({ task, response }: CallOutLineProps) {
  if (response === null) return null;
  return (
    <div className={styles.line}>
      <dl className={styles.times}>
        {timeMemberNames.map((member) => {
          const text = timeText(task, member);
          return (
            text !== null && (
              <div key={member} className={styles.time}>
                <dt className={texts.fine}>{said(timeMembers[member].label)}</dt>
                <dd>{text}</dd>
              </div>
            )
          );
        })}
      </dl>
      <Answer response={response} />
    </div>
  );
}

/** A missing time is neither kept nor late. */
function Answer({ response: { minutes, hours, state } }: { response: CallResponse }) {
  if (minutes === null) return <p className={texts.muted}>{t('time not recorded')}</p>;
  return (
    <div className={styles.answer}>
      <p className={styles.duration}>{t('Answered in {duration}', { duration: durationText(minutes) })}</p>
      {hours !== null && (
        <p
          className={`${layout.line} ${surface.smallIcons} ${texts.smaller} ${state === 'within' ? styles.inTime : styles.late}`}
        >
          <Icon name={state === 'within' ? 'check' : 'clock'} />
          {state === 'within' ? withinText(hours) : lateText(minutes, hours)}
        </p>
      )}
    </div>
  );
}
