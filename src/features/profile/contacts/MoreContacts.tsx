import { useQuery } from '@tanstack/react-query';
import { ContactWays } from '../../../components/site-contacts/ContactWays.tsx';
import { t } from '../../../lib/language/translate.ts';
import { siteContactsQuery } from '../../../records/site-contacts/contact-calls.ts';
import { contactRole } from '../../../records/site-contacts/site-contact.ts';
import { LoadFailure } from '../../../ui/message/Loaded.tsx';
import { Fact, Facts } from '../this-year/YearFacts.tsx';

/** The further contacts of a site; absent if there are none. The first contact is among the details of the site. */
export function MoreContacts({ siteId }: { siteId: number }) {
  const contacts = useQuery(siteContactsQuery(siteId));
  return (
    <>
      <LoadFailure query={contacts} error={t('The contacts could not be loaded.')} />
      {contacts.data !== undefined && contacts.data.length > 0 && (
        <Facts label={t('More contacts')} part="site">
          {contacts.data.map((contact) => (
            <Fact key={contact.id} label={contactRole(contact)}>
              <span>{contact.name}</span>
              <ContactWays contact={contact} />
            </Fact>
          ))}
        </Facts>
      )}
    </>
  );
}
