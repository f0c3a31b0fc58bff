import type { ChangedValue } from './change-log.ts';
import { counted } from './change-words.ts';
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

/** One thing of a task that is not as it was; `noun` is for a sentence. */
export interface TaskPart extends ChangedValue {
  name: keyof typeof labels;
  noun: string;
}

/** What of a task changed; of one that was added or removed, all that it has. */
export function taskParts(before: StoredTask | null, after: StoredTask | null): TaskPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
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
    ...part('pdf', pdfWords(before?.pdf ?? '', after?.pdf ?? '')),
    ...part('showing'),
  ];
}

function wordsOf(task: StoredTask | null): Record<TaskPart['name'], string | null> {
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

/** Files have names that say nothing, so what is told is how many came and went. */
function photoWords(old: readonly string[], now: readonly string[]): { before: string | null; after: string | null } {
  const removed = old.filter((url) => !now.includes(url)).length;
  const added = now.filter((url) => !old.includes(url)).length;
  if (old.length === 0 || now.length === 0) return { before: count(old), after: count(now) };
  const moved = removed === 0 && added === 0 && old.some((url, place) => url !== now[place]);
  return {
    before: `${count(old)}${removed > 0 ? `, ${removed} of them removed` : ''}`,
    after: `${count(now)}${added > 0 ? `, ${added} of them new` : moved ? ', in another order' : ''}`,
  };
}

function count(urls: readonly string[]): string | null {
  return urls.length === 0 ? null : counted(urls.length, 'photo');
}

function pdfWords(old: string, now: string): { before: string | null; after: string | null } {
  if (old === now) return { before: null, after: null };
  return { before: old === '' ? null : 'A PDF', after: now === '' ? null : old === '' ? 'A PDF' : 'Another PDF' };
}
