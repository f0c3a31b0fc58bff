import { useId } from 'react';
import { message, said, t, type Message } from '../../../lib/language/translate.ts';
import type { SiteImportState } from './use-site-import.ts';
import choicesStyle from '../../../ui/field/Choices.module.css';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

const choices: readonly { since: 'today' | 'always'; words: Message }[] = [
  { since: 'today', words: message('From today: calls before today are counted by what was promised then') },
  {
    since: 'always',
    words: message('It was wrong: all calls are counted by the new promise, those of past years too'),
  },
];

/** Asks since when the changed promises hold: only the correction of a wrong promise changes past figures (`decisions §14`). */
export function PromiseQuestion({
  promisedFrom,
  setPromisedFrom,
  today,
}: Pick<SiteImportState, 'promisedFrom' | 'setPromisedFrom' | 'today'>) {
  const name = useId();
  return (
    <fieldset className={`${layout.gap1} ${choicesStyle.choices}`}>
      <legend className={texts.label}>{t('Since when does the new promise hold?')}</legend>
      {choices.map(({ since, words }) => (
        <label key={since}>
          <input
            type="radio"
            name={name}
            checked={(promisedFrom === 'always') === (since === 'always')}
            onChange={() => setPromisedFrom(since === 'always' ? 'always' : today)}
          />
          {said(words)}
        </label>
      ))}
    </fieldset>
  );
}
