import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { contactRoles, shownWords } from '../known-words.ts';
import { telephoneOf } from '../site/telephone.ts';

// The first contact of a site is in the site's record (`jmb_name`, `person_in_charge`). The other contacts are rows of their own. Every key that
// can read the site can read its contacts.

/** A contact in lists and searches. `phone` has the format of `Telephone.stored` (`telephone.ts`). */
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

/** The longest texts, in characters, and how many contacts a site has at most. The database has the same limits. */
export const contactLimits = { name: 120, role: 80, email: 254, most: 50 };

/** The role of a contact at the site, in the reader's language; “Contact” when it is not known. */
export function contactRole({ role }: Pick<ListedContact, 'role'>): string {
  return role === null ? t('Contact') : shownWords(contactRoles, role);
}

/** The telephone number of a contact, for showing and dialling. */
export function contactPhone({ phone }: Pick<ListedContact, 'phone'>): string {
  return telephoneOf(phone).shown;
}

/** The suggestions for the role of a contact; any other text is allowed too. */
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

/** The `mailto:` URL of an e-mail address. */
export function mailUrl(address: string): string {
  return `mailto:${encodeURI(address)}`;
}

/**
 * Whether the database accepts a text as an e-mail address: characters on both sides of one @, without blanks and characters that are
 * special in a URL.
 */
export function isEmail(text: string): boolean {
  return /^[^\s@?&%<>(),:;"]+@[^\s@?&%<>(),:;"]+$/u.test(text);
}
