/** Begins the names of the caches that hold the portal's own files, one for each release. */
export const shellPrefix = 'shell-';

/** To the service worker: keep the next file, leaving out as many as could not be had. */
export interface KeepRequest {
  skipped: number;
}

/** `left` is how many files there are after it; null when it could not be kept. */
export interface KeepAnswer {
  left: number | null;
}

/** @returns whether this device has a file of the portal, such as `/guides/a.pdf`, without a connection. */
export async function isKeptFile(path: string): Promise<boolean> {
  try {
    const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
    // a file of the pages is kept under a query that names its contents
    const found = shells.map((cacheName) => caches.match(path, { cacheName, ignoreSearch: true, ignoreVary: true }));
    return (await Promise.all(found)).some((file) => file !== undefined);
  } catch {
    // site data is blocked
    return false;
  }
}
