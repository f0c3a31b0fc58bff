import type { MouseEvent } from 'react';
import { t } from '../../lib/language/translate.ts';
import { promiseText, readCalls, readHours } from '../../records/site/site-promise.ts';
import { suggestedInterval } from '../../records/site/suggested-interval.ts';
import { suggestedPromise } from '../../records/site/suggested-promise.ts';
import { Button } from '../../ui/Button.tsx';
import type { TypedSite } from './site-edit.ts';
import styles from './SitesRoute.module.css';

// Buttons that copy the number which the words of an agreement suggest into the field of that number.

interface OfferProps {
  typed: TypedSite;
  onTake: (values: Partial<TypedSite>) => void;
}

const wordsOf = (typed: TypedSite[keyof TypedSite]) => (typeof typed === 'string' ? typed.trim() : '');

/** Offers the interval that *Preventive Maintenance* suggests, unless it is typed already. */
export function IntervalOffer({ typed, onTake }: OfferProps) {
  const words = wordsOf(typed.preventive_maintenance);
  const months = suggestedInterval(words);
  if (months === null || String(months) === typed.visit_every_months) return null;
  return (
    <SuggestionOffer
      text={t('Set {months}, as “{words}” suggests', { months, words })}
      field="visit_every_months"
      onTake={() => onTake({ visit_every_months: String(months) })}
    />
  );
}

/** Offers the hours and calls that *Emergency Visits* suggests, unless they are typed already. A number that its words do not name stays as it is. */
export function PromiseOffer({ typed, onTake }: OfferProps) {
  const words = wordsOf(typed.emergency_visit);
  const { hours, calls } = suggestedPromise(words);
  const suggested = {
    hours: hours !== null && readHours(wordsOf(typed.response_hours)) !== hours ? hours : null,
    calls: calls !== null && readCalls(wordsOf(typed.emergency_calls_a_year)) !== calls ? calls : null,
  };
  const promise = promiseText(suggested);
  if (promise === null) return null;
  return (
    <SuggestionOffer
      text={t('Set {promise}, as “{words}” suggests', { promise, words })}
      field={suggested.hours === null ? 'emergency_calls_a_year' : 'response_hours'}
      onTake={() =>
        onTake({
          ...(suggested.hours !== null && { response_hours: String(suggested.hours) }),
          ...(suggested.calls !== null && { emergency_calls_a_year: String(suggested.calls) }),
        })
      }
    />
  );
}

interface SuggestionOfferProps {
  text: string;
  /** The name of the field that is filled. It gets the focus, because the pressed button disappears. */
  field: string;
  onTake: () => void;
}

function SuggestionOffer({ text, field, onTake }: SuggestionOfferProps) {
  const take = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onTake();
    const input = currentTarget.form?.elements.namedItem(field);
    if (input instanceof HTMLElement) input.focus();
  };
  return (
    <Button className={styles.offer} onClick={take}>
      {text}
    </Button>
  );
}
