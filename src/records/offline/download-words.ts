import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { NamedSite } from './pinned-sites.ts';

// The reasons why the offline copy of a site is missing or incomplete, and their messages.

/** Why the offline copy of a site is missing or incomplete. */
type DownloadProblem =
  | { why: 'unreadable' }
  | { why: 'full' }
  /** The device's database does not answer. */
  | { why: 'silent' }
  | { why: 'files'; files: number }
  /** `needed`: the bytes of the missing files; `room`: the free bytes. */
  | { why: 'room'; needed: number; room: number };

/** A site whose offline copy is missing or incomplete. */
export type DownloadFailure = NamedSite & DownloadProblem;

/** The message of a failed download, with what the person can do. */
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

/** The message while a download waits for the service. */
export function downloadWaitsText(): string {
  return t('Waiting for a connection. The download goes on by itself.');
}
