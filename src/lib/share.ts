/** What is passed on: a file where the device takes one, else the portal's own URL of the same thing. */
export interface Shared {
  title: string;
  /** Path and query; it opens the same thing after the login, and gives nothing away before. */
  link: string | undefined;
  file?: File | undefined;
}

/**
 * `done`: the device has taken it over, or the person has changed their mind. `again`: the device wants a new press, as
 * the file took too long to come.
 */
export type ShareOutcome = 'done' | 'copied' | 'again' | 'failed';

/** Whether the device passes on files of this type, such as `application/pdf`. */
export function sharesFiles(type: string): boolean {
  return navigator.canShare?.({ files: [new File([' '], 'file', { type })] }) ?? false;
}

/** Never throws. Call it from a press: browsers allow it only then. */
export async function share({ title, link, file }: Shared): Promise<ShareOutcome> {
  try {
    if (file && sharesFiles(file.type)) await navigator.share({ files: [file], title });
    else if (link !== undefined && 'share' in navigator) await navigator.share({ url: fullUrl(link), title });
    else if (link !== undefined) return await copyLink(link);
    else return 'failed';
    return 'done';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') return 'done';
    if (name === 'NotAllowedError' && file) return 'again';
    console.error('Could not be shared', error);
    return 'failed';
  }
}

async function copyLink(link: string): Promise<ShareOutcome> {
  await navigator.clipboard.writeText(fullUrl(link));
  return 'copied';
}

/** `/guide` -> `https://portal.example/guide` */
export function fullUrl(link: string): string {
  return new URL(link, location.origin).href;
}
