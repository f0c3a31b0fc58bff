/** Prefix of the caches that hold the portal's own files: one for all releases, and those of older versions of the portal. */
export const shellPrefix = 'shell-';
/** Prefix of the caches of the page that a sticker opens: one for each release. */
export const doorPrefix = 'report-page-';

/** Asks the service worker to store the next file. */
export interface StoreFileRequest {
  /** How many to leave out because they could not be fetched. */
  skipped: number;
  /** The reader's language, such as `ms`: its guides are stored, too. A page of an older release does not say it. */
  language?: string;
}

/** The answer. `left` is how many files remain; null when this file could not be stored. */
export interface StoreFileResponse {
  left: number | null;
}
