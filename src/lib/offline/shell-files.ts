/** Prefix of the caches that hold the portal's own files, one per release. */
export const shellPrefix = 'shell-';

/** Asks the service worker to keep the next file, skipping as many as could not be fetched. */
export interface KeepRequest {
  skipped: number;
}

/** `left`: files still to come; null when this one could not be kept. */
export interface KeepResponse {
  left: number | null;
}

/** Whether this device has a file of the portal, such as `/guides/a.pdf`, for use offline. */
export async function isKeptFile(path: string): Promise<boolean> {
  try {
    const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
    // files of the build are kept under a query with their content hash
    const found = shells.map((cacheName) => caches.match(path, { cacheName, ignoreSearch: true, ignoreVary: true }));
    return (await Promise.all(found)).some((file) => file !== undefined);
  } catch {
    // site data is blocked
    return false;
  }
}
