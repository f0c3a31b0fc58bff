import { parsedUrl } from './parsed-url.ts';

/** The private bucket of photos and PDF reports (`spec §7`). */
export const bucket = 'rfidboomgatephoto';

const publicPath = `/storage/v1/object/public/${bucket}/`;
/** An object name: folder, site id, time in milliseconds, UUID and extension. */
const objectName =
  /^(?:sites|documents)\/\d+\/\d{13}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:jpe?g|png|webp|pdf)$/u;

const parsedWebUrl = (url: string) => (/^https?:\/\//iu.test(url) ? parsedUrl(url) : null);

/** The object name in a stored URL; null for any other URL. The host of the URL is ignored, because the URL only identifies the object. */
export function objectNameOf(url: string): string | null {
  const { pathname = '' } = parsedWebUrl(url) ?? {};
  const name = pathname.startsWith(publicPath) ? pathname.slice(publicPath.length) : '';
  return objectName.test(name) ? name : null;
}

/** The object name in a signed URL, also of a small rendition; null for any other URL. */
export function signedNameOf(url: string): string | null {
  return parsedWebUrl(url)?.pathname.split(`/storage/v1/object/sign/${bucket}/`)[1] ?? null;
}

/** The object name of a photo's small rendition, which has at most 709 x 532 pixels. */
export function smallNameOf(name: string): string {
  return name.replace(/\.[a-z]+$/u, '.small.jpg');
}

let lastMoment = 0;

/** The folder of a site's files: `sites` for its visits, `documents` for its documents. */
export type FileFolder = 'sites' | 'documents';

/** A new object name in a site's folder. Names sort in the order in which they were made. */
export function newObjectName(siteId: number, extension: 'jpg' | 'pdf', folder: FileFolder = 'sites'): string {
  return nextName(siteId, extension, folder);
}

/** A new object name for the copy of a file in another site's folder. */
export function newCopyName(name: string, siteId: number): string {
  return nextName(siteId, name.slice(name.lastIndexOf('.') + 1));
}

function nextName(siteId: number, extension: string, folder: FileFolder = 'sites'): string {
  // names of the same millisecond get different times, so that they keep their order
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return `${folder}/${siteId}/${lastMoment}-${crypto.randomUUID()}.${extension}`;
}

/** The URL that a task stores (`spec §7`). */
export function fileUrlOf(projectUrl: string, name: string): string {
  return `${projectUrl.replace(/\/+$/u, '')}${publicPath}${name}`;
}

/** The file name of a PDF, made of these parts. */
export function fileNameOf(...parts: string[]): string {
  return `${fileStemOf(...parts)}.pdf`;
}

/**
 * The limits of a file name: characters of a part, and bytes of the name without extension. File systems accept 255 bytes, and some of them
 * are needed for `(2).pdf`.
 */
const limits = { part: 80, stem: 200 } as const;
/** The names of devices, which Windows does not accept as file names. */
const reservedName = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])$/iu;

/** A file name without extension, made of these parts, that every system accepts. Letters of all scripts stay. */
export function fileStemOf(...parts: string[]): string {
  // `Array.from` divides into characters: a rare Chinese character is two code units
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

/** The letters and digits of a text, joined by hyphens. A combining mark without a letter, as of a removed emoji, is removed, too. */
function plainName(part: string): string {
  return part
    .normalize('NFC')
    .replaceAll(/(?:[^\p{L}\p{M}\p{N}]\p{M}*)+/gu, '-')
    .replaceAll(/^[-\p{M}]+|-+$/gu, '');
}

/** The size of a file as a text, such as `410 KB` or `3.8 MB`. It is at least `1 KB` for a file that is not empty. */
export function fileSize(bytes: number): string {
  if (bytes === 0) return '0 KB';
  // from here on a rounded number of KB would be 1000
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
