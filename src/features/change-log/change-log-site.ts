import * as v from 'valibot';
import { said, t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { listedWords, plainList } from '../../records/counted.ts';
import { changedEquipment, readEquipment, equipmentLabels } from '../../records/maintenance-form/maintenance-form.ts';
import { joinedStatements } from '../../records/sentences.ts';
import { siteColumns, siteValueText } from '../../records/site/site-columns.ts';
import { promisedBeforeSchema, promiseText } from '../../records/site/site-promise.ts';
import { momentText, shortDay } from '../../records/time.ts';

/** The changed fields of the site record, in the order of the form, and of its equipment; not its tasks. */
export function siteValues(change: Change): ChangedValue[] {
  const { operation, before, after } = change;
  return (
    siteColumns
      .filter(({ column }) => column in { ...before, ...after })
      .map(({ column, label, kind }): ChangedValue => ({
        label: said(label),
        before: siteValueText(kind, before?.[column]),
        after: siteValueText(kind, after?.[column]),
      }))
      // a new record has a value for every column
      .filter((value) => operation === 'UPDATE' || value.after !== null)
      .concat(archivedValue(change), earlierPromises(change), equipmentValues(change))
  );
}

/** Since when it is archived; a new record is not. */
function archivedValue({ operation, before, after }: Change): ChangedValue[] {
  if (operation !== 'UPDATE' || !('archived_at' in { ...before, ...after })) return [];
  const [was, is] = [before, after].map((record) => {
    const at = record?.['archived_at'];
    return typeof at === 'string' ? momentText(at) : null;
  });
  return [{ label: t('Archived'), before: was ?? null, after: is ?? null }];
}

/** `Archived: it is out of all lists`, `Brought back into all lists`; none where neither was done. */
function archiveSentences(change: Change): string[] {
  const [value] = archivedValue(change);
  if (!value) return [];
  return [value.after === null ? t('Brought back into all lists') : t('Archived: it is out of all lists')];
}

/** What was promised before, when a promise changed, or when what was listed was taken back. */
function earlierPromises({ before, after }: Change): ChangedValue[] {
  const [was, is] = [before, after].map((record) => earlierText(record?.['promised_before']));
  return was === is ? [] : [{ label: t('Promised before'), before: was ?? null, after: is ?? null }];
}

function earlierText(stored: unknown): string | null {
  const read = v.safeParse(promisedBeforeSchema, stored);
  const earlier = (read.success ? read.output : null) ?? [];
  return earlier.length === 0
    ? null
    : joinedStatements(
        earlier.map((promise) =>
          t('until {day}: {promise}', {
            day: shortDay(promise.until),
            promise: promiseText(promise) ?? t('nothing agreed'),
          }),
        ),
      );
}

function equipmentValues({ before, after }: Change): ChangedValue[] {
  const [was, is] = [readEquipment(before?.['equipment']), readEquipment(after?.['equipment'])];
  return changedEquipment(was, is).map((field) => ({
    label: t('Equipment, {part}', { part: said(equipmentLabels[field]) }),
    before: was[field] || null,
    after: is[field] || null,
  }));
}

function withoutArchive(columns: Change['before']): Change['before'] {
  const { archived_at: _, ...others } = columns ?? {};
  return columns && others;
}

export function siteSentences(change: Change): string[] {
  if (change.operation === 'UPDATE')
    return [
      ...archiveSentences(change),
      ...siteValues({ ...change, before: withoutArchive(change.before), after: withoutArchive(change.after) }).map(
        ({ label, before, after }) => valueSentence(label, before, after),
      ),
    ];
  const name = siteValueText('name', change.after?.['name']) ?? change.site_name ?? '';
  const tasks = change.after?.['tasks2024'];
  const count = Array.isArray(tasks) ? tasks.length : 0;
  const site = inSentence(name);
  return [
    count > 0
      ? t('Site “{site}” added with {count, plural, one {# visit} other {# visits}}', { site, count })
      : t('Site “{site}” added', { site }),
  ];
}

const maxLength = 80;

/** A text to be quoted in a sentence: on one line, shortened when long. */
export function inSentence(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

/** `Capacity changed from 9 to 10`, `Capacity set to 10`, `Capacity cleared, it was 9`. */
function valueSentence(field: string, before: string | null, after: string | null): string {
  if (before !== null && after !== null)
    return t('{field} changed from {before} to {after}', {
      field,
      before: inSentence(before),
      after: inSentence(after),
    });
  if (after !== null) return t('{field} set to {value}', { field, value: inSentence(after) });
  return before === null
    ? t('{field} changed', { field })
    : t('{field} cleared, it was {value}', { field, value: inSentence(before) });
}

const maxRuns = 5;

/** Ascending numbers as `1 to 3, 7 and 12`. */
export function numberRuns(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.last + 1 === number) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const words = runs.map(({ first, last }) =>
    first === last
      ? `${first}`
      : last === first + 1
        ? plainList([`${first}`, `${last}`])
        : t('{first} to {last}', { first, last }),
  );
  return words.length > maxRuns
    ? t('{numbers} and others', { numbers: plainList(words.slice(0, maxRuns)) })
    : listedWords(words);
}
