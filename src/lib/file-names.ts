/** The private bucket of photos and PDF reports (`spec §7`). */
export const bucket = 'rfidboomgatephoto';

const publicPath = `/storage/v1/object/public/${bucket}/`;
const objectName = /^sites\/\d+\/\d{13}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:jpe?g|png|webp|pdf)$/u;

/**
 * The object that a stored url stands for. The url is only an identity: its host is never contacted.
 * Null for everything that is not a file of the portal's own bucket, which is never opened.
 */
export function objectNameOf(url: string): string | null {
  if (!/^https?:\/\//iu.test(url) || !URL.canParse(url)) return null;
  const { pathname } = new URL(url);
  const name = pathname.startsWith(publicPath) ? pathname.slice(publicPath.length) : '';
  return objectName.test(name) ? name : null;
}

/** The small rendition of a photo, stored beside it; fits 709 x 532 pixels. */
export function smallNameOf(name: string): string {
  return name.replace(/\.[a-z]+$/u, '.small.jpg');
}

let lastMoment = 0;

/** A new name that cannot be guessed and is given once: `sites/<site id>/<milliseconds>-<uuid v4>.<extension>`. */
export function newObjectName(siteId: number, extension: 'jpg' | 'pdf'): string {
  // two files of one millisecond keep their order
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return `sites/${siteId}/${lastMoment}-${crypto.randomUUID()}.${extension}`;
}

/** The url that a task stores for an object (`spec §7`). */
export function fileUrlOf(projectUrl: string, name: string): string {
  return `${projectUrl.replace(/\/+$/u, '')}${publicPath}${name}`;
}

/**
 * The name of a saved report: `Selasih Park`, `Maintenance-Report`, `2026-03` make
 * `Selasih-Park_Maintenance-Report_2026-03.pdf`.
 */
export function fileNameOf(...parts: string[]): string {
  return `${fileStemOf(...parts)}.pdf`;
}

/** The name without its end: parts joined by `_`, each without what a file system refuses, letters of every script kept. */
export function fileStemOf(...parts: string[]): string {
  const kept = parts.map((part) =>
    part
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/gu, '')
      // by letters: a rare Chinese one is two units long
      .replace(/^(.{80}).*$/su, '$1'),
  );
  return kept.filter(Boolean).join('_');
}

/** A size as people read it: `410 KB`, `3.8 MB`. Never `0 KB` for a file that has something in it. */
export function fileSize(bytes: number): string {
  if (bytes === 0) return '0 KB';
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
