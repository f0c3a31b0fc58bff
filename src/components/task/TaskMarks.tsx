import type { ReactNode } from 'react';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { hitRangesOf } from '../../lib/text-search.ts';
import { statedAnswers } from '../../records/fault/answers.ts';
import { labelledFacts, labelledMembers, type VisitWithFaults } from '../../records/task/member-words.ts';
import { labelledTexts, listMembers, textMembers } from '../../records/task/optional-members.ts';
import { monthOfTime } from '../../records/task/task.ts';
import { misfiledText } from '../../records/task/typed-task.ts';
import { personForm } from '../../records/task/visit-people.ts';
import { isMisfiled, type FiledPeriod, visitKindLabel, kindFilters } from '../../records/task/visit.ts';
import { siteTime } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { AnsweredFaults, NamedFaults } from '../call-out/AnsweredFaults.tsx';
import { MarkedText } from '../search/MarkedText.tsx';
import { KindBadge } from './KindBadge.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskCard.module.css';

/** A note on a task that is filed under another month than the month of its date (`decisions §8`). */
export function MisfiledNote({ task }: { task: FiledPeriod & { time: string } }) {
  return isMisfiled(task) ? <p className={texts.hint}>{misfiledText(task)}</p> : null;
}

/** The state of a visit, which is the same for all shown visits (`spec §2`). It is an icon and a word and not a badge, to stay inconspicuous. */
export function CompletedMark() {
  return (
    <span className={`${layout.inline} ${texts.smallest} ${texts.bold} ${surface.smallIcons} ${styles.completed}`}>
      <Icon name="check" />
      {t('Completed')}
    </span>
  );
}

/** The kind of a visit in a list: faint text for usual maintenance, which most visits are, and a badge for the other kinds. */
export function ListedKind({ kind }: { kind: unknown }) {
  return kind === 'preventive' ? (
    <span className={`${texts.smaller} ${texts.faint}`}>{visitKindLabel(kind)}</span>
  ) : (
    <KindBadge kind={kind} />
  );
}

interface TaskTextsProps {
  task: VisitWithFaults;
  /**
   * The id of the site, from which the names of the answered faults are read. Without it only the names in `task.names` are known.
   */
  site?: number | undefined;
  /** The name of the site. If it is given, each answered fault is a link. */
  siteName?: string | undefined;
  /** The words of a search, whose hits are marked. */
  words?: readonly string[];
  /** `facts` leaves out the recommendations, which are shown elsewhere with their outcome. `texts` leaves out the times too. */
  shown?: 'all' | 'facts' | 'texts';
}

/** Lists the optional members of a visit that have a value (`decisions §14`). */
export function TaskTexts({ task, site, siteName, words = [], shown = 'all' }: TaskTextsProps) {
  const { answers, ...others } = task;
  const members = { all: labelledMembers, facts: labelledFacts, texts: labelledTexts }[shown](others);
  const hasAnswers = statedAnswers(answers).length > 0;
  return (
    (members.length > 0 || hasAnswers) && (
      <ul className={`${texts.hint} ${texts.breaks} ${styles.facts}`}>
        {members.map(({ label, text }) => (
          <li key={`${label} ${text}`}>
            {rich('{label}: {text}', { label, text: <MarkedText text={text} ranges={hitRangesOf(text, words)} /> })}
          </li>
        ))}
        {hasAnswers && (
          <li>
            {rich('{label}: {text}', {
              label: said(listMembers.answers.label),
              text:
                site === undefined ? (
                  <NamedFaults answers={answers} names={task.names} />
                ) : (
                  <AnsweredFaults answers={answers} site={site} siteName={siteName} />
                ),
            })}
          </li>
        )}
      </ul>
    )
  );
}

export function NewBadge() {
  return <Badge tone="strong">{t('New')}</Badge>;
}

const largeDay = (inner: ReactNode) => <span className={styles.day}>{inner}</span>;
const inSpan = (inner: ReactNode) => <span>{inner}</span>;

/** The time of a visit. The day is in large figures; the parts are in the order of the reader's language. */
export function TaskTime({ time }: { time: string }) {
  const { day, clock } = siteTime(time);
  return (
    <time className={`${texts.small} ${styles.time}`} dateTime={time}>
      {rich('<large>{day} </large><small>{month} at {clock}</small>', {
        day,
        month: monthOfTime(time),
        clock,
        large: largeDay,
        small: inSpan,
      })}
    </time>
  );
}

interface PersonSelectProps {
  /** The names of the people who made the listed visits. */
  people: readonly string[];
  /** The chosen name; empty for anybody. A name from the URL may differ from the names of `people` in capitals, accents and spaces. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * Limits the visits to those of a person. Not rendered if no visit names a person. A name from the URL is offered even if no visit has
 * it, so that the filter can be removed.
 */
export function PersonSelect({ people, value, onChange }: PersonSelectProps) {
  const comparedName = personForm(value);
  const chosen = people.find((name) => personForm(name) === comparedName) ?? value;
  const offeredNames = people.includes(chosen) || chosen === '' ? people : [...people, chosen];
  return offeredNames.length === 0 ? null : (
    <SelectField
      label={said(textMembers.by.label)}
      value={chosen}
      onChange={onChange}
      options={[{ value: '', label: t('Anybody') }, ...offeredNames.map((name) => ({ value: name, label: name }))]}
    />
  );
}

export function KindSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <SelectField
      label={t('Kind')}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: t('All kinds') }, ...kindFilters]}
    />
  );
}
