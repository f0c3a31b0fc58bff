import { message, said, t } from '../../lib/language/translate.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import type { Role } from '../../records/access-key/role.ts';
import { lastDayProblem } from './key-ends.ts';

/** The values of the form that issues a key. */
export interface KeyRequest {
  role: Role;
  /** Id of a client's site record as text; empty for other roles. */
  site: string;
  /** Ids of a technician's site records; null for all. */
  sites: readonly number[] | null;
  label: string;
  /** The last day, such as `2026-12-31`; empty for a key that works until it is revoked. */
  lastDay: string;
}

/** The messages that say what is wrong, by field. */
export type KeyRequestErrors = Partial<Record<Exclude<keyof KeyRequest, 'role'>, string | undefined>>;

export const noSites = message('Choose at least one site, or all.');

/** The most characters that a label may have. */
const labelLimit = 120;

/**
 * Checks a request and returns a message for each invalid field; empty if the key can be issued.
 * @param isUnfinished whether the date input has half a date
 * @param savedLabel the label of the replaced key; if it is unchanged, it is valid even if it breaks today's rules
 */
export function checkKeyRequest(
  request: KeyRequest,
  isUnfinished: boolean,
  now: Date,
  savedLabel: string | null = null,
): KeyRequestErrors {
  const errors: KeyRequestErrors = {};
  if (request.role === 'user' && request.site === '') errors.site = t('Select the site that the key opens.');
  if (request.role === 'technician' && request.sites?.length === 0) errors.sites = said(noSites);
  const labelProblem = checkKeyLabel(request.label, savedLabel);
  if (labelProblem !== null) errors.label = labelProblem;
  const lastDay = lastDayProblem(request.lastDay, isUnfinished, now);
  if (lastDay !== undefined) errors.lastDay = lastDay;
  return errors;
}

/**
 * A message that says what is wrong with a label; null if it is valid.
 * @param saved the present label; if it is unchanged, it is valid even if it breaks today's rules
 */
export function checkKeyLabel(typed: string, saved: string | null): string | null {
  const label = typed.trim();
  if (label === '') return t('Write who gets the key, for example “Front desk”.');
  if (typed === saved) return null;
  return tooLongText(label, labelLimit) ?? (hasRefusedCharacter(label) ? t('Use ordinary characters only.') : null);
}
