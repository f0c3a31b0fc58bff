import { message, t } from '../../lib/language/translate.ts';
import type { CarPosts } from '../failure/failure-record.ts';
import type { SiteFields } from '../site/site-columns.ts';
import type { NewTask } from '../task/task.ts';
import type { VisitColumn } from './visit-columns.ts';

export interface Defect {
  /** Where to find it in the file: `maintable row 3, task 17`, or `row 14` as a spreadsheet counts. */
  row: string;
  problem: string;
  remedy: string;
}

/** Adds a defect of the current row: its problem, what the import does about it, and the cells of a table that could be repaired. */
export type AddDefect = (problem: string, remedy: string, fields?: readonly VisitColumn[]) => void;

/** Which parts of a visit its row states; the import fills in the others only where the visit is new. */
export interface StatedParts {
  /** Whether it has a time of day. */
  time: boolean;
  title: boolean;
  /** The whole text, also where its first line is the title; null for none. */
  text: string | null;
  /** Whether what it says of being shown is read, or it says nothing. */
  showing: boolean;
}

/** A visit without its id and files. */
export type VisitText = Omit<NewTask, 'urls' | 'pdf'>;

export interface ImportedVisit {
  row: string;
  /** The same in every import of the same visit, so that it is imported once. */
  source: string;
  /** For a visit that its job number identifies: the source to use where another visit has that number. */
  contentSource?: string;
  /** Identifies the row of a table whatever roles its columns have; absent for other files. */
  rowSource?: string;
  visit: VisitText;
  /** Absent where it says all. */
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
  /** The record of a site that is created if missing; null where the site has to exist. */
  record: Partial<SiteFields> | null;
  visits: readonly ImportedVisit[];
  posts: CarPosts | null;
  /** The old key, in the clear. */
  oldKey: string | null;
}

export interface ImportPlan {
  sites: readonly SitePlan[];
  /** In the order of the file. */
  defects: readonly Defect[];
}

/** The file as a whole cannot be read; the message is shown to the person. */
export class ImportUnreadable extends Error {}

export const leftOut = message('Left out.');

/** A value to be quoted in a sentence: short, on one line. */
export function quoted(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? t('nothing'))).replaceAll(/\s+/gu, ' ');
  const characters = Array.from(text);
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text}”`;
}

export function defectCollector(defects: Defect[], row: string): AddDefect {
  return (problem, remedy) => void defects.push({ row, problem, remedy });
}
