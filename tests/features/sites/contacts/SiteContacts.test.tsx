import { cleanup, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { draftTitles } from '../../../../src/lib/device/drafts.ts';
import { aContact, rowsUrl, serveContacts } from '../../../components/site-rows/serve-rows.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { closeToasts } from '../open-site.ts';
import { serveMaintable } from '../serve-maintable.ts';

beforeAll(async () => {
  await import('../../../../src/features/sites/contacts/SiteContacts.tsx');
});
afterEach(closeToasts);

/** Opens the contacts of Selasih Park, below its form. */
async function openContacts() {
  serveMaintable(listedSite());
  const { user } = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
  const part = await screen.findByRole('group', { name: 'More contacts' });
  const contacts = within(part);
  const press = (name: string) => user.click(contacts.getByRole('button', { name }));
  const fill = async (label: string, text: string) => {
    await user.clear(contacts.getByLabelText(label));
    if (text !== '') await user.type(contacts.getByLabelText(label), text);
  };
  return { user, part, contacts, press, fill };
}

const quietErrors = () => vi.spyOn(console, 'error').mockReturnValue();

describe('the further contacts of a site', () => {
  it('are listed with their roles, and links that call and write', async () => {
    serveContacts(aContact(), aContact({ id: 2, name: 'Guard house', role: null, phone: 323_456_789, email: null }));
    const { contacts } = await openContacts();
    expect((await contacts.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
      'Mr LimManaging agent+65 81234567lim@agent.exampleEditRemove',
      'Guard houseContact0323456789EditRemove',
    ]);
    expect(contacts.getByRole('link', { name: '+65 81234567' })).toHaveAttribute('href', 'tel:+6581234567');
    expect(contacts.getByRole('link', { name: 'lim@agent.example' })).toHaveAttribute(
      'href',
      'mailto:lim@agent.example',
    );
  });

  it('are added, with the number as it is dialled', async () => {
    const served = serveContacts();
    const { contacts, press, fill, part } = await openContacts();
    expect(await contacts.findByText('No further contacts yet.')).toBeVisible();
    await press('Add a contact');
    expect(contacts.getByLabelText('Name')).toHaveFocus();
    await fill('Name', ' Puan Siti ');
    await fill('Role', 'Accounts');
    await fill('Telephone number', '012-345 6789');
    expect(contacts.getByText('Stored and dialled as 0123456789.')).toBeVisible();
    await press('Save');
    expect(await contacts.findByText('Puan Siti')).toBeVisible();
    expect(screen.getByText('Contact saved.')).toBeVisible();
    expect(part).toHaveFocus();
    expect(served.rows).toMatchObject([{ name: 'Puan Siti', role: 'Accounts', phone: 123_456_789, email: null }]);
    expect(draftTitles()).toEqual([]);
  });

  it.each([
    ['Name', '', 'Give the contact a name.'],
    ['Name', 'x'.repeat(121), 'Use at most 120 characters. These are 121, 1 too many.'],
    ['Role', 'x'.repeat(81), 'Use at most 80 characters. These are 81, 1 too many.'],
    ['Telephone number', '', 'Give a telephone number.'],
    ['Telephone number', 'Ali', 'Use digits only, for example 012-345 6789.'],
    ['Telephone number', '8123 4567', 'Is this a number of Malaysia or of Singapore? Choose below.'],
    ['Email address', 'lim', 'An address has one @ and no blanks. Leave the field empty if there is none.'],
  ])('are not saved with the %s “%s”', async (label, text, error) => {
    const served = serveContacts(aContact());
    const { contacts, press, fill } = await openContacts();
    await contacts.findByText('Mr Lim');
    await press('Edit Mr Lim');
    await fill(label, text);
    await press('Save');
    expect(contacts.getAllByText(error)[0]).toBeVisible();
    expect(contacts.getByLabelText(label)).toBeInvalid();
    expect(contacts.getByLabelText(label)).toHaveFocus();
    expect(served.writeCount).toBe(0);
  });

  it('accept a number of Singapore with one press', async () => {
    const served = serveContacts(aContact({ phone: 123_456_789 }));
    const { contacts, press, fill } = await openContacts();
    await contacts.findByText('Mr Lim');
    await press('Edit Mr Lim');
    await fill('Telephone number', '81234567');
    await press('In Singapore: +65 81234567');
    expect(contacts.getByLabelText('Telephone number')).toHaveFocus();
    await press('Save');
    expect(await contacts.findByRole('link', { name: '+65 81234567' })).toBeVisible();
    expect(served.rows).toMatchObject([{ phone: 6_581_234_567, revision: 2 }]);
  });

  it('are removed at once, and brought back by Undo', async () => {
    const served = serveContacts(aContact());
    const { user, contacts, press, part } = await openContacts();
    await contacts.findByText('Mr Lim');
    await press('Remove Mr Lim');
    expect(await contacts.findByText('No further contacts yet.')).toBeVisible();
    expect(part).toHaveFocus();
    expect(served.rows).toMatchObject([{ hidden: true, revision: 2 }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await contacts.findByText('Mr Lim')).toBeVisible();
    expect(screen.getByText('Mr Lim is a contact of this site again.')).toBeVisible();
    expect(served.rows).toMatchObject([{ hidden: false, revision: 3 }]);
  });

  it('keep the input through a reload, and a cancelled form can be restored', async () => {
    serveContacts(aContact());
    const first = await openContacts();
    await first.contacts.findByText('Mr Lim');
    await first.press('Edit Mr Lim');
    await first.fill('Name', 'Mr Tan');
    cleanup();
    const { user, contacts, press } = await openContacts();
    expect(await contacts.findByLabelText('Name')).toHaveValue('Mr Tan');
    expect(contacts.getByText('Your unsaved changes were restored.')).toBeVisible();
    await press('Cancel');
    expect(contacts.getByText('Mr Lim')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await contacts.findByLabelText('Name')).toHaveValue('Mr Tan');
    await press('Cancel');
  });

  it('are merged with changes of somebody else, and ask before they overwrite the same field', async () => {
    const served = serveContacts(aContact());
    const { contacts, press, fill } = await openContacts();
    await contacts.findByText('Mr Lim');
    await press('Edit Mr Lim');
    await fill('Role', 'Security');
    Object.assign(served.rows[0] ?? {}, { phone: 123_456_789, revision: 2 });
    await press('Save');
    expect(await contacts.findByText('0123456789')).toBeVisible();
    expect(served.rows).toMatchObject([{ role: 'Security', phone: 123_456_789, revision: 3 }]);

    await press('Edit Mr Lim');
    await fill('Name', 'Mr Tan');
    Object.assign(served.rows[0] ?? {}, { name: 'Mr Ong', email: 'ong@agent.example', revision: 4 });
    await press('Save');
    expect(
      await contacts.findByText(
        'Somebody else changed this contact first, to Mr Ong, 0123456789. Save again to put yours in its place.',
      ),
    ).toBeVisible();
    expect(served.rows).toMatchObject([{ name: 'Mr Ong' }]);
    await press('Save');
    expect(await contacts.findByText('Mr Tan')).toBeVisible();
    // a field that was not changed here keeps their value
    expect(served.rows).toMatchObject([{ name: 'Mr Tan', email: 'ong@agent.example', revision: 5 }]);
  });

  it('say that somebody removed a contact meanwhile', async () => {
    quietErrors();
    const served = serveContacts(aContact());
    const { contacts, press, fill } = await openContacts();
    await contacts.findByText('Mr Lim');
    await press('Edit Mr Lim');
    await fill('Name', 'Mr Tan');
    Object.assign(served.rows[0] ?? {}, { hidden: true, revision: 2 });
    await press('Save');
    expect(
      await contacts.findByText('Somebody removed this contact in the meantime. Add it again if it is still needed.'),
    ).toBeVisible();
    expect(contacts.getByLabelText('Name')).toHaveValue('Mr Tan');
    await press('Save');
    expect(await contacts.findByRole('button', { name: 'Edit Mr Tan' })).toBeVisible();
    expect(served.rows).toMatchObject([
      { name: 'Mr Lim', hidden: true },
      { name: 'Mr Tan', hidden: false },
    ]);
  });

  it('are at most fifty', async () => {
    serveContacts(
      ...Array.from({ length: 50 }, (_, index) => aContact({ id: index + 1, name: `Contact ${index + 1}` })),
    );
    const { contacts } = await openContacts();
    await contacts.findByText('Contact 50');
    expect(contacts.getByRole('button', { name: 'Add a contact' })).toBeDisabled();
    expect(contacts.getByText('A site has at most 50 contacts. Remove one first.')).toBeVisible();
  });
});

describe('a call that fails', () => {
  const refusals = [
    ['no service', () => HttpResponse.error(), 'The service does not answer. What you typed is still here: try again.'],
    [
      'a full site',
      () => HttpResponse.json({ code: 'PT422', message: 'Full', hint: 'contacts-full' }, { status: 422 }),
      'A site has at most 50 contacts. Remove one first.',
    ],
    [
      'a refusal',
      () => HttpResponse.json({ code: '23514', message: 'no' }, { status: 400 }),
      'Error updating data. What you typed is still here: try again.',
    ],
  ] as const;

  it.each(refusals)('says so and keeps what is typed: %s', async (_, answer, text) => {
    quietErrors();
    const served = serveContacts();
    const { contacts, press, fill } = await openContacts();
    await contacts.findByText('No further contacts yet.');
    server.use(http.post(rowsUrl('site_contacts'), answer, { once: true }));
    await press('Add a contact');
    await fill('Name', 'Mr Lim');
    await fill('Telephone number', '0123456789');
    await press('Save');
    expect(await contacts.findByText(text)).toBeVisible();
    expect(contacts.getByLabelText('Name')).toHaveValue('Mr Lim');
    await press('Save');
    expect(await contacts.findByText('0123456789')).toBeVisible();
    expect(served.rows).toHaveLength(1);
  });

  it('adds a contact once if the answer was lost', async () => {
    quietErrors();
    const served = serveContacts();
    const { contacts, press, fill } = await openContacts();
    await contacts.findByText('No further contacts yet.');
    await press('Add a contact');
    await fill('Name', 'Mr Lim');
    await fill('Telephone number', '0123456789');
    server.use(
      http.post<never, object>(
        rowsUrl('site_contacts'),
        async ({ request }) => {
          served.rows.push(aContact({ ...(await request.json()), id: 1, role: null, email: null }));
          served.attempts.set(request.headers.get('x-portal-attempt') ?? '', { id: 1, hidden: false, revision: 1 });
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    await press('Save');
    await contacts.findByText('The service does not answer. What you typed is still here: try again.');
    await press('Save');
    expect(await screen.findByText('Contact saved.')).toBeVisible();
    expect(served.rows).toHaveLength(1);
  });

  it('says that a contact could not be removed', async () => {
    quietErrors();
    serveContacts(aContact());
    const { contacts, press } = await openContacts();
    await contacts.findByText('Mr Lim');
    server.use(http.patch(rowsUrl('site_contacts'), () => HttpResponse.error()));
    await press('Remove Mr Lim');
    expect(await screen.findByText('The service does not answer. Check the list and try again.')).toBeVisible();
    expect(contacts.getByText('Mr Lim')).toBeVisible();
  });

  it('is tried again if the list could not be loaded', async () => {
    let fails = true;
    serveMaintable(listedSite());
    server.use(
      http.get(rowsUrl('site_contacts'), () =>
        fails ? HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }) : HttpResponse.json([aContact()]),
      ),
    );
    const { user } = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    const failure = await screen.findByText('The contacts could not be loaded.');
    fails = false;
    const again = failure.parentElement;
    if (!again) throw new Error('The failure stands alone');
    await user.click(within(again).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mr Lim')).toBeVisible();
  });
});
