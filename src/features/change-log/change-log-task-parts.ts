import type { ChangedValue } from '../../records/change-log/change-log.ts';
import { counted, listedWords } from '../../records/counted.ts';
import { momentText, monthLabel } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { visitKindLabel } from '../../records/task/visit-kind.ts';

const labels = {
  title: { label: 'Title', noun: 'title' },
  text: { label: 'Text', noun: 'text' },
  period: { label: 'Month', noun: 'month' },
  time: { label: 'Visit date', noun: 'date' },
  kind: { label: 'Kind', noun: 'kind' },
  photos: { label: 'Photos', noun: 'photos' },
  pdf: { label: 'PDF', noun: 'PDF' },
  showing: { label: 'Shown', noun: 'showing' },
} as const;

export interface TaskPart extends ChangedValue {
  name: keyof typeof labels;
  noun: string;
}

/** The changed parts of a task; of an added or removed one, all parts. */
export function taskParts(before: StoredTask | null, after: StoredTask | null): TaskPart[] {
  const [old, now] = [partTexts(before), partTexts(after)];
  const part = (name: TaskPart['name'], values = { before: old[name], after: now[name] }): TaskPart[] =>
    values.before === values.after ? [] : [{ name, ...labels[name], ...values }];
  return [
    ...part('title'),
    ...part('text'),
    ...part('period'),
    ...part('time'),
    ...part('kind'),
    ...part('photos', photoWords(before?.urls ?? [], after?.urls ?? [])).map((one) => ({
      ...one,
      photos: { before: before?.urls ?? [], after: after?.urls ?? [] },
    })),
    ...part('pdf', pdfWords(before?.pdf ?? '', after?.pdf ?? '')).map((one) => ({
      ...one,
      pdf: { before: before?.pdf ?? '', after: after?.pdf ?? '' },
    })),
    ...part('showing'),
  ];
}

function partTexts(task: StoredTask | null): Record<TaskPart['name'], string | null> {
  return {
    title: task?.title.trim() || null,
    text: task?.tasks.trim() || null,
    period: task && `${monthLabel(task.month)} ${task.year}`,
    time: task && moment(task.time),
    kind: visitKindLabel(task?.kind),
    photos: null,
    pdf: null,
    showing: task && (task.showing === 'True' ? 'Yes' : 'No, hidden'),
  };
}

function moment(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : momentText(time);
}

/** The names of stored files mean nothing to people, so this says how many were added and removed. */
function photoWords(old: readonly string[], now: readonly string[]): { before: string | null; after: string | null } {
  const removed = old.filter((url) => !now.includes(url)).length;
  const added = now.filter((url) => !old.includes(url)).length;
  if (old.length === 0 || now.length === 0) return { before: count(old), after: count(now) };
  const moved = removed === 0 && added === 0 && old.some((url, place) => url !== now[place]);
  return {
    before: `${count(old)}${removed > 0 ? `, ${removed} of them removed` : ''}`,
    after: `${count(now)}${added > 0 ? `, ${added} of them new` : moved ? ', reordered' : ''}`,
  };
}

/** Such as `title and text changed, 2 photos added, PDF replaced`. */
export function partsInWords(parts: readonly TaskPart[]): string {
  const values = parts.filter(({ photos, pdf }) => !photos && !pdf).map(({ noun }) => noun);
  const files = parts.flatMap(({ photos, pdf }) => {
    if (photos) return [photosInWords(photos.before, photos.after)];
    if (!pdf) return [];
    return [pdf.before === '' ? 'PDF added' : pdf.after === '' ? 'PDF removed' : 'PDF replaced'];
  });
  return [...(values.length > 0 ? [`${listedWords(values)} changed`] : []), ...files].join(', ');
}

function photosInWords(old: readonly string[], now: readonly string[]): string {
  const added = now.filter((url) => !old.includes(url)).length;
  const removed = old.filter((url) => !now.includes(url)).length;
  const moves = [
    ...(added > 0 ? [`${counted(added, 'photo')} added`] : []),
    ...(removed > 0 ? [`${added > 0 ? removed : counted(removed, 'photo')} removed`] : []),
  ];
  return moves.length > 0 ? listedWords(moves) : 'photos reordered';
}

function count(urls: readonly string[]): string | null {
  return urls.length === 0 ? null : counted(urls.length, 'photo');
}

function pdfWords(old: string, now: string): { before: string | null; after: string | null } {
  if (old === now) return { before: null, after: null };
  return { before: old === '' ? null : 'A PDF', after: now === '' ? null : old === '' ? 'A PDF' : 'Another PDF' };
}
