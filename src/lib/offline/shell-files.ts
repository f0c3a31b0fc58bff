/** Prefix of the caches that hold the portal's own files: one for all releases, and those of older versions of the portal. */
export const shellPrefix = 'shell-';

/** Asks the service worker to keep the next file, skipping as many as could not be fetched. */
export interface StoreFileRequest {
  skipped: number;
}

/** `left`: files still to come; null when this one could not be kept. */
export interface StoreFileResponse {
  left: number | null;
}
