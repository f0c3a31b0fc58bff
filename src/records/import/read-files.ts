import { taskLimits } from '../task/stored-task.ts';
import { quoted, type Report } from './import-plan.ts';
import { plainText, unwrapped } from './read-value.ts';

/** The old portal kept its files in a public bucket of this name. */
const oldBucket = /^https?:\/\/[^/\s]+\/storage\/v1\/object\/public\/rfidboomgatephoto\/[^?#\s]+$/u;

/** Unusable files are reported, and the visit is imported without them. */
export function readFiles(
  { urls, pdf }: { urls: unknown; pdf: unknown },
  isFile: (name: string) => boolean,
  report: Report,
): { photos: string[]; pdf: string | null } {
  const given = unwrapped(urls) ?? (plainText(urls).trim() === '' ? [] : [urls]);
  const list = Array.isArray(given) ? given : [given];
  const named = list.filter((one) => one !== null && one !== '');
  const photos = [...new Set(named.flatMap((one) => accepted(one, 'photo', isFile, report)))];
  if (photos.length > taskLimits.photos)
    report(
      `It has ${photos.length} photos; ${taskLimits.photos} can be kept.`,
      `Imported with the first ${taskLimits.photos}.`,
    );
  const document = plainText(pdf).trim();
  return {
    photos: photos.slice(0, taskLimits.photos),
    pdf: document === '' ? null : (accepted(document, 'PDF', isFile, report)[0] ?? null),
  };
}

function accepted(value: unknown, what: string, isFile: (name: string) => boolean, report: Report): string[] {
  const name = plainText(value).trim();
  if (isFile(name)) return [name];
  report(`The ${what} ${quoted(value)} is not a file that can be fetched.`, 'Imported without it.');
  return [];
}

/** Checks the URL as given and with `..` resolved: no other URL is ever requested. */
export function isOldUrl(text: string): boolean {
  return oldBucket.test(text) && URL.canParse(text) && oldBucket.test(new URL(text).href);
}

/** Not a path, so that nothing outside the folder is read. */
export function isFileName(text: string): boolean {
  return /^[^/\\:]{1,200}$/u.test(text) && !text.startsWith('.');
}
