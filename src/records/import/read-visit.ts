import { said, t } from '../../lib/language/translate.ts';
import { lengthOf } from '../../lib/text-rules.ts';
import { sentences } from '../sentences.ts';
import { taskLimits } from '../task/task.ts';
import { kindWords } from '../task/visit-facts.ts';
import { visitKinds, type VisitKind, isTooFarAhead } from '../task/visit.ts';
import { longDate, monthAt, monthLabel, months, taskYears, type Month } from '../time.ts';
import { leftOut, quoted, type AddDefect, type VisitText } from './import-plan.ts';
import { readMembers, type RawMembers } from './read-members.ts';
import { outsideText } from './read-moment.ts';
import { plainText, readLine, readMonth, readStamp, readText, readYear, readYes } from './read-value.ts';

export interface RawVisit extends RawMembers {
  time: unknown;
  year: unknown;
  month: unknown;
  title: unknown;
  tasks: unknown;
  showing: unknown;
  kind?: unknown;
  /** The title for a visit without a title. Without `lead`, it is the first line of the text. */
  lead?: string;
}

const isPresent = (value: unknown) => plainText(value).trim() !== '';

/**
 * Reads a visit of an old record. It is filed under its own year and month, even if its time is in another month (`decisions §8`). Null when it
 * cannot be imported.
 */
export function readVisit(raw: RawVisit, now: Date, addDefect: AddDefect): VisitText | null {
  const period = readPeriod(raw, addDefect);
  if (!period) return null;
  if (isTooFarAhead(period.time, now)) {
    addDefect(t('It is dated {date}, which is in the future.', { date: longDate(period.time) }), said(leftOut));
    return null;
  }
  const texts = readTexts(raw, addDefect);
  if (!texts) return null;
  const kind = readKind(raw.kind);
  if (kind === undefined)
    addDefect(t('The kind {kind} is not known.', { kind: quoted(raw.kind) }), t('Imported without a kind.'));
  const members = readMembers(raw, period.time, now, addDefect);
  const showing = readShowing(raw.showing, addDefect);
  return { ...period, ...texts, showing, ...(kind && { kind }), ...members };
}

function readPeriod(raw: RawVisit, addDefect: AddDefect): { time: string; year: string; month: Month } | null {
  const time = readStamp(raw.time);
  const year = taskYears.find((taskYear) => taskYear === readYear(raw.year));
  const month = readMonth(raw.month);
  if (time === null) {
    const problem = isPresent(raw.time)
      ? t('The time {time} is not a date.', { time: quoted(raw.time) })
      : t('It has no time.');
    if (!year || !month) {
      addDefect(problem, said(leftOut));
      return null;
    }
    const number = months.findIndex(({ value }) => value === month) + 1;
    const firstDay = `${year}-${String(number).padStart(2, '0')}-01T00:00:00+08:00`;
    addDefect(problem, t('Imported, dated {date}.', { date: longDate(firstDay) }));
    return { time: firstDay, year, month };
  }
  const yearOfTime = taskYears.find((taskYear) => taskYear === time.slice(0, 4));
  const filedYear = year ?? yearOfTime;
  if (!filedYear) {
    addDefect(outsideText(readYear(raw.year) ?? time.slice(0, 4)), said(leftOut));
    return null;
  }
  const filedMonth = month ?? monthAt(Number(time.slice(5, 7)) - 1);
  if (!year)
    addDefect(
      isPresent(raw.year) ? t('{year} is not a valid year.', { year: quoted(raw.year) }) : t('It has no year.'),
      t('Filed under {year}, the year of its time.', { year: filedYear }),
    );
  if (!month)
    addDefect(
      isPresent(raw.month) ? t('{month} is not a valid month.', { month: quoted(raw.month) }) : t('It has no month.'),
      t('Filed under {month}, the month of its time.', { month: monthLabel(filedMonth) }),
    );
  return { time, year: filedYear, month: filedMonth };
}

function readTexts(raw: RawVisit, addDefect: AddDefect): { title: string; tasks: string } | null {
  const title = readLine(raw.title, 'title', addDefect);
  const text = readText(raw.tasks, 'text', addDefect);
  if (title === '' && text === '') {
    addDefect(t('It has neither a title nor a text.'), said(leftOut));
    return null;
  }
  if (lengthOf(text) > taskLimits.text) {
    addDefect(
      t('Its text has {length} characters; {limit} can be kept.', { length: lengthOf(text), limit: taskLimits.text }),
      sentences(said(leftOut), t('Shorten it in the file.')),
    );
    return null;
  }
  if (title === '') addDefect(t('It has no title.'), t('The beginning of its text is used as its title.'));
  if (text === '') addDefect(t('It has no text.'), t('Its title is used as its text too.'));
  return fittedTexts(title || raw.lead || (text.split('\n')[0] ?? text), text || title, addDefect);
}

/** Shortens a title that is too long, and puts the full title before the text. Null when the text is then too long. */
function fittedTexts(title: string, text: string, addDefect: AddDefect): { title: string; tasks: string } | null {
  const characters = Array.from(title);
  if (characters.length <= taskLimits.title) return { title, tasks: text };
  const start = characters.slice(0, taskLimits.title - 1).join('');
  const shortTitle = `${start.trimEnd()}…`;
  if (text.startsWith(title)) return { title: shortTitle, tasks: text };
  const fullText = `${title}\n${text}`;
  if (lengthOf(fullText) > taskLimits.text) {
    addDefect(
      t('Its title and text have {length} characters; {limit} can be kept.', {
        length: lengthOf(fullText),
        limit: taskLimits.text,
      }),
      sentences(said(leftOut), t('Shorten them in the file.')),
    );
    return null;
  }
  addDefect(
    t('Its title has {length} characters; {limit} can be kept.', {
      length: characters.length,
      limit: taskLimits.title,
    }),
    t('Shortened; its text begins with the full title.'),
  );
  return { title: shortTitle, tasks: fullText };
}

function readShowing(value: unknown, addDefect: AddDefect): 'True' | 'False' {
  const shown = readYes(value);
  if (shown !== null) return shown ? 'True' : 'False';
  addDefect(
    isPresent(value)
      ? t('Its “showing”, {value}, is neither yes nor no.', { value: quoted(value) })
      : t('It does not say whether it is shown.'),
    t('Imported as hidden; it can be restored.'),
  );
  return 'False';
}

/** Common words for the kinds, besides the words of the portal. */
const commonKindWords: Readonly<Record<VisitKind, readonly string[]>> = {
  preventive: [
    'preventive maintenance',
    'pm',
    'ppm',
    'maintenance',
    'routine',
    'scheduled',
    'servicing',
    'service',
    'berkala',
    'pencegahan',
    'penyelenggaraan',
    'penyelenggaraan pencegahan',
    '保养',
    '定期保养',
    '维护',
    '预防',
    '预防性',
    '预防性维护',
    '保養',
    '定期保養',
    '維護',
    '預防',
    '預防性',
    '預防性維護',
  ],
  emergency: [
    'emergency call',
    'breakdown',
    'callout',
    'call out',
    'call-out',
    'urgent',
    'kecemasan',
    'kerosakan',
    '紧急',
    '抢修',
    '紧急维修',
    '故障',
    '緊急',
    '搶修',
    '緊急維修',
  ],
  other: ['other work', 'others', 'lain', 'lain-lain', '其他', '其它'],
};

/** The kind that a word means; null for an empty value, and undefined for an unknown word. */
export function readKind(value: unknown): VisitKind | null | undefined {
  const word = plainText(value).normalize('NFKC').trim().toLowerCase();
  if (word === '') return null;
  // *PM (monthly)* and *Emergency call - arm* have the kind of the words before the bracket or dash
  const firstWords = word.split(/[([:/,–-]/u)[0]?.trim() ?? '';
  const kinds = [word, firstWords].flatMap((candidate) =>
    visitKinds.filter(({ value: stored, label }) => {
      const name = label.toLowerCase();
      const portalWords = kindWords[stored].map((words) => words.toLowerCase());
      return [stored, name, name.split(' ')[0], ...commonKindWords[stored], ...portalWords].includes(candidate);
    }),
  );
  return kinds[0]?.value;
}
