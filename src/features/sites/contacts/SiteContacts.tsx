import { useQuery } from '@tanstack/react-query';
import { useId, useRef, type ReactNode } from 'react';
import { ContactWays } from '../../../components/site-contacts/ContactWays.tsx';
import { RowForm } from '../../../components/site-rows/RowForm.tsx';
import { t, tIn } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { siteContactsQuery } from '../../../records/site-contacts/contact-calls.ts';
import {
  contactLimits,
  contactRole,
  suggestedRoles,
  type SiteContact,
} from '../../../records/site-contacts/site-contact.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { ListSkeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { TelephoneOffer, telephoneRemark } from '../TelephoneOffer.tsx';
import { contactWords, useContactForm } from './use-contact-form.ts';
import rows from '../../../components/site-rows/SiteRows.module.css';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import sites from '../SitesRoute.module.css';

/** Adds, changes and removes the contacts of a site. The first contact is not among them: it is in the form above. */
export function SiteContacts({ site }: { site: EditedSite }) {
  const headingId = useId();
  const contacts = useQuery(siteContactsQuery(site.id));
  return (
    <section className={`${surface.box} ${layout.gap4} ${sites.part}`} aria-labelledby={headingId}>
      <div className={layout.gap1}>
        <h2 id={headingId} className={sites.partTitle}>
          {t('More contacts')}
        </h2>
        <p className={`${texts.note} ${texts.measure}`}>
          {t('The first contact is above, under People. Whoever sees the site sees these too, and can call them.')}
        </p>
      </div>
      <Loaded
        query={contacts}
        error={t('The contacts could not be loaded.')}
        skeleton={<ListSkeleton text={t('Loading the contacts…')} rows={2} height={56} />}
      >
        {(all) => <ContactList site={site} contacts={all} />}
      </Loaded>
    </section>
  );
}

function ContactList({ site, contacts }: { site: EditedSite; contacts: readonly SiteContact[] }) {
  const part = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const form = useContactForm(site, {
    closed: () => focusAfter(() => part.current),
    refused: () => focusAfter(() => part.current?.querySelector<HTMLElement>('[aria-invalid]')),
  });
  const open = (contact: SiteContact | null) => {
    form.open(contact);
    focusAfter(() => part.current?.querySelector<HTMLElement>('form input'));
  };
  const fields = <ContactForm form={form} />;
  const isListed = contacts.some(({ id }) => id === form.edited);
  return (
    <div
      ref={part}
      tabIndex={-1}
      className={`${layout.gap3} ${rows.part}`}
      role="group"
      aria-label={t('More contacts')}
    >
      {contacts.length === 0 && form.edited === null && <p>{t('No further contacts yet.')}</p>}
      {contacts.length > 0 && (
        <ul>
          {contacts.map((contact) => (
            <li key={contact.id} className={`${surface.divided} ${rows.row}`}>
              {contact.id === form.edited ? (
                fields
              ) : (
                <ContactRow
                  contact={contact}
                  actions={
                    <>
                      <Button
                        aria-label={t('Edit {name}', { name: contact.name })}
                        disabled={form.edited !== null}
                        onClick={() => open(contact)}
                      >
                        {t('Edit')}
                      </Button>
                      <Button
                        variant="ghost"
                        aria-label={t('Remove {name}', { name: contact.name })}
                        busy={form.isRemoving}
                        onClick={() => form.remove(contact)}
                      >
                        {t('Remove')}
                      </Button>
                    </>
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {form.edited !== null && !isListed && fields}
      {form.edited === null && (
        <div>
          <Button disabled={contacts.length >= contactLimits.most} onClick={() => open(null)}>
            <Icon name="plus" />
            {t('Add a contact')}
          </Button>
        </div>
      )}
      {contacts.length >= contactLimits.most && <p className={texts.note}>{contactWords.full()}</p>}
    </div>
  );
}

function ContactRow({ contact, actions }: { contact: SiteContact; actions: ReactNode }) {
  return (
    <div className={rows.line}>
      <div className={`${layout.gap1} ${texts.breaks}`}>
        <p className={rows.name}>{contact.name}</p>
        <p className={texts.muted}>{contactRole(contact)}</p>
      </div>
      <div className={`${layout.gap1} ${texts.breaks}`}>
        <ContactWays contact={contact} />
      </div>
      <div className={layout.wrap}>{actions}</div>
    </div>
  );
}

function ContactForm({ form }: { form: ReturnType<typeof useContactForm> }) {
  const { typed, errors, change } = form;
  const remark = telephoneRemark(typed.phone);
  return (
    <RowForm form={form} label={form.edited === 'new' ? t('New contact') : t('Edit {name}', { name: typed.name })}>
      <div className={sites.fields}>
        <TextField
          label={tIn('of a person', 'Name')}
          name="contact-name"
          autoComplete="off"
          required
          limit={contactLimits.name}
          value={typed.name}
          error={errors.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={t('Role')}
          name="contact-role"
          autoComplete="off"
          limit={contactLimits.role}
          hint={t('For example managing agent or security.')}
          suggestions={suggestedRoles()}
          value={typed.role}
          error={errors.role}
          onChange={(role) => change({ role })}
        />
        <div>
          <TextField
            label={t('Telephone number')}
            name="contact-phone"
            type="tel"
            autoComplete="off"
            required
            hint={remark ?? t('With its leading 0, or with + and its country code.')}
            value={typed.phone}
            error={errors.phone}
            onChange={(phone) => change({ phone })}
          />
          <TelephoneOffer typed={typed.phone} field="contact-phone" onTake={(phone) => change({ phone })} />
        </div>
        <TextField
          label={t('Email address')}
          name="contact-email"
          type="email"
          autoComplete="off"
          hint={t('Optional.')}
          value={typed.email}
          error={errors.email}
          onChange={(email) => change({ email })}
        />
      </div>
    </RowForm>
  );
}
