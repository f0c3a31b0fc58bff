import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { contactRoles, shownWords } from '../known-words.ts';
import { telephoneOf } from '../site/telephone.ts';

// A site's first contact is in its record (`jmb_name`, `person_in_charge`); the further ones are rows of their own. Whoever sees the site sees them.

/** What lists and searches say of a contact. `phone` is stored as `telephone.ts` reads it. */
export const listedContactSchema = v.object({
  name: v.string(),
  role: v.nullable(v.string()),
  phone: v.number(),
  email: v.nullable(v.string()),
});
export type ListedContact = v.InferOutput<typeof listedContactSchema>;
export type ContactFields = ListedContact;

/** Absent in copies of an older release. */
export const listedContactsSchema = v.optional(v.array(listedContactSchema), []);

export const siteContactSchema = v.object({
  id: v.number(),
  ...listedContactSchema.entries,
  hidden: v.boolean(),
  revision: v.number(),
});
export type SiteContact = v.InferOutput<typeof siteContactSchema>;

/** In characters, and the contacts that a site has at most. The database has the same. */
export const contactLimits = { name: 120, role: 80, email: 254, most: 50 };

/** What somebody is at the site, in the reader's language; “Contact” where that is not known. */
export function contactRole({ role }: Pick<ListedContact, 'role'>): string {
  return role === null ? t('Contact') : shownWords(contactRoles, role);
}

/** The number as it is shown and dialled. */
export function contactPhone({ phone }: Pick<ListedContact, 'phone'>): string {
  return telephoneOf(phone).shown;
}

/** What the field suggests; any other text is allowed too. */
export function suggestedRoles(): string[] {
  return [
    t('Managing agent'),
    t('Building manager'),
    t('Condo manager'),
    t('Site supervisor'),
    t('Security'),
    t('Committee member'),
    t('Building technician'),
    t('Accounts'),
  ];
}

/** The link that writes to an address. */
export function mailUrl(address: string): string {
  return `mailto:${encodeURI(address)}`;
}

/** Whether the database takes it as an address: something on both sides of one @, without blanks and what a link would read otherwise. */
export function isEmail(text: string): boolean {
  return /^[^\s@?&%<>(),:;"]+@[^\s@?&%<>(),:;"]+$/u.test(text);
}
