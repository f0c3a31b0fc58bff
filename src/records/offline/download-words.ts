import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { NamedSite } from './pinned-sites.ts';

// Why a site is not on this device, or not all of it, and what is said of that.

/** Why a site is not on this device, or not all of it. */
type DownloadProblem =
  | { why: 'unreadable' }
  | { why: 'full' }
  /** The device does not answer. */
  | { why: 'silent' }
  | { why: 'files'; files: number }
  /** In bytes: what is needed still, and what there is room for. */
  | { why: 'room'; needed: number; room: number };

/** A site that is not on this device, or not all of it. */
export type DownloadFailure = NamedSite & DownloadProblem;

/** What went wrong, and what to do. */
export function downloadFailureText(failure: DownloadProblem): string {
  if (failure.why === 'unreadable') return t('The download failed. Check the connection and try again.');
  if (failure.why === 'full')
    return t('This device is full. Free some space and try again: files already downloaded are not fetched again.');
  if (failure.why === 'silent')
    return t(
      'The storage of this device does not answer, so nothing can be kept on it now. Close other tabs of the portal, then try again.',
    );
  if (failure.why === 'files')
    return t('{count, plural, one {# file} other {# files}} could not be downloaded.', { count: failure.files });
  return t(
    'There is not enough room on this device: photos and PDFs need {needed} more, and there is room for {room}.',
    { needed: fileSize(failure.needed), room: fileSize(failure.room) },
  );
}

/** Said while a download waits for the service. */
export function downloadWaitsText(): string {
  return t('Waiting for a connection. The download goes on by itself.');
}
