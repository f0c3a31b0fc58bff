import { isoDay } from '../../lib/calendar/day.ts';
import {
  dayInOrder,
  readDay,
  writtenDate,
  type DateEpoch,
  type DateNotation,
  type DateOrder,
  type WrittenDate,
} from '../../lib/calendar/written-date.ts';
import { message, type Message } from '../../lib/language/translate.ts';
import { longDay, taskYears } from '../time.ts';

// Rule (`decisions §8` dates a visit): all cells of a date column have one notation, which they decide together. A cell
// that contradicts it is repaired by a person; day and month are never exchanged to make a cell fit.

/** The order of three numbers. */
export const dateOrders: readonly { value: DateOrder; label: Message }[] = [
  { value: 'day-first', label: message('Day first') },
  { value: 'month-first', label: message('Month first') },
  { value: 'year-first', label: message('Year first') },
];

export interface FoundNotation extends DateNotation {
  /** The orders that fit, the likely one first; fewer than two where there is nothing to ask. */
  orders: readonly DateOrder[];
  /** Whether some dates are numbers of a spreadsheet, so that the epoch counts. */
  hasSerials: boolean;
  /** Whether some dates are three numbers, so that the order counts. */
  hasNumbers: boolean;
  /** The first date that could be several days, and these in words; null where there is none. */
  example: { written: string; days: Partial<Record<DateOrder, string>> } | null;
}

/** One order is chosen only where it fits this many times more rows than the other orders do. */
const clearMajority = 3;

/** The notation of a column, from all of its cells. Its order is null where they do not tell, and a person is to be asked. */
export function findNotation(cells: readonly string[], now: Date): FoundNotation {
  const written = cells.map((cell) => writtenDate(cell));
  const numbers = written.flatMap((date) => (date?.form === 'numbers' ? [date.numbers] : []));
  const serials = written.flatMap((date) => (date?.form === 'serial' ? [date] : []));
  return {
    ...foundOrder(numbers),
    epoch: foundEpoch(serials, now),
    hasSerials: serials.length > 0,
    hasNumbers: numbers.length > 0,
    example: exampleOf(cells),
  };
}

function exampleOf(cells: readonly string[]): FoundNotation['example'] {
  for (const written of cells) {
    const date = writtenDate(written);
    if (date?.form !== 'numbers') continue;
    const days = dateOrders.flatMap(({ value }) => {
      const day = dayInOrder(date.numbers, value);
      return day && isTaskYear(day.year) ? [[value, longDay(isoDay(day))] as const] : [];
    });
    if (new Set(days.map(([, day]) => day)).size > 1) return { written, days: Object.fromEntries(days) };
  }
  return null;
}

function foundOrder(rows: readonly (readonly [string, string, string])[]): Pick<FoundNotation, 'order' | 'orders'> {
  const fits = dateOrders.map(({ value }) => ({
    order: value,
    days: rows.map((row) => {
      const day = dayInOrder(row, value);
      // any of three numbers may be a year of two digits: only years of visits count
      return day && (row[2].length === 4 || isTaskYear(day.year)) ? JSON.stringify(day) : null;
    }),
  }));
  const possible = fits.filter(({ days }) => readIn(days) > 0).toSorted((a, b) => readIn(b.days) - readIn(a.days));
  const orders = possible.map(({ order }) => order);
  const [best, ...others] = possible;
  if (!best) return { order: null, orders: rows.length === 0 ? [] : ['day-first', 'month-first'] };
  const isBest = others.every(({ days }) => {
    const only = days.filter((day, index) => day !== null && best.days[index] === null).length;
    const against = best.days.filter((day, index) => day !== null && days[index] === null).length;
    const isSame = best.days.every((day, index) => day === days[index]);
    return isSame || (against > 0 && against >= clearMajority * only);
  });
  return { order: isBest ? best.order : null, orders };
}

const readIn = (days: readonly (string | null)[]) => days.filter((day) => day !== null).length;
const isTaskYear = (year: number) => taskYears.some((taskYear) => taskYear === String(year));

/** 1904 where counting from 1900 gives dates outside the years of visits, and counting from 1904 gives none. */
function foundEpoch(serials: readonly Extract<WrittenDate, { form: 'serial' }>[], now: Date): DateEpoch {
  const last = isoDay({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() + 1 });
  const areVisits = (epoch: DateEpoch) =>
    serials.every((serial) => {
      const day = readDay(serial, { order: null, epoch });
      return day !== null && isTaskYear(day.year) && isoDay(day) <= last;
    });
  return serials.length > 0 && !areVisits(1900) && areVisits(1904) ? 1904 : 1900;
}
