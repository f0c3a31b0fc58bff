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

// Finds the notation of a date column. All its cells together decide on one notation. A cell that contradicts it has to be repaired by a
// person: day and month are never swapped to make a single cell fit (`decisions §8`).

/** The possible orders of day, month and year in a date of three numbers. */
export const dateOrders: readonly { value: DateOrder; label: Message }[] = [
  { value: 'day-first', label: message('Day first') },
  { value: 'month-first', label: message('Month first') },
  { value: 'year-first', label: message('Year first') },
];

export interface FoundNotation extends DateNotation {
  /** The orders that fit, the likeliest first. With fewer than two, a person has nothing to choose. */
  orders: readonly DateOrder[];
  /** Whether some dates are serial numbers of a spreadsheet, which depend on the epoch. */
  dependsOnEpoch: boolean;
  /** Whether some dates are three numbers, which depend on the order. */
  dependsOnOrder: boolean;
  /** The first date that means several days, with the day of each order; null without such a date. */
  example: { written: string; days: Partial<Record<DateOrder, string>> } | null;
}

/** An order is chosen without asking only if it alone fits at least this many times as many rows as another order alone. */
const clearMajority = 3;

/** The notation of a column, from all its cells. `order` is null when the cells do not decide it, and a person has to choose. */
export function findNotation(cells: readonly string[], now: Date): FoundNotation {
  const written = cells.map((cell) => writtenDate(cell));
  const numbers = written.flatMap((date) => (date?.form === 'numbers' ? [date.numbers] : []));
  const serials = written.flatMap((date) => (date?.form === 'serial' ? [date] : []));
  return {
    ...foundOrder(numbers),
    epoch: foundEpoch(serials, now),
    dependsOnEpoch: serials.length > 0,
    dependsOnOrder: numbers.length > 0,
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
      // if the last number has four digits, it is the year; otherwise any of the three may be, so only years that visits can have count
      return day && (row[2].length === 4 || isTaskYear(day.year)) ? JSON.stringify(day) : null;
    }),
  }));
  const possible = fits
    .filter(({ days }) => readableCount(days) > 0)
    .toSorted((a, b) => readableCount(b.days) - readableCount(a.days));
  const orders = possible.map(({ order }) => order);
  const [best, ...others] = possible;
  // where no date can be read in any order, the two usual orders are offered
  if (!best) return { order: null, orders: rows.length === 0 ? [] : ['day-first', 'month-first'] };
  const isBest = others.every(({ days }) => {
    const fitsOnlyOther = days.filter((day, index) => day !== null && best.days[index] === null).length;
    const fitsOnlyBest = best.days.filter((day, index) => day !== null && days[index] === null).length;
    const isSame = best.days.every((day, index) => day === days[index]);
    return isSame || (fitsOnlyBest > 0 && fitsOnlyBest >= clearMajority * fitsOnlyOther);
  });
  return { order: isBest ? best.order : null, orders };
}

const readableCount = (days: readonly (string | null)[]) => days.filter((day) => day !== null).length;
const isTaskYear = (year: number) => taskYears.some((taskYear) => taskYear === String(year));

/** The epoch of serial dates: 1904 if counting from 1900 gives dates that visits cannot have, and counting from 1904 does not; otherwise 1900. */
function foundEpoch(serials: readonly Extract<WrittenDate, { form: 'serial' }>[], now: Date): DateEpoch {
  // tomorrow, because Singapore may be a day ahead of UTC; the text is only compared, so a 32nd does no harm
  const last = isoDay({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() + 1 });
  const areVisits = (epoch: DateEpoch) =>
    serials.every((serial) => {
      const day = readDay(serial, { order: null, epoch });
      return day !== null && isTaskYear(day.year) && isoDay(day) <= last;
    });
  return serials.length > 0 && !areVisits(1900) && areVisits(1904) ? 1904 : 1900;
}
