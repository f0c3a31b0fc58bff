import { message, t } from '../../lib/language/translate.ts';
import type { CarPosts } from '../failure/failure-record.ts';
import type { SiteFields } from '../site/site-columns.ts';
import type { NewTask } from '../task/task.ts';
import type { VisitColumn } from './visit-columns.ts';

export interface Defect {
  /** The place in the file: `maintable row 3, task 17`, or the row number of a spreadsheet, `row 14`. */
  row: string;
  problem: string;
  remedy: string;
}

/** Adds a defect of the current row: its problem, what the import does about it, and the columns whose cells a person can repair. */
export type AddDefect = (problem: string, remedy: string, fields?: readonly VisitColumn[]) => void;

/** Which parts of a visit its row states. The import fills in the other parts only for a new visit. */
export interface StatedParts {
  /** Whether the row has a time of day. */
  time: boolean;
  title: boolean;
  /** The whole text, even if its first line is also the title; null without a text. */
  text: string | null;
  /** False when the row's cell about being shown cannot be read. A row without a word in it states that the visit is shown. */
  showing: boolean;
}

/** A visit without its id and files. */
export type VisitText = Omit<NewTask, 'urls' | 'pdf'>;

export interface ImportedVisit {
  row: string;
  /** The identity of the visit, the same in every import, so that it is imported once. */
  source: string;
  /** For a visit that its job number identifies: the source to use if another visit has that number. */
  contentSource?: string;
  /** The identity of the row of a table, independent of the roles of its columns; absent for other files. */
  rowSource?: string;
  visit: VisitText;
  /** Absent when the file states all parts. */
  stated?: StatedParts;
  /** URLs in the old bucket, or file names in a folder. */
  photos: readonly string[];
  pdf: string | null;
}

export interface OldSite {
  row: string;
  name: string;
  values: Readonly<Record<string, unknown>>;
}

export interface SitePlan {
  row: string;
  name: string;
  /** The record with which a missing site is created; null when the site has to exist. */
  record: Partial<SiteFields> | null;
  visits: readonly ImportedVisit[];
  posts: CarPosts | null;
  /** The old access key, unhashed. */
  oldKey: string | null;
}

export interface ImportPlan {
  sites: readonly SitePlan[];
  /** In the order of the file. */
  defects: readonly Defect[];
}

/** The whole file cannot be read. The message is shown to the person. */
export class ImportUnreadable extends Error {}

export const leftOut = message('Left out.');

/** A value in quotation marks for a message: on one line, and cut after 60 characters. */
export function quoted(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? t('nothing'))).replaceAll(/\s+/gu, ' ');
  const characters = Array.from(text);
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text}”`;
}

export function defectCollector(defects: Defect[], row: string): AddDefect {
  return (problem, remedy) => void defects.push({ row, problem, remedy });
}
