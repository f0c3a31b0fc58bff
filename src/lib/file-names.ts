/** The private bucket of photos and PDF reports (`spec §7`). */
export const bucket = 'rfidboomgatephoto';

const publicPath = `/storage/v1/object/public/${bucket}/`;
const objectName = /^sites\/\d+\/\d{13}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:jpe?g|png|webp|pdf)$/u;

/**
 * The object that a stored address stands for. The address is only an identity: its host is never contacted.
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

/** The address that a task stores for an object (`spec §7`). */
export function fileUrlOf(projectUrl: string, name: string): string {
  return `${projectUrl.replace(/\/+$/u, '')}${publicPath}${name}`;
}
