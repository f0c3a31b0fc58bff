import { monthLabel, longDate, siteTime, type Month } from '../../../records/time.ts';
import type { Task } from '../../../records/task/task.ts';
import { oneLine } from '../../text/clean-text.ts';

export type MonthlyTask = Pick<Task, 'id' | 'time' | 'title' | 'tasks' | 'pdf' | 'urls'>;

/** What happened on one site in one month. */
export interface MonthlyReport {
  /** The site's name in addresses. */
  name: string;
  /** As its people call it. */
  siteName: string;
  address: string;
  year: string;
  month: Month;
  /** ISO instant. */
  madeOn: string;
  /** Where the portal is, such as `https://portal.example`. */
  portal: string;
  /** Oldest first. */
  tasks: readonly MonthlyTask[];
}

export function periodOf({ year, month }: MonthlyReport): string {
  return `${monthLabel(month)} ${year}`;
}

/** The stored addresses of all photos, in the order of the report. */
export function photosOf({ tasks }: MonthlyReport): string[] {
  return tasks.flatMap(({ urls }) => urls);
}

/** The title of a task in one line; never empty, since it is what people look for. */
export function titleOf(task: MonthlyTask): string {
  return oneLine(task.title) || 'Untitled task';
}

export function madeOn(instant: string): string {
  return `${longDate(instant)} at ${siteTime(instant).clock} (Singapore time)`;
}

/** The place of a task in the portal, or that of one of its photos, counted from 1. */
export function taskAddress(data: MonthlyReport, task: number, shown?: number): string {
  const address = new URL('/maintenance', data.portal);
  address.search = new URLSearchParams({
    site: data.name,
    year: data.year,
    month: data.month,
    task: `${task}`,
    ...(shown !== undefined && { photo: `${shown}` }),
  }).toString();
  return address.href;
}
