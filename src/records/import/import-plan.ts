import type { CarPosts } from '../failure/failure-record.ts';
import type { SiteFields } from '../site/site-columns.ts';
import type { NewTask } from '../task/stored-task.ts';

/** Something in a row that is not as it should be, in plain sentences. */
export interface Defect {
  /** As the person finds it in the file: `maintable row 3, task 17`, or `row 14` as a spreadsheet counts. */
  row: string;
  problem: string;
  /** What the import does about it. */
  remedy: string;
}

/** Takes down what is wrong with the row that is read, and what is done about it. */
export type Report = (problem: string, remedy: string) => void;

/** A visit as it is stored, but for its number and its files. */
export type VisitText = Omit<NewTask, 'urls' | 'pdf'>;

export interface FoundVisit {
  row: string;
  /** Who it is for good: the same visit of the same file has the same one, so that it is taken over once. */
  source: string;
  visit: VisitText;
  /** URLs in the old bucket, or names of files in a folder. */
  photos: readonly string[];
  pdf: string | null;
}

export interface NamedSite {
  row: string;
  name: string;
  values: Readonly<Record<string, unknown>>;
}

export interface SitePlan {
  row: string;
  name: string;
  /** Of a site that is added when there is none of its name; null where it has to be there. */
  record: Partial<SiteFields> | null;
  visits: readonly FoundVisit[];
  posts: CarPosts | null;
  /** The key in the clear that opened the site so far. */
  oldKey: string | null;
}

export interface ImportPlan {
  sites: readonly SitePlan[];
  /** In the order of the file. */
  defects: readonly Defect[];
}

/** A file that cannot be read at all. The message says why, for the person. */
export class ImportUnreadable extends Error {}

/** Said of a row that is not taken over. */
export const leftOut = 'Left out.';

/** A value as it is quoted in a sentence: short, on one line. */
export function quoted(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).replaceAll(/\s+/gu, ' ');
  const letters = Array.from(text);
  return `“${letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text}”`;
}

/** A report that notes everything under the name of one row. */
export function reportFor(defects: Defect[], row: string): Report {
  return (problem, remedy) => void defects.push({ row, problem, remedy });
}
