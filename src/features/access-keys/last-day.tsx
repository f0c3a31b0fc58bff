import { useRef, useState, type ComponentProps } from 'react';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { endOfLastDay, lastDayOf, lastDayProblem, typedDayProblem } from './key-ends.ts';

type LastDayFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'label'> & { label?: string };

/** The field for the last day of a key. An empty field means that the key works until it is revoked. */
export function LastDayField({
  label = t('Last day (optional)'),
  hint = t('The key works until the end of this day. Leave empty to let it work until it is revoked.'),
  ...field
}: LastDayFieldProps) {
  return <TextField {...field} label={label} hint={hint} type="date" />;
}

/**
 * The state of a `LastDayField`. An unchanged day is always valid.
 * @param savedEnd the present end of the key, as an ISO 8601 time; null for none
 */
export function useLastDay(savedEnd: string | null) {
  const today = useToday();
  const [lastDay, setLastDay] = useState(lastDayOf(savedEnd));
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isChanged = lastDay !== lastDayOf(savedEnd);
  return {
    /** The end for the typed day, as an ISO 8601 time; null for none. */
    end: endOfLastDay(lastDay, savedEnd),
    /**
     * Shows what is wrong with the day, and returns whether it is valid.
     * @param emptyProblem the message for an empty field, if a day is required
     */
    check: (emptyProblem?: string): boolean => {
      // the value of a half-typed date is empty; only the validity of the input tells it from an empty field
      const isUnfinished = input.current?.validity.badInput ?? false;
      const newProblem =
        (isChanged || isUnfinished ? lastDayProblem(lastDay, isUnfinished, new Date()) : undefined) ??
        (lastDay === '' ? emptyProblem : undefined);
      setProblem(newProblem);
      if (newProblem !== undefined) input.current?.focus();
      return newProblem === undefined;
    },
    /** The props of the field. */
    field: {
      value: lastDay,
      onChange: (day: string) => {
        setLastDay(day);
        setProblem(undefined);
      },
      error: problem ?? (isChanged ? typedDayProblem(lastDay, today) : undefined),
      inputRef: input,
    },
  };
}
