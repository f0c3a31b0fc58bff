import { csvOf } from '../../../lib/csv.ts';
import { monthLabel, siteStamp } from '../../../records/time.ts';
import { authorOf, type Change } from '../../../records/change-log/change-log.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { visitKindLabel } from '../../../records/task/visit-kind.ts';
import { visitTime } from '../../../records/task/visit-time.ts';
import type { ExportedSite } from './exported-site.ts';

export function siteCsv({ facts }: ExportedSite): string {
  return csvOf([['Field', 'Value'], ...facts]);
}

/** A row per visit, with the paths of its files in the ZIP. */
export function visitsCsv({ visits }: ExportedSite): string {
  const lines = visits.map((visit) => {
    const { date, clock } = visitTime(visit.time);
    const filed = [visit.year, monthLabel(visit.month), visitKindLabel(visit.kind) ?? '', visit.title, visit.tasks];
    const photos = visit.photos.map(({ path }) => path).join('\n');
    return [visit.id, date, clock, ...filed, visit.showing === 'True' ? 'Yes' : 'No', visit.report?.path ?? '', photos];
  });
  const heads = ['Visit', 'Date', 'Time', 'Year', 'Month', 'Kind', 'Title', 'Text', 'Shown', 'PDF', 'Photos'];
  return csvOf([heads, ...lines]);
}

export function countsCsv(posts: CarPosts): string {
  const lines = Array.from(posts, ([post, entries]) =>
    entries.map(({ year, type, entrance, exit }) => [post, year, type, entrance, exit]),
  );
  return csvOf([['Car post', 'Year', 'Failure', 'Entrance', 'Exit'], ...lines.flat()]);
}

const valueText = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The parts of an array or object that get rows of their own: a visit by its number, a car post by its name. */
function partsOf(value: unknown): [part: string, value: unknown][] {
  if (Array.isArray(value))
    return value.map((item: unknown) => [`visit ${String(Reflect.get(Object(item), 'id'))}`, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
}

/** A row per changed value, newest first, before and after; lists and objects as JSON. */
export function changesCsv(changes: readonly Change[]): string {
  const lines = changes.flatMap((change) => {
    const { at, operation, table_name: table, before, after } = change;
    const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    return fields.flatMap((field) => {
      const [was, is] = [new Map(partsOf(before?.[field])), new Map(partsOf(after?.[field]))];
      const parts = [...new Set([...was.keys(), ...is.keys()])].filter(
        (part) => valueText(was.get(part)) !== valueText(is.get(part)),
      );
      return parts.map((part) => [
        siteStamp(new Date(at)),
        authorOf(change),
        operation === 'INSERT' ? 'added' : 'changed',
        table,
        [field, part].filter(Boolean).join(': '),
        valueText(was.get(part)),
        valueText(is.get(part)),
      ]);
    });
  });
  return csvOf([['When', 'Who', 'What', 'Table', 'Field', 'Before', 'After'], ...lines]);
}

export function missingText(missing: readonly { path: string; url: string; reason: string }[]): string {
  const lines = missing.map(({ path, url, reason }) => `${path}\r\n  ${reason}\r\n  ${url}\r\n`);
  return `These files belong in the export but could not be included.\r\n\r\n${lines.join('\r\n')}`;
}
