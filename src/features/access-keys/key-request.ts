import { message, said, t } from '../../lib/language/translate.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import type { Role } from '../../records/access-key/role.ts';
import { lastDayProblem } from './key-ends.ts';

/** What is typed to issue a key. */
export interface KeyRequest {
  role: Role;
  /** Id of a client's site record as text; empty for other roles. */
  site: string;
  /** Ids of a technician's site records; null for all. */
  sites: readonly number[] | null;
  label: string;
  /** `2026-12-31`, or empty for a key that works until it is revoked. */
  lastDay: string;
}

/** What is wrong with each field. */
export type KeyRequestErrors = Partial<Record<Exclude<keyof KeyRequest, 'role'>, string | undefined>>;

export const noSites = message('Choose at least one site, or all.');

const labelLimit = 120;

/**
 * What is wrong with a request, for each field; empty when the key can be issued.
 * @param unfinished whether the date input holds half a date
 * @param storedLabel the label of the key that is replaced, which may stay whatever it is
 */
export function checkKeyRequest(
  request: KeyRequest,
  unfinished: boolean,
  now: Date,
  storedLabel: string | null = null,
): KeyRequestErrors {
  const errors: KeyRequestErrors = {};
  if (request.role === 'user' && request.site === '') errors.site = t('Select the site that the key opens.');
  if (request.role === 'technician' && request.sites?.length === 0) errors.sites = said(noSites);
  const labelProblem = checkKeyLabel(request.label, storedLabel);
  if (labelProblem !== null) errors.label = labelProblem;
  const lastDay = lastDayProblem(request.lastDay, unfinished, now);
  if (lastDay !== undefined) errors.lastDay = lastDay;
  return errors;
}

/** What is wrong with a label; null for nothing. @param stored the label of the key before, which may stay whatever it is */
export function checkKeyLabel(typed: string, stored: string | null): string | null {
  const label = typed.trim();
  if (label === '') return t('Write who gets the key, for example “Front desk”.');
  if (typed === stored) return null;
  return tooLongText(label, labelLimit) ?? (hasRefusedCharacter(label) ? t('Use ordinary characters only.') : null);
}
