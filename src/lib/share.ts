/** What to share: the file if the device can share it, else the link. */
export interface Shared {
  title: string;
  /** The text beside the link: what it opens, and for whom. */
  text: string;
  /** Path and query of the same thing in the portal, which shows it only after the login. */
  link: string | undefined;
  file?: File | undefined;
  /** Whether the file was loaded only after the press, so that the browser may require another press. */
  late?: boolean;
}

/**
 * `done`: shared, or cancelled by the person. `again`: the file came too late, so another press is needed. `unfit`: the device cannot share
 * this file, but another press can share the link. `error`: neither shared nor copied.
 */
export type ShareOutcome = 'done' | 'copied' | 'again' | 'unfit' | 'error';

/** Whether the device has a share sheet. Without one, the link is copied. */
export function hasShareSheet(): boolean {
  return 'share' in navigator;
}

export function sharesFiles(type: string): boolean {
  return hasShareSheet() && (navigator.canShare?.({ files: [new File([' '], 'file', { type })] }) ?? false);
}

/** Shares a file or a link, or copies the link. Call it from a click: browsers allow it only then. Never throws. */
export async function share(shared: Shared): Promise<ShareOutcome> {
  const { file } = shared;
  if (file && sharesFiles(file.type)) return shareFile(file, shared);
  if (shared.link === undefined) return 'error';
  const url = fullUrl(shared.link);
  return (hasShareSheet() && (await shareLink(url, shared))) || copyLink(url);
}

async function shareFile(file: File, { late = false, link }: Shared): Promise<ShareOutcome> {
  try {
    // without a title and a text: with them, WhatsApp on an iPhone sends only the text and drops the file
    await navigator.share({ files: [file] });
    return 'done';
  } catch (error) {
    if (isError(error, 'AbortError')) return 'done';
    if (late && isError(error, 'NotAllowedError')) return 'again';
    // Chromium checks only the type in `canShare`, and refuses a name or size here
    console.error('The file could not be shared', error);
    return link === undefined ? 'error' : 'unfit';
  }
}

/** Returns null if the share sheet could not be opened. */
async function shareLink(url: string, { title, text }: Shared): Promise<'done' | null> {
  try {
    await navigator.share({ title, text, url });
    return 'done';
  } catch (error) {
    if (isError(error, 'AbortError')) return 'done';
    console.error('The link could not be shared', error);
    return null;
  }
}

async function copyLink(url: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    console.error('The link could not be copied', error);
    return 'error';
  }
}

function isError(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** A link with the portal's origin, such as `https://portal.example/…`. */
export function fullUrl(link: string): string {
  return new URL(link, location.origin).href;
}
