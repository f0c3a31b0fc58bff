import { useRef, useState, type ComponentProps } from 'react';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { endOfLastDay, lastDayOf, lastDayProblem, typedDayProblem } from './key-ends.ts';

type LastDayFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'label'> & { label?: string };

/** The last day of a key; empty lets it work until it is revoked. */
export function LastDayField({
  label = t('Last day (optional)'),
  hint = t('The key works until the end of this day. Leave empty to let it work until it is revoked.'),
  ...field
}: LastDayFieldProps) {
  return <TextField {...field} label={label} hint={hint} type="date" />;
}

/**
 * The input of a last day. A value that was not changed is never a problem.
 * @param stored the end of now, ISO 8601; null for none
 */
export function useLastDay(stored: string | null) {
  const today = useToday();
  const [lastDay, setLastDay] = useState(lastDayOf(stored));
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const changed = lastDay !== lastDayOf(stored);
  return {
    /** The end that it means, ISO 8601; null for none. */
    end: endOfLastDay(lastDay, stored),
    /**
     * Shows what is wrong with the day, and returns whether it is right.
     * @param needed the problem of an empty day, where one is required
     */
    check: (needed?: string): boolean => {
      // half a date has no value, and only the input knows of it
      const unfinished = input.current?.validity.badInput ?? false;
      const found =
        (changed || unfinished ? lastDayProblem(lastDay, unfinished, new Date()) : undefined) ??
        (lastDay === '' ? needed : undefined);
      setProblem(found);
      if (found !== undefined) input.current?.focus();
      return found === undefined;
    },
    field: {
      value: lastDay,
      onChange: (day: string) => {
        setLastDay(day);
        setProblem(undefined);
      },
      error: problem ?? (changed ? typedDayProblem(lastDay, today) : undefined),
      inputRef: input,
    },
  };
}
