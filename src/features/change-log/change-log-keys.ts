import type { Change, ChangedValue, KeyLabel, SiteName } from '../../records/change-log/change-log.ts';
import { counted, listedWords } from '../../records/counted.ts';
import { inSentence } from './change-words.ts';
import { momentText } from '../../records/time.ts';

/** Such as `Key “Front desk” revoked`. */
export function keySentence(change: Change, labelOf: KeyLabel): string {
  const { before, after } = change;
  const label = filledText(after?.['label']) ?? labelOf(change.row_id);
  const key = label ? `Key “${inSentence(label)}”` : `Key ${change.row_id}`;
  if (change.operation === 'INSERT') return `${key} issued for ${issuedFor(change)}`;
  if (filledText(after?.['revoked_at'])) return `${key} revoked`;
  if (after && 'expires_at' in after) {
    const end = filledText(after['expires_at']);
    // within the portal, only a rotation changes a key's expiry
    if (change.access_id === null)
      return end ? `${key} now ends on ${momentText(end)}` : `${key} no longer has an end date`;
    return end && Date.parse(end) > Date.parse(change.at)
      ? `${key} rotated: the old one works until ${momentText(end)}`
      : `${key} rotated: the old one ended at once`;
  }
  if (after && 'site_ids' in after) return `${key} now opens ${keySitesText(after['site_ids'])}`;
  const old = filledText(before?.['label']);
  return label && old ? `${key} was labelled “${inSentence(old)}” before` : `${key} changed`;
}

/** What is known of the key, before and after. The log never contains the key itself. */
export function keyValues(change: Change, siteName: SiteName): ChangedValue[] {
  const { before, after } = change;
  const value = (label: string, column: string, asText: (stored: unknown) => string | null): ChangedValue[] =>
    column in { ...before, ...after }
      ? [{ label, before: asText(before?.[column]), after: asText(after?.[column]) }]
      : [];
  const technician = after?.['role'] === 'technician' || 'site_ids' in { ...before };
  return [
    ...value('Label', 'label', filledText),
    ...value('Opens', 'role', roleWords),
    ...value('Site', 'site_id', (id) => (typeof id === 'number' ? siteWords(id, change) : null)),
    ...(technician ? value('Sites', 'site_ids', (ids) => siteNames(ids, siteName)) : []),
    ...value('Issued', 'created_at', momentOf),
    ...value('Ends', 'expires_at', momentOf),
    ...value('Revoked', 'revoked_at', momentOf),
  ].filter((one) => one.before !== null || one.after !== null);
}

function issuedFor({ after, site_name: site }: Change): string {
  if (after?.['role'] === 'technician') return `a technician (${keySitesText(after['site_ids'])})`;
  return after?.['role'] === 'admin' ? 'an admin' : (site ?? 'no site');
}

const roles: Partial<Record<string, string>> = {
  admin: 'Everything (admin)',
  technician: 'The sites of a technician',
  user: 'One site',
};

function roleWords(role: unknown): string | null {
  return (typeof role === 'string' && roles[role]) || null;
}

/** Null means all. */
function keySitesText(ids: unknown): string {
  return Array.isArray(ids) ? counted(ids.length, 'site') : 'all sites';
}

function siteNames(ids: unknown, siteName: SiteName): string | null {
  if (ids === undefined) return null;
  if (!Array.isArray(ids)) return 'All sites';
  return listedWords(ids.map((id) => siteName(Number(id)) ?? `Site ${String(id)}`));
}

function siteWords(id: number, { site_id: now, site_name: name }: Change): string {
  return id === now && name !== null ? name : `Site ${id}`;
}

function filledText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function momentOf(value: unknown): string | null {
  const text = filledText(value);
  return text === null || Number.isNaN(Date.parse(text)) ? text : momentText(text);
}
