import * as v from 'valibot';
import { said, t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { listedWords, plainList } from '../../records/counted.ts';
import { changedEquipment, readEquipment, equipmentLabels } from '../../records/maintenance-form/maintenance-form.ts';
import { joinedStatements } from '../../records/sentences.ts';
import { siteColumns, siteValueText } from '../../records/site/site-columns.ts';
import { promisedBeforeSchema, promiseText } from '../../records/site/site-promise.ts';
import { momentText, shortDay } from '../../records/time.ts';

/** The changed values of a site record in the order of its form, and of its equipment. Tasks are not among them. */
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

/** The time of archiving before and after, if the change archived the site or brought it back; otherwise empty. */
function archivedValue({ operation, before, after }: Change): ChangedValue[] {
  if (operation !== 'UPDATE' || !('archived_at' in { ...before, ...after })) return [];
  const [beforeText, afterText] = [before, after].map((record) => {
    const archivedAt = record?.['archived_at'];
    return typeof archivedAt === 'string' ? momentText(archivedAt) : null;
  });
  return [{ label: t('Archived'), before: beforeText ?? null, after: afterText ?? null }];
}

/** The sentence `Archived: it is out of all lists` or `Brought back into all lists`; empty for other changes. */
function archiveSentences(change: Change): string[] {
  const [value] = archivedValue(change);
  if (!value) return [];
  return [value.after === null ? t('Brought back into all lists') : t('Archived: it is out of all lists')];
}

/** The list of earlier promises before and after, if it changed; otherwise empty. */
function earlierPromises({ before, after }: Change): ChangedValue[] {
  const [beforeText, afterText] = [before, after].map((record) => earlierText(record?.['promised_before']));
  if (beforeText === afterText) return [];
  return [{ label: t('Promised before'), before: beforeText ?? null, after: afterText ?? null }];
}

/** The text for the stored list of earlier promises; null if it is empty. */
function earlierText(stored: unknown): string | null {
  const parsed = v.safeParse(promisedBeforeSchema, stored);
  const promises = (parsed.success ? parsed.output : null) ?? [];
  return promises.length === 0
    ? null
    : joinedStatements(
        promises.map((promise) =>
          t('until {day}: {promise}', {
            day: shortDay(promise.until),
            promise: promiseText(promise) ?? t('nothing agreed'),
          }),
        ),
      );
}

function equipmentValues({ before, after }: Change): ChangedValue[] {
  const [old, current] = [readEquipment(before?.['equipment']), readEquipment(after?.['equipment'])];
  return changedEquipment(old, current).map((field) => ({
    label: t('Equipment, {part}', { part: said(equipmentLabels[field]) }),
    before: old[field] || null,
    after: current[field] || null,
  }));
}

/** The columns without the archiving, which has its own sentences. */
function withoutArchive(columns: Change['before']): Change['before'] {
  const { archived_at: _, ...others } = columns ?? {};
  return columns && others;
}

/** Sentences that say what happened to a site record, such as `Capacity changed from 9 to 10`. */
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

/** The length of a quoted text, in characters. */
const maxLength = 80;

/** A text for quoting in a sentence: on one line, and cut to 80 characters. */
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

/** Such as `Capacity changed from 9 to 10`, `Capacity set to 10` or `Capacity cleared, it was 9`. */
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

/** How many runs of numbers a sentence has; the others are `and others`. */
const maxRuns = 5;

/** A text for ascending numbers, such as `1 to 3, 7 and 12`. */
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
