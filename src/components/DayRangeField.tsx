import { useState } from 'react';
import { readRangeDay, type DayRange } from '../lib/calendar/day-range.ts';
import { t, tIn } from '../lib/language/translate.ts';
import { calendarMonth, contractYear, lastTwelveMonths } from '../records/day-ranges.ts';
import { visitTime } from '../records/task/visit.ts';
import { longDay } from '../records/time.ts';
import { SelectField } from '../ui/field/SelectField.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useToday } from './use-today.ts';
import styles from './DayRangeField.module.css';

interface DayRangeFieldProps extends DayRange {
  /** The end of the contract as the record has it, from which the contract year is computed; null without a contract. */
  contract: string | null;
  onChange: (range: DayRange) => void;
}

const anyDay: DayRange = { from: null, to: null };
/** The value of the choice to type both days. */
const typedDays = 'typed';

/** A choice of a range of days: a usual range such as this month, or two typed dates in any notation (`decisions §17`). */
export function DayRangeField({ from, to, contract, onChange }: DayRangeFieldProps) {
  const today = visitTime(useToday()).date;
  const [isTyping, setTyping] = useState(false);
  const contractRange = contractYear(contract, today);
  const ranges = [
    { value: '', label: t('All dates'), range: anyDay },
    { value: 'month', label: t('This month'), range: calendarMonth(today) },
    { value: 'last-month', label: t('Last month'), range: calendarMonth(today, -1) },
    { value: 'twelve-months', label: t('Last 12 months'), range: lastTwelveMonths(today) },
    ...(contractRange ? [{ value: 'contract', label: t('This contract year'), range: contractRange }] : []),
  ];
  const usualRange = ranges.find(({ range }) => range.from === from && range.to === to);
  const chosen = isTyping || !usualRange ? typedDays : usualRange.value;
  return (
    <>
      <SelectField
        label={t('Dates')}
        value={chosen}
        onChange={(value) => {
          setTyping(value === typedDays);
          const range = ranges.find((candidate) => candidate.value === value)?.range;
          if (range) onChange(range);
        }}
        options={[
          ...ranges.map(({ value, label }) => ({ value, label })),
          { value: typedDays, label: t('From … to …') },
        ]}
      />
      {chosen === typedDays && (
        <div className={styles.days}>
          <DayField
            label={tIn('of a range of days', 'From')}
            day={from}
            end="from"
            today={today}
            error={from !== null && to !== null && from > to ? t('The first day is after the last one.') : null}
            onChange={(day) => onChange({ from: day, to })}
          />
          <DayField
            label={tIn('of a range of days', 'To')}
            day={to}
            end="to"
            today={today}
            error={null}
            onChange={(day) => onChange({ from, to: day })}
          />
        </div>
      )}
    </>
  );
}

interface DayFieldProps {
  label: string;
  /** The day in the form `2026-03-02`; null for no limit. */
  day: string | null;
  end: keyof DayRange;
  today: string;
  error: string | null;
  onChange: (day: string | null) => void;
}

/** A field for a date in any notation. When the focus leaves it, the date is written in full. A text that is no date shows an error at once. */
function DayField({ label, day, end, today, error, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isInvalid = typed !== null && typed.trim() !== '' && readRangeDay(typed, end, today) === null;
  return (
    <TextField
      label={label}
      value={typed ?? (day === null ? '' : longDay(day))}
      error={isInvalid ? t('This is not a date. Write it like {example}.', { example: longDay(today) }) : error}
      onChange={(text) => {
        setTyped(text);
        const newDay = readRangeDay(text, end, today);
        if (newDay !== day) onChange(newDay);
      }}
      onBlur={() => {
        if (!isInvalid) setTyped(null);
      }}
    />
  );
}
