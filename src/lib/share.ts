/** What is shared: the file where the device can share one, else the portal's URL of the same thing. */
export interface Shared {
  title: string;
  /** Path and query; it shows nothing before the login. */
  link: string | undefined;
  file?: File | undefined;
}

/** `done`: shared, or cancelled. `again`: preparing the file took too long, so the browser wants another press. */
export type ShareOutcome = 'done' | 'copied' | 'again' | 'error';

export function sharesFiles(type: string): boolean {
  return navigator.canShare?.({ files: [new File([' '], 'file', { type })] }) ?? false;
}

/** Shares a file or a link, or copies the link. Call it from a click: browsers allow it only then. Never throws. */
export async function share({ title, link, file }: Shared): Promise<ShareOutcome> {
  try {
    if (file && sharesFiles(file.type)) await navigator.share({ files: [file], title });
    else if (link === undefined) return 'error';
    else if ('share' in navigator) await navigator.share({ url: fullUrl(link), title });
    else return await copyLink(link);
    return 'done';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') return 'done';
    if (name === 'NotAllowedError' && file) return 'again';
    console.error('Could not be shared', error);
    return 'error';
  }
}

async function copyLink(link: string): Promise<ShareOutcome> {
  await navigator.clipboard.writeText(fullUrl(link));
  return 'copied';
}

/** A link with the portal's origin, as `https://portal.example/…`. */
export function fullUrl(link: string): string {
  return new URL(link, location.origin).href;
}
