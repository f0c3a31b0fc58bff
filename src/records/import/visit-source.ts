import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { t } from '../../lib/language/translate.ts';
import { parsedUrl } from '../../lib/parsed-url.ts';
import { taskLimits } from '../task/task.ts';
import { fileName } from './file-list.ts';
import { type AddDefect, quoted, type ImportedVisit, type VisitText } from './import-plan.ts';
import { plainText, unwrapped } from './read-value.ts';

/** Matches a URL of the public bucket in which the old portal stored its files. */
const oldBucket = /^https?:\/\/[^/\s]+\/storage\/v1\/object\/public\/rfidboomgatephoto\/[^?#\s]+$/u;

/** Reads the files of a visit. Unusable files are reported, and the visit is imported without them. */
export function readFiles(
  { urls, pdf }: { urls: unknown; pdf: unknown },
  isFile: (name: string) => boolean,
  addDefect: AddDefect,
): { photos: string[]; pdf: string | null } {
  const given = unwrapped(urls) ?? (plainText(urls).trim() === '' ? [] : [urls]);
  const list = Array.isArray(given) ? given : [given];
  const files = list.filter((value) => value !== null && value !== '');
  const photos = [...new Set(files.flatMap((value) => usableFile(value, 'photo', isFile, addDefect)))];
  if (photos.length > taskLimits.photos)
    addDefect(
      t('It has {photos, number} photos; {limit, number} can be kept.', {
        photos: photos.length,
        limit: taskLimits.photos,
      }),
      t('Imported with the first {limit, number}.', { limit: taskLimits.photos }),
    );
  const document = plainText(pdf).trim();
  return {
    photos: photos.slice(0, taskLimits.photos),
    pdf: document === '' ? null : (usableFile(document, 'pdf', isFile, addDefect)[0] ?? null),
  };
}

function usableFile(
  value: unknown,
  kind: 'photo' | 'pdf',
  isFile: (name: string) => boolean,
  addDefect: AddDefect,
): string[] {
  const name = plainText(value).trim();
  if (isFile(name)) return [name];
  const file = quoted(value);
  addDefect(
    kind === 'photo'
      ? t('The photo {file} is not a file that can be fetched.', { file })
      : t('The PDF {file} is not a file that can be fetched.', { file }),
    t('Imported without it.'),
  );
  return [];
}

/** Whether a URL is in the old bucket, both as written and with `..` resolved. No other URL is ever requested. */
export function isOldUrl(text: string): boolean {
  return oldBucket.test(text) && oldBucket.test(parsedUrl(text)?.href ?? '');
}

/** Whether a text is the name of a file. It may have folders, which are ignored. */
export function isFileName(text: string): boolean {
  const name = fileName(text);
  return text.length <= 400 && name !== '' && !name.startsWith('.');
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The text that identifies a visit without a job number: its time, title and text. */
export function contentOf({ time, title, tasks }: VisitText): string {
  return JSON.stringify([time, title, tasks]);
}

/** The source of a row of a table: a hash of its filled cells, independent of the roles of the columns. */
export async function rowSource(line: readonly string[]): Promise<string> {
  const cells = line.map((cell) => comparedForm(cell)).filter((cell) => cell !== '');
  return `row ${(await digest(JSON.stringify(cells))).slice(0, 40)}`;
}

/** The source of a visit without a job number, the same for the same content in every file. */
export async function contentSource(visit: VisitText): Promise<string> {
  return `content ${(await digest(contentOf(visit))).slice(0, 40)}`;
}

/** The source of a visit with a job number. A source has at most 100 characters, so a long number is hashed: two cut numbers might be equal. */
export async function referenceSource(reference: string): Promise<string> {
  return `reference ${Array.from(reference).length > 80 ? await digest(reference) : reference}`;
}

/**
 * The object name of an imported file (`decisions §5`). It is always the same for a site, visit and file, so that the file is not stored twice
 * after an interrupted import. A predictable name is no risk, because the bucket requires a session.
 * @param file the file's URL in the old bucket, or its name in a folder
 */
export async function importedName(
  siteId: number,
  { source, visit }: Pick<ImportedVisit, 'source' | 'visit'>,
  file: string,
  extension: 'jpg' | 'pdf',
): Promise<string> {
  const moment = String(Date.parse(visit.time)).padStart(13, '0');
  return `sites/${siteId}/${moment}-${await importedId(siteId, source, file)}.${extension}`;
}

/** The UUID in the name of an imported file. It does not depend on the time of the visit, which may be corrected. */
export async function importedId(siteId: number, source: string, file: string): Promise<string> {
  const hex = await digest(JSON.stringify([siteId, source, file]));
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
