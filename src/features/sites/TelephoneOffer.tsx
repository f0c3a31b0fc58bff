import type { MouseEvent } from 'react';
import { t } from '../../lib/language/translate.ts';
import { readTelephone, singaporeInstead } from '../../records/site/telephone.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SitesRoute.module.css';

/** Says how a typed number will be saved; null if it is typed in exactly that notation, or cannot be read. */
export function telephoneRemark(typed: string): string | null {
  const reading = readTelephone(typed);
  if (!('telephone' in reading) || reading.telephone.shown === typed.trim()) return null;
  return t('Stored and dialled as {number}.', { number: reading.telephone.shown });
}

/** Says what is wrong with a typed number; null if it can be saved. */
export function telephoneProblem(typed: string): string | null {
  const reading = readTelephone(typed);
  if ('error' in reading) return reading.error;
  return 'telephone' in reading ? null : t('Is this a number of Malaysia or of Singapore? Choose below.');
}

interface TelephoneOfferProps {
  typed: string;
  /** The name of the input of the number. It gets the focus, because the pressed button disappears. */
  field: string;
  onTake: (shown: string) => void;
}

/**
 * Asks whether eight digits are a number of Malaysia or of Singapore (`decisions §17`). A saved Malaysian number that could be one of
 * Singapore can be changed to that.
 */
export function TelephoneOffer({ typed, field: name, onTake }: TelephoneOfferProps) {
  const reading = readTelephone(typed);
  const choices =
    'malaysia' in reading
      ? [
          { text: t('In Malaysia: {number}', { number: reading.malaysia.shown }), number: reading.malaysia },
          { text: t('In Singapore: {number}', { number: reading.singapore.shown }), number: reading.singapore },
        ]
      : [];
  const alternative = 'telephone' in reading ? singaporeInstead(reading.telephone) : null;
  if (alternative !== null)
    choices.push({
      text: t('A number of Singapore? Set {number}', { number: alternative.shown }),
      number: alternative,
    });
  if (choices.length === 0) return null;
  const take = (shown: string, { form }: HTMLButtonElement) => {
    onTake(shown);
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <div className={layout.wrap}>
      {choices.map(({ text, number }) => (
        <Button
          key={number.country}
          className={styles.offer}
          onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => take(number.shown, currentTarget)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
