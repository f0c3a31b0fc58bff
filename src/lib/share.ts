/** What is shared: the file where the device can share it, else the portal's URL of the same thing. */
export interface Shared {
  title: string;
  /** The words beside the link: what it opens, and for whom. */
  text: string;
  /** Path and query; it shows nothing before the login. */
  link: string | undefined;
  file?: File | undefined;
  /** The file came only after the press, so that the browser may want another one. */
  late?: boolean;
}

/**
 * `done`: passed on, or cancelled. `again`: the file came too late for the press. `unfit`: the device does not pass on
 * this file, and a press can share the link instead. `error`: neither shared nor copied.
 */
export type ShareOutcome = 'done' | 'copied' | 'again' | 'unfit' | 'error';

/** Whether the device has a share sheet. Without one, a link is copied. */
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
    // the file alone: beside a title or a text, WhatsApp on an iPhone sends the words and drops the file
    await navigator.share({ files: [file] });
    return 'done';
  } catch (error) {
    if (isError(error, 'AbortError')) return 'done';
    if (late && isError(error, 'NotAllowedError')) return 'again';
    // Chromium accepts a file's type in `canShare`, and its name or size only now
    console.error('The file could not be shared', error);
    return link === undefined ? 'error' : 'unfit';
  }
}

/** Null where the share sheet did not open. */
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

/** A link with the portal's origin, as `https://portal.example/…`. */
export function fullUrl(link: string): string {
  return new URL(link, location.origin).href;
}
