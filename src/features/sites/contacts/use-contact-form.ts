import * as v from 'valibot';
import { useRowForm } from '../../../components/site-rows/use-row-form.ts';
import { draftNamePrefixes } from '../../../lib/device/draft-names.ts';
import { storedMessage } from '../../../lib/language/stored-message.ts';
import { t } from '../../../lib/language/translate.ts';
import { storedText, tooLongText } from '../../../lib/text-rules.ts';
import type { RowWords } from '../../../records/row-saving.ts';
import { contactSaving, invalidateContacts } from '../../../records/site-contacts/contact-calls.ts';
import {
  contactLimits,
  contactPhone,
  isEmail,
  siteContactSchema,
  type ContactFields,
  type SiteContact,
} from '../../../records/site-contacts/site-contact.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { readTelephone } from '../../../records/site/telephone.ts';
import { telephoneProblem } from '../TelephoneOffer.tsx';

const typedSchema = v.object({ name: v.string(), role: v.string(), phone: v.string(), email: v.string() });
type TypedContact = v.InferOutput<typeof typedSchema>;

function typedContact(contact: SiteContact | null): TypedContact {
  if (contact === null) return { name: '', role: '', phone: '', email: '' };
  const { name, role, email } = contact;
  return { name, role: role ?? '', phone: contactPhone(contact), email: email ?? '' };
}

/** Returns the fields to save, or the errors of the typed contact by field. */
function readContact(typed: TypedContact): { fields: ContactFields } | { errors: Partial<TypedContact> } {
  const [name, role, email] = [typed.name, typed.role, typed.email].map(storedText);
  const phone = readTelephone(typed.phone.trim());
  const errors = {
    name: name === '' ? t('Give the contact a name.') : tooLongText(typed.name, contactLimits.name),
    role: tooLongText(typed.role, contactLimits.role),
    phone: typed.phone.trim() === '' ? t('Give a telephone number.') : telephoneProblem(typed.phone.trim()),
    email:
      tooLongText(typed.email, contactLimits.email) ??
      (email && !isEmail(email)
        ? t('An address has one @ and no blanks. Leave the field empty if there is none.')
        : null),
  };
  const foundErrors = Object.entries(errors).filter(([, text]) => text !== null);
  if (foundErrors.length > 0 || !('telephone' in phone)) return { errors: Object.fromEntries(foundErrors) };
  return { fields: { name: name ?? '', role: role || null, phone: phone.telephone.stored, email: email || null } };
}

/** The messages of the list and the form of contacts. */
export const contactWords: RowWords<SiteContact> = {
  saved: () => t('Contact saved.'),
  removed: ({ name }) => t('{name} is no longer a contact of this site.', { name }),
  back: ({ name }) => t('{name} is a contact of this site again.', { name }),
  gone: () => t('Somebody removed this contact in the meantime. Add it again if it is still needed.'),
  overtaken: (theirs) =>
    t('Somebody else changed this contact first, to {name}, {phone}. Save again to put yours in its place.', {
      name: theirs.name,
      phone: contactPhone(theirs),
    }),
  full: () => t('A site has at most {most} contacts. Remove one first.', { most: contactLimits.most }),
};

/** The form that adds or changes one of the further contacts of a site. */
export function useContactForm(site: EditedSite, on: { closed: () => void; refused: () => void }) {
  return useRowForm({
    siteId: site.id,
    name: `${draftNamePrefixes.siteContact}${site.id}`,
    title: () => storedMessage('Contact of {site}', { site: site.name }),
    rowSchema: siteContactSchema,
    typedSchema,
    typedOf: typedContact,
    read: readContact,
    saving: contactSaving,
    words: contactWords,
    onChanged: invalidateContacts,
    onClosed: on.closed,
    onRefused: on.refused,
  });
}
