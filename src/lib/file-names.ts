import { parsedUrl } from './parsed-url.ts';

/** The private bucket of photos and PDF reports (`spec §7`). */
export const bucket = 'rfidboomgatephoto';

const publicPath = `/storage/v1/object/public/${bucket}/`;
const objectName =
  /^(?:sites|documents)\/\d+\/\d{13}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:jpe?g|png|webp|pdf)$/u;

const parsedWebUrl = (url: string) => (/^https?:\/\//iu.test(url) ? parsedUrl(url) : null);

/** The object name in a stored URL; null outside the portal's bucket. A URL only identifies: its host is never contacted. */
export function objectNameOf(url: string): string | null {
  const { pathname = '' } = parsedWebUrl(url) ?? {};
  const name = pathname.startsWith(publicPath) ? pathname.slice(publicPath.length) : '';
  return objectName.test(name) ? name : null;
}

/** The object name in a signed URL, of a small rendition too; null for any other URL. */
export function signedNameOf(url: string): string | null {
  return parsedWebUrl(url)?.pathname.split(`/storage/v1/object/sign/${bucket}/`)[1] ?? null;
}

/** The object name of a photo's small rendition, which has at most 709 x 532 pixels. */
export function smallNameOf(name: string): string {
  return name.replace(/\.[a-z]+$/u, '.small.jpg');
}

let lastMoment = 0;

/** Which of a site's folders a file is in: that of its visits, or that of its documents. */
export type FileFolder = 'sites' | 'documents';

/** A new object name in a site's folder; names sort in the order in which they were made. */
export function newObjectName(siteId: number, extension: 'jpg' | 'pdf', folder: FileFolder = 'sites'): string {
  return nextName(siteId, extension, folder);
}

/** A new object name for the copy of a file in another site's folder. */
export function newCopyName(name: string, siteId: number): string {
  return nextName(siteId, name.slice(name.lastIndexOf('.') + 1));
}

function nextName(siteId: number, extension: string, folder: FileFolder = 'sites'): string {
  // keeps the order of files created within the same millisecond
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return `${folder}/${siteId}/${lastMoment}-${crypto.randomUUID()}.${extension}`;
}

/** The URL that a task stores (`spec §7`). */
export function fileUrlOf(projectUrl: string, name: string): string {
  return `${projectUrl.replace(/\/+$/u, '')}${publicPath}${name}`;
}

/** The name of a PDF. */
export function fileNameOf(...parts: string[]): string {
  return `${fileStemOf(...parts)}.pdf`;
}

/** Characters of a part, and bytes of the whole: file systems take 255 bytes, of which some are for `(2).pdf`. */
const limits = { part: 80, stem: 200 } as const;
/** Names of devices, which Windows accepts for no file. */
const reservedName = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])$/iu;

/** A file name of these parts, without extension: one that every system accepts; letters of every script stay. */
export function fileStemOf(...parts: string[]): string {
  // by characters: a rare Chinese character is two code units
  const cleanParts = parts
    .map((part) => Array.from(plainName(part)).slice(0, limits.part))
    .filter(({ length }) => length > 0);
  const joinParts = () => cleanParts.map((part) => part.join('').replace(/-$/u, '')).join('_');
  const byteLength = () => new TextEncoder().encode(joinParts()).length;
  // the longest part is shortened, so that a long title does not displace the date
  while (byteLength() > limits.stem) cleanParts.toSorted((a, b) => b.length - a.length)[0]?.pop();
  const stem = joinParts() || 'file';
  return reservedName.test(stem) ? `${stem}-` : stem;
}

/** Letters and digits, joined by hyphens. A mark without its letter, as emoji leave one, goes too. */
function plainName(part: string): string {
  return part
    .normalize('NFC')
    .replaceAll(/(?:[^\p{L}\p{M}\p{N}]\p{M}*)+/gu, '-')
    .replaceAll(/^[-\p{M}]+|-+$/gu, '');
}

/** The size of a file in words: `410 KB`, `3.8 MB`; never `0 KB` for a file that is not empty. */
export function fileSize(bytes: number): string {
  if (bytes === 0) return '0 KB';
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
