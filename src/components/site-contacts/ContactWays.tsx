import { telUrl } from '../../records/company.ts';
import { contactPhone, mailUrl, type ListedContact } from '../../records/site-contacts/site-contact.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ContactWays.module.css';

/** Links that call a contact and write an email to the person. */
export function ContactWays({ contact }: { contact: ListedContact }) {
  const phone = contactPhone(contact);
  return (
    <>
      <a className={`${layout.line} ${styles.way}`} href={telUrl(phone)}>
        <Icon name="phone" />
        {phone}
      </a>
      {contact.email !== null && (
        <a className={`${texts.breaks} ${styles.way}`} href={mailUrl(contact.email)}>
          {contact.email}
        </a>
      )}
    </>
  );
}
