import { taskLimits } from '../task/stored-task.ts';
import { isVisitKind, visitKinds, type VisitKind } from '../task/visit-kind.ts';
import { isTooFarAhead } from '../task/visit-time.ts';
import { lengthOf } from '../../lib/text-rules.ts';
import { longDate, monthLabel, months, taskYears, type Month } from '../time.ts';
import { leftOut, quoted, type Report, type VisitText } from './import-plan.ts';
import { readLine, readText } from './read-text.ts';
import { plainText, readMonth, readStamp, readYear, readYes } from './read-value.ts';

export interface RawVisit {
  time: unknown;
  year: unknown;
  month: unknown;
  title: unknown;
  tasks: unknown;
  showing: unknown;
  kind?: unknown;
}

const isGiven = (value: unknown) => plainText(value).trim() !== '';

/** Null when it cannot be imported. Stays filed under its year and month, whatever its time says (`decisions §8`). */
export function readVisit(raw: RawVisit, now: Date, report: Report): VisitText | null {
  const period = readPeriod(raw, report);
  if (!period) return null;
  if (isTooFarAhead(period.time, now)) {
    report(`It is dated ${longDate(period.time)}, which is in the future.`, leftOut);
    return null;
  }
  const texts = readTexts(raw, report);
  if (!texts) return null;
  const kind = readKind(raw.kind, report);
  return { ...period, ...texts, showing: readShowing(raw.showing, report), ...(kind && { kind }) };
}

function readPeriod(raw: RawVisit, report: Report): { time: string; year: string; month: Month } | null {
  const time = readStamp(raw.time);
  const year = taskYears.find((one) => one === readYear(raw.year));
  const month = readMonth(raw.month);
  if (time === null) {
    const problem = isGiven(raw.time) ? `The time ${quoted(raw.time)} is not a date.` : 'It has no time.';
    if (!year || !month) {
      report(problem, leftOut);
      return null;
    }
    report(problem, `Imported, dated 1 ${monthLabel(month)} ${year}.`);
    const number = months.findIndex(({ value }) => value === month) + 1;
    return { time: `${year}-${String(number).padStart(2, '0')}-01T00:00:00+08:00`, year, month };
  }
  const yearOfTime = taskYears.find((one) => one === time.slice(0, 4));
  const filedYear = year ?? yearOfTime;
  if (!filedYear) {
    report(
      `It is dated ${readYear(raw.year) ?? time.slice(0, 4)}; visits are kept from ${taskYears[0]} to ${taskYears.at(-1)}.`,
      leftOut,
    );
    return null;
  }
  const filedMonth = month ?? months[Number(time.slice(5, 7)) - 1]?.value ?? 'january';
  if (!year) report(saidOf('year', raw.year), `Filed under ${filedYear}, the year of its time.`);
  if (!month) report(saidOf('month', raw.month), `Filed under ${monthLabel(filedMonth)}, the month of its time.`);
  return { time, year: filedYear, month: filedMonth };
}

function saidOf(name: string, value: unknown): string {
  return isGiven(value) ? `${quoted(value)} is not a valid ${name}.` : `It has no ${name}.`;
}

function readTexts(raw: RawVisit, report: Report): { title: string; tasks: string } | null {
  const title = readLine(raw.title, 'Its title', report);
  const text = readText(raw.tasks, 'Its text', report);
  if (title === '' && text === '') {
    report('It has neither a title nor a text.', leftOut);
    return null;
  }
  if (lengthOf(text) > taskLimits.text) {
    report(
      `Its text has ${lengthOf(text)} characters; ${taskLimits.text} can be kept.`,
      `${leftOut} Shorten it in the file.`,
    );
    return null;
  }
  if (title === '') report('It has no title.', 'The beginning of its text is used as its title.');
  if (text === '') report('It has no text.', 'Its title is used as its text too.');
  return fittedTexts(title || (text.split('\n')[0] ?? text), text || title, report);
}

/** The rest of a title that is too long is put before the text. */
function fittedTexts(title: string, text: string, report: Report): { title: string; tasks: string } | null {
  const characters = Array.from(title);
  if (characters.length <= taskLimits.title) return { title, tasks: text };
  const short = `${characters
    .slice(0, taskLimits.title - 1)
    .join('')
    .trimEnd()}…`;
  if (text.startsWith(title)) return { title: short, tasks: text };
  const whole = `${title}\n${text}`;
  if (lengthOf(whole) > taskLimits.text) {
    report(
      `Its title and text have ${lengthOf(whole)} characters; ${taskLimits.text} can be kept.`,
      `${leftOut} Shorten them in the file.`,
    );
    return null;
  }
  report(
    `Its title has ${characters.length} characters; ${taskLimits.title} can be kept.`,
    'Shortened; its text begins with the full title.',
  );
  return { title: short, tasks: whole };
}

function readShowing(value: unknown, report: Report): 'True' | 'False' {
  const shown = readYes(value);
  if (shown !== null) return shown ? 'True' : 'False';
  report(
    isGiven(value) ? `Its “showing”, ${quoted(value)}, is neither yes nor no.` : 'It does not say whether it is shown.',
    'Imported as hidden; it can be restored.',
  );
  return 'False';
}

function readKind(value: unknown, report: Report): VisitKind | null {
  const word = plainText(value).trim().toLowerCase();
  if (word === '') return null;
  if (word === 'pm') return 'preventive';
  const found = visitKinds.find(
    (kind) =>
      kind.value === word || kind.label.toLowerCase() === word || kind.label.toLowerCase().split(' ')[0] === word,
  );
  if (found && isVisitKind(found.value)) return found.value;
  report(`The kind ${quoted(value)} is not known.`, 'Imported without a kind.');
  return null;
}
