import { useId, useState } from 'react';
import { useToday } from '../../components/use-today.ts';
import { dayNumber } from '../../lib/calendar/day.ts';
import { yearProblem, type YearRange } from '../../lib/calendar/year-range.ts';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { hasPlaceFor, type PromiseColumns, type PromiseStart } from '../../records/site/site-promise.ts';
import { siteStamp } from '../../records/time.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import choicesStyle from '../../ui/field/Choices.module.css';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

type Since = 'today' | 'day' | 'always';

const choices: readonly { since: Since; words: Message }[] = [
  { since: 'today', words: message('From today: calls before today are counted by what was promised then') },
  { since: 'day', words: message('From a day') },
  {
    since: 'always',
    words: message('It was wrong: all calls are counted by the new promise, those of past years too'),
  },
];

/** The earlier promise ends on the day before the start, and that day must be in the years 2000 to 2099 as well. */
const startYears: YearRange = { first: 2001, last: 2099 };

interface PromiseStartDialogProps {
  /** The site as it was read. */
  site: PromiseColumns;
  onClose: () => void;
  onChosen: (start: PromiseStart) => void;
}

/** Asks since when a changed promise holds: only the correction of a wrong promise changes past figures (`decisions §14`). */
export function PromiseStartDialog({ site, onClose, onChosen }: PromiseStartDialogProps) {
  const today = siteStamp(useToday()).slice(0, 10);
  const [since, setSince] = useState<Since>('today');
  const [day, setDay] = useState(today);
  const [error, setError] = useState<string | undefined>();
  const [isFull, setFull] = useState(false); // the site has as many earlier promises as it can have
  const name = useId();
  const clear = () => {
    setError(undefined);
    setFull(false);
  };
  const confirm = () => {
    const start = since === 'always' ? 'always' : since === 'today' ? today : day;
    const problem =
      since === 'day'
        ? (yearProblem(day, startYears) ??
          (Number.isNaN(dayNumber(day)) ? t('Choose the day from which it holds.') : undefined))
        : undefined;
    setError(problem);
    if (problem !== undefined) return;
    if (hasPlaceFor(site, start)) onChosen(start);
    else setFull(true);
  };
  return (
    <ConfirmDialog
      title={t('Since when does the new promise hold?')}
      action={t('Save')}
      variant="primary"
      onClose={onClose}
      onConfirm={confirm}
    >
      <fieldset className={`${layout.gap1} ${choicesStyle.choices}`}>
        <legend className={texts.label}>{t('The promise for emergency calls')}</legend>
        {choices.map(({ since: choice, words }) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              checked={since === choice}
              onChange={() => {
                setSince(choice);
                clear();
              }}
            />
            {said(words)}
          </label>
        ))}
      </fieldset>
      {since === 'day' && (
        <TextField
          label={t('The first day')}
          type="date"
          value={day}
          error={error}
          onChange={(value) => {
            setDay(value);
            clear();
          }}
        />
      )}
      {isFull && (
        <p role="alert" className={texts.problem}>
          {t('A site has no more than 20 earlier promises. Choose an earlier day, which replaces those after it.')}
        </p>
      )}
    </ConfirmDialog>
  );
}
