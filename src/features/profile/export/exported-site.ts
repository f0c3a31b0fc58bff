import * as v from 'valibot';
import { objectNameOf } from '../../../lib/file-names.ts';
import { equipmentLabels } from '../../../records/maintenance-form/maintenance-form.ts';
import { siteColumns, siteValueText } from '../../../records/site/site-columns.ts';
import { storedTaskSchema, type StoredTask } from '../../../records/task/task.ts';
import { visitTime } from '../../../records/task/visit.ts';

export interface ExportedFile {
  url: string;
  /** Such as `photos/2026-03-26_visit-114_1.jpg`: safe in every file system. */
  path: string;
  time: Date;
  visit: ExportedVisit;
}

export interface ExportedVisit extends StoredTask {
  photos: ExportedFile[];
  /** Null where there is none. */
  report: ExportedFile | null;
}

export interface ExportedSite {
  id: number;
  name: string;
  /** With labels; empty values are left out. */
  facts: [label: string, value: string][];
  /** Newest first. Hidden ones only for those who may read them. */
  visits: ExportedVisit[];
  /** How many visits are hidden from the reader. */
  hidden: number;
  /** Without duplicates. */
  files: ExportedFile[];
}

const siteRow = v.looseObject({
  id: v.number(),
  name: v.string(),
  equipment: v.optional(v.nullable(v.record(v.string(), v.string()))),
  tasks2024: v.array(v.unknown()),
});

const endings: Record<string, string> = { jpeg: 'jpg' };

const isReadableTask = (task: unknown) => typeof task === 'object' && task !== null && 'title' in task;

/** @param known files by URL: one shared by several visits is in the ZIP once. */
function exportedVisit(task: StoredTask, known: Map<string, ExportedFile>): ExportedVisit {
  const visit: ExportedVisit = { ...task, photos: [], report: null };
  const { date } = visitTime(task.time);
  const fileOf = (url: string, folder: string, number: string, fallback: string): ExportedFile => {
    const ending = objectNameOf(url)?.split('.').pop() ?? fallback;
    const path = `${folder}/${date}_visit-${task.id}${number}.${endings[ending] ?? ending}`;
    const file = known.get(url) ?? { url, path, time: new Date(task.time), visit };
    known.set(url, file);
    return file;
  };
  visit.photos = task.urls.map((url, index) => fileOf(url, 'photos', `_${index + 1}`, 'jpg'));
  if (task.pdf !== '') visit.report = fileOf(task.pdf, 'reports', '', 'pdf');
  return visit;
}

/** Reads a row of `maintables`. @throws when it is invalid. */
export function readExportedSite(row: unknown): ExportedSite {
  const { id, name, equipment, tasks2024, ...values } = v.parse(siteRow, row);
  const columns = siteColumns.flatMap(({ column, label, kind }): [string, string][] => {
    const text = siteValueText(kind, column === 'name' ? name : values[column]);
    return text === null ? [] : [[label, text]];
  });
  const installed = Object.entries(equipmentLabels).flatMap(([field, label]): [string, string][] => {
    const text = equipment?.[field];
    return text ? [[label, text]] : [];
  });
  const files = new Map<string, ExportedFile>();
  const visits = v
    .parse(v.array(storedTaskSchema), tasks2024.filter(isReadableTask))
    .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time) || other.id - one.id)
    .map((task) => exportedVisit(task, files));
  return {
    id,
    name,
    facts: [...columns, ...installed],
    visits,
    hidden: tasks2024.length - visits.length,
    files: [...files.values()],
  };
}

export function amountsOf({ visits, files }: ExportedSite): { visits: number; photos: number; pdfs: number } {
  const pdfs = files.filter(({ path }) => path.startsWith('reports/')).length;
  return { visits: visits.length, photos: files.length - pdfs, pdfs };
}
