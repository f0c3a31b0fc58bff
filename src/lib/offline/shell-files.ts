/** Prefix of the caches with the portal's own files: a cache with the files of all releases, and a small cache for each release. */
export const shellPrefix = 'shell-';
/** Prefix of the caches of the page that a sticker opens: a cache for each of its releases. */
export const doorPrefix = 'report-page-';

/** Asks the service worker to store the next file. */
export interface StoreFileRequest {
  /** How many missing files to leave out, because they could not be stored before. */
  skipped: number;
  /** The reader's language, such as `ms`: its guides are stored, too. Pages of older releases do not send it. */
  language?: string;
}

/** The answer. `left` is how many files remain; null when this file could not be stored. */
export interface StoreFileResponse {
  left: number | null;
}
