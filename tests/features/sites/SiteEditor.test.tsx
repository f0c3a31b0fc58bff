import { screen, within, act } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { siteYear } from '../../../src/records/time.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { closeToasts, field, openForm, retype, save, saved } from './open-site.ts';
import { serveMaintable, tableUrl } from './serve-maintable.ts';

afterEach(closeToasts);

describe('the form', () => {
  it('shows the record in its fields, and links to the screens of the site', async () => {
    await openForm();
    expect(field('Name')).toHaveValue('Selasih Park');
    expect(field('Address')).toHaveValue('18 Jalan Selasih Emas 3');
    expect(screen.getByRole('switch', { name: 'Status' })).toBeChecked();
    expect(screen.getByRole('combobox', { name: 'Building Type' })).toHaveValue('condominium');
    expect(screen.getByLabelText('Contract End Date')).toHaveValue('2028-12-31');
    expect(screen.getByLabelText('Contract End Date')).toHaveAttribute('type', 'date');
    expect(field('Person In-charge')).toHaveValue('0100000001');
    const links = within(screen.getByRole('navigation', { name: 'This site' })).getAllByRole('link');
    expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
      'Records /maintenance?site=Selasih+Park',
      'Service History /data-fetcher?site=Selasih+Park',
      `Analytics /charts?year=${siteYear(new Date())}&site=Selasih+Park`,
      'Profile /profile?site=Selasih+Park',
      'Editor /DataEditor/sites?site=Selasih+Park',
      'Add a visit /DataEditor?site=Selasih+Park',
    ]);
    expect(screen.getByText('Everything is saved.')).toBeVisible();
  });

  it('writes only the changed fields, and marks them until saved', async () => {
    const { user, written } = await openForm();
    await retype(user, 'Capacity', '900 vehicles');
    await retype(user, 'Person In-charge', '012-345 6789');
    await retype(user, 'JMB In-charge', '');
    await user.type(screen.getByRole('combobox', { name: 'Visit Every (Months)' }), '2');
    await user.click(screen.getByRole('switch', { name: 'Status' }));
    const marked = 'Not saved: Status, Capacity, JMB In-charge, Visit Every (Months), Person In-charge';
    expect(screen.getByText(marked)).toBeVisible();
    expect(screen.getAllByText(/^Not saved$/u)).toHaveLength(5);
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([
      { status: false, capacity: '900 vehicles', jmb_name: null, visit_every_months: 2, person_in_charge: 123_456_789 },
    ]);
    expect(field('Person In-charge')).toHaveValue('0123456789');
    expect(screen.getByText('Everything is saved.')).toBeVisible();
    expect(screen.queryByText(/^Not saved$/u)).toBeNull();
  });

  it('offers the interval that the text of preventive maintenance suggests, with one press', async () => {
    const { user, written } = await openForm();
    const interval = screen.getByRole('combobox', { name: 'Visit Every (Months)' });
    const text = screen.getByRole('combobox', { name: 'Preventive Maintenance' });
    await user.click(screen.getByRole('button', { name: 'Set 1, as “Monthly” suggests' }));
    expect(interval).toHaveValue('1');
    expect(interval).toHaveFocus();
    expect(screen.queryByRole('button', { name: /suggests$/u })).toBeNull();
    await user.clear(text);
    await user.type(text, 'Every 2nd Sunday');
    expect(screen.queryByRole('button', { name: /suggests$/u })).toBeNull();
    await user.clear(text);
    await user.type(text, '4x a year');
    await user.click(screen.getByRole('button', { name: 'Set 3, as “4x a year” suggests' }));
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ preventive_maintenance: '4x a year', visit_every_months: 3 }]);
  });

  it('saves a first promise for emergency calls without a question, typed in any unit', async () => {
    const { user, written } = await openForm();
    await retype(user, 'Response Within (Hours)', '30 min');
    await retype(user, 'Emergency Calls a Year', '6');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ response_hours: 0.5, emergency_calls_a_year: 6, promised_before: null }]);
  });

  it('offers the promise that the text of emergency visits suggests, with one press', async () => {
    const { user, written } = await openForm();
    expect(screen.queryByRole('button', { name: /“Unlimited” suggests$/u })).toBeNull();
    await retype(user, 'Emergency Visits', '6 kali setahun, dalam masa 3 jam');
    await user.click(
      screen.getByRole('button', {
        name: 'Set 6 per year, within 3 hours, as “6 kali setahun, dalam masa 3 jam” suggests',
      }),
    );
    expect(field('Response Within (Hours)')).toHaveValue('3');
    expect(field('Response Within (Hours)')).toHaveFocus();
    expect(field('Emergency Calls a Year')).toHaveValue('6');
    expect(screen.queryByRole('button', { name: /dalam masa 3 jam” suggests$/u })).toBeNull();
    await retype(user, 'Emergency Calls a Year', '7');
    expect(screen.getByRole('button', { name: /^Set 6 per year, as/u })).toBeVisible();
    await retype(user, 'Emergency Visits', '24/7');
    expect(screen.queryByRole('button', { name: /24\/7” suggests$/u })).toBeNull();
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([
      { emergency_visit: '24/7', response_hours: 3, emergency_calls_a_year: 7, promised_before: null },
    ]);
  });

  it('refuses a text that is no number of hours or of calls', async () => {
    const { user, written } = await openForm();
    await retype(user, 'Response Within (Hours)', '3 to 4');
    await retype(user, 'Emergency Calls a Year', '400');
    await user.click(save());
    expect(field('Response Within (Hours)')).toHaveAccessibleDescription(/Use hours from 0.25 to 720/u);
    expect(field('Emergency Calls a Year')).toHaveAccessibleDescription(/Use a whole number from 1 to 366/u);
    expect(written).toEqual([]);
  });

  it.each([
    ['In Malaysia: 081234567', 81_234_567],
    ['In Singapore: +65 81234567', 6_581_234_567],
  ])('asks to which country eight digits belong, before and at the save: %s', async (answer, stored) => {
    const { user, written } = await openForm();
    await retype(user, 'Person In-charge', '8123 4567');
    const number = field('Person In-charge');
    await user.click(save());
    expect(screen.getByText('Is this a number of Malaysia or of Singapore? Choose below.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: answer }));
    expect(number).toHaveValue(answer.replace(/^.*: /u, ''));
    expect(number).toHaveFocus();
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ person_in_charge: stored }]);
  });

  it('offers to make a stored number of eight digits a number of Singapore', async () => {
    const { user, written } = await openForm(listedSite({ person_in_charge: 81_234_567 }));
    expect(field('Person In-charge')).toHaveValue('081234567');
    await user.click(screen.getByRole('button', { name: 'A number of Singapore? Set +65 81234567' }));
    expect(field('Person In-charge')).toHaveValue('+65 81234567');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ person_in_charge: 6_581_234_567 }]);
  });

  it('shows beside the field the number that is stored, if it was typed differently', async () => {
    const { user, written } = await openForm();
    await retype(user, 'Person In-charge', '６０ 12-345 6000');
    expect(field('Person In-charge')).toHaveAccessibleDescription('Stored and dialled as +60 123456000.');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ person_in_charge: 60_123_456_000 }]);
  });

  it('has nothing to save when nothing changed, and Discard undoes every change', async () => {
    const { user, written } = await openForm();
    await user.click(save());
    await retype(user, 'Capacity', '900');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Capacity')).toHaveValue('1,250 vehicles');
    expect(screen.getByText('Everything is saved.')).toBeVisible();
    expect(written).toEqual([]);
  });

  it('restores with Undo what was discarded', async () => {
    const { user } = await openForm();
    await retype(user, 'Capacity', '900');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(field('Capacity')).toHaveValue('900');
    expect(screen.getByText('Not saved: Capacity')).toBeVisible();
  });

  it('updates the query string with a new name', async () => {
    const { user } = await openForm();
    await retype(user, 'Name', 'Selasih Gardens');
    await user.click(save());
    expect(await screen.findByRole('heading', { level: 1, name: 'Selasih Gardens' })).toBeVisible();
    expect(location.search).toBe('?site=Selasih+Gardens');
  });
});

describe('a record that breaks rules of today', () => {
  const stored = {
    sitename: 'S'.repeat(201),
    building_type: 'B'.repeat(81),
    capacity: '-3',
    jmb_name: 'A\u0007li',
    contract_until: '31/12/2126',
    person_in_charge: 7,
    visit_every_months: 24,
    emergency_visit: ' six\nper year ',
  };

  it('can be corrected in another field, which is written alone', async () => {
    const { user, written } = await openForm(listedSite(stored));
    expect(screen.queryByText(/^Not saved/u)).toBeNull();
    await retype(user, 'Address', '20 Jalan Selasih Emas 3');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ address: '20 Jalan Selasih Emas 3' }]);
  });

  it('with a name that is too long can also be corrected in another field', async () => {
    const name = `Selasih Park ${'x'.repeat(120)}`;
    serveMaintable(listedSite({ name }));
    const { user } = renderRoute(`/DataEditor/sites?site=${encodeURIComponent(name)}`, adminSession);
    await screen.findByRole('form', { name });
    await retype(user, 'Capacity', '900');
    await user.click(save());
    expect(await saved()).toBeVisible();
    await retype(user, 'Name', `${name}y`);
    await user.click(save());
    expect(field('Name')).toHaveAccessibleDescription(/Use at most 120 characters\./u);
  });
});

const end = () => screen.getByLabelText('Contract End Date');
const button = (name: string) => screen.getByRole('button', { name });

describe('the end of a contract', () => {
  it.each([
    ['31/12/2028', 'Ends on 31 December 2028'],
    ['Dec 2028', 'Ends on 31 December 2028'],
    ['31 Disember 2028', 'Ends on 31 December 2028'],
    ['2028年12月底', 'Ends on 31 December 2028'],
    ['3/4/2028', 'Ends on 3 April 2028'],
    // a date as a spreadsheet stores it: the number of its days
    ['47118', 'Ends on 31 December 2028'],
    ['31-Oct-25', /^Ended on 31 October 2025: Expired \d+ days ago$/u],
    ['after 2 years', /^This is not a date\. Write it like 31 December \d{4}\.$/u],
    ['2028', /^This is not a date/u],
  ])('%s is explained as: %s', async (stored, says) => {
    await openForm(listedSite({ contract_until: stored }));
    expect(end()).toHaveValue(stored);
    expect(end()).toHaveAccessibleDescription(says);
  });

  it.each(['31/12/2126', '31 Dec 1999', '31.12.20266'])(
    'of %s is refused for its year, beside the field',
    async (typed) => {
      const { user, written } = await openForm(listedSite({ contract_until: '31-Oct-26' }));
      await user.clear(end());
      await user.type(end(), typed);
      expect(end()).toHaveAccessibleDescription('The year must be between 2000 and 2099.');
      await user.click(save());
      expect(end()).toBeInvalid();
      expect(end()).toHaveAccessibleDescription(/The year must be between 2000 and 2099\.$/u);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(written).toEqual([]);
    },
  );

  it('explains the input while it is typed, also over another text, and stores it as it is written', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: '31-Oct-26' }));
    await user.clear(end());
    expect(end()).toHaveAccessibleDescription('The profile shows how many days are left.');
    await user.type(end(), '31 Dis');
    expect(end()).toHaveAccessibleDescription(/^This is not a date/u);
    await user.type(end(), ' 2028');
    expect(end()).toHaveAccessibleDescription('Ends on 31 December 2028');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ contract_until: '31 Dis 2028' }]);
  });

  it('is written in words or chosen as a date, which starts with what the words mean', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: null }));
    expect(end()).toHaveAttribute('type', 'date');
    await user.click(button('Write it in words'));
    expect(end()).toHaveFocus();
    await user.keyboard('Dec 2028');
    await user.click(button('Choose a date instead'));
    expect(end()).toHaveAttribute('type', 'date');
    expect(end()).toHaveValue('2028-12-31');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ contract_until: '2028-12-31' }]);
  });

  it('that is no date is not lost by switching to a date, until a day is chosen', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: 'after 2 years' }));
    await user.click(button('Choose a date instead'));
    expect(end()).toHaveAttribute('type', 'date');
    expect(end()).toHaveValue('');
    expect(end()).toHaveAccessibleDescription('“after 2 years” stays until a day is chosen.');
    await user.click(button('Write it in words'));
    expect(end()).toHaveValue('after 2 years');
    await user.type(end(), ' or 3');
    await user.click(button('Choose a date instead'));
    await user.click(button('Write it in words'));
    expect(end()).toHaveValue('after 2 years or 3');
    await user.click(button('Choose a date instead'));
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Save an end that is not a date?' }));
    await user.click(dialog.getByRole('button', { name: 'Correct it' }));
    await user.type(end(), '2028-12-31');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ contract_until: '2028-12-31' }]);
  });

  it.each([
    ['31 Dec 2028', 'text', 'Ends on 31 December 2028'],
    [' 2028-12-31 ', 'date', 'Ends on 31 December 2028'],
    ['by arrangement', 'text', /^This is not a date/u],
  ])('is pasted in any notation: “%s”', async (pasted, type, says) => {
    const { user } = await openForm(listedSite({ contract_until: '2026-12-31' }));
    await user.click(end());
    await user.paste(pasted);
    expect(end()).toHaveProperty('type', type);
    expect(end()).toHaveValue(pasted.trim());
    expect(end()).toHaveAccessibleDescription(says);
  });

  it('that is no date causes a question before it is saved', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: 'Dec 2028' }));
    await retype(user, 'Contract End Date', 'after 2 years');
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Save an end that is not a date?' }));
    expect(dialog.getByText(/^“after 2 years” is not a date\. Nobody is told/u)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Correct it' }));
    expect(end()).toHaveFocus();
    expect(written).toEqual([]);
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ contract_until: 'after 2 years' }]);
  });

  it('that is stored and no date hinders no other correction', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: 'after 2 years' }));
    await retype(user, 'Capacity', '900');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ capacity: '900' }]);
  });
});

describe('an invalid value', () => {
  it('is explained beside its field before the call, and the first one gets the focus', async () => {
    const { user, written } = await openForm(listedSite(), listedSite({ id: 2, name: 'Kingfisher Rise' }));
    await retype(user, 'Name', 'Kingfisher Rise');
    await retype(user, 'Gate Numbers', '2.5');
    await user.click(save());
    expect(screen.getByText('Another site has this name. Names are unique.')).toBeVisible();
    expect(screen.getByText('Use a whole number, 0 or more.')).toBeVisible();
    expect(field('Name')).toHaveFocus();
    await user.type(field('Name'), ' 2');
    expect(screen.queryByText('Another site has this name. Names are unique.')).toBeNull();
    expect(written).toEqual([]);
  });

  it('can be an incomplete date', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: null }));
    const date = screen.getByLabelText<HTMLInputElement>('Contract End Date');
    Object.defineProperty(date, 'validity', { value: { badInput: true } });
    await user.click(save());
    expect(screen.getByText('Finish the date, or empty the field.')).toBeVisible();
    expect(written).toEqual([]);
  });

  it('can be an incomplete date in place of words, and is explained before any question', async () => {
    const { user, written } = await openForm(listedSite({ contract_until: '2026-12-31' }));
    const date = screen.getByLabelText<HTMLInputElement>('Contract End Date');
    await user.click(date);
    await user.paste('by arrangement');
    await user.click(screen.getByRole('button', { name: 'Choose a date instead' }));
    expect(date).toHaveProperty('type', 'date');
    Object.defineProperty(date, 'validity', { value: { badInput: true } });
    await user.click(save());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Finish the date, or empty the field.')).toBeVisible();
    expect(written).toEqual([]);
  });

  it.each([
    // the code decides what is said, whatever the message is
    ['23505', 'In other words', 'Another site has this name. Names are unique.'],
    [
      '23514',
      'In other words, naming "maintable_capacity_check"',
      'This cannot be stored. Make it shorter and use ordinary characters only.',
    ],
  ])('that the database refuses is explained beside its field: %s', async (code, message, words) => {
    const { user } = await openForm();
    await retype(user, 'Name', 'Selasih Gardens');
    await retype(user, 'Capacity', '900');
    server.use(http.patch(tableUrl, () => HttpResponse.json({ code, message }, { status: 400 }), { once: true }));
    await user.click(save());
    expect(await screen.findByText(words)).toBeVisible();
    expect(field('Capacity')).toHaveValue('900');
    await user.click(save());
    expect(await saved()).toBeVisible();
  });
});

describe('a save that fails', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
  });

  it('by a response that is not a record is reported, keeps what was typed, and can be tried again', async () => {
    const { user, written } = await openForm();
    await retype(user, 'Capacity', '900');
    server.use(http.patch(tableUrl, () => HttpResponse.json([{ id: 'one' }]), { once: true }));
    await user.click(save());
    expect(await screen.findByText('Error updating data.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('What you typed is still here: try again.');
    expect(field('Capacity')).toHaveValue('900');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(screen.queryByText('Error updating data.')).toBeNull();
    expect(written).toEqual([{ capacity: '900' }]);
  });
});

const saveElsewhere = (rows: ReturnType<typeof listedSite>[], values: object) =>
  rows.forEach((one) => Object.assign(one, values, { revision: one.revision + 1 }));

const saveIntoConflict = async () => {
  const opened = await openForm();
  const { user, rows } = opened;
  await retype(user, 'Capacity', '900');
  await retype(user, 'Gate Numbers', '6');
  await retype(user, 'RFID Reader Units', '10');
  saveElsewhere(rows, { capacity: null, gate_numbers: '5', address: 'Moved' });
  await user.click(save());
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this site first' });
  return { ...opened, dialog };
};

describe('a concurrent save by somebody else', () => {
  it('of other fields is merged with mine', async () => {
    const { user, rows } = await openForm();
    await retype(user, 'Capacity', '900');
    saveElsewhere(rows, { address: 'Moved' });
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(rows[0]).toMatchObject({ capacity: '900', address: 'Moved' });
    expect(field('Address')).toHaveValue('Moved');
  });

  it('of a new name leaves my form open, and the URL changes when I save', async () => {
    const { user, rows } = await openForm();
    await retype(user, 'Capacity', '900');
    saveElsewhere(rows, { name: 'Selasih Gardens' });
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole('heading', { level: 1, name: 'Selasih Gardens' })).toBeVisible();
    expect(field('Capacity')).toHaveValue('900');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(rows[0]).toMatchObject({ name: 'Selasih Gardens', capacity: '900' });
    expect(location.search).toBe('?site=Selasih+Gardens');
  });

  it('of the same fields lets me choose mine or theirs field by field', async () => {
    const { user, rows, dialog } = await saveIntoConflict();
    expect(within(dialog).getAllByRole('group')).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose one value for each field.');
    await user.click(within(dialog).getByRole('radio', { name: 'Capacity, theirs: (empty)' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Gate Numbers, yours: 6' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    expect(await saved()).toBeVisible();
    expect(rows[0]).toMatchObject({ capacity: null, gate_numbers: '6', rfid_unit: '10', address: 'Moved' });
    expect(field('Capacity')).toHaveValue('');
  });

  it('keeps my input with Back to the form, and asks again on the next save', async () => {
    const { user, written } = await saveIntoConflict();
    await user.click(screen.getByRole('button', { name: 'Back to the form' }));
    expect(field('Capacity')).toHaveValue('900');
    await user.click(save());
    expect(await screen.findByRole('dialog', { name: 'Somebody else saved this site first' })).toBeVisible();
    expect(written).toEqual([]);
  });

  it('writes nothing if theirs is chosen everywhere', async () => {
    const { user, rows, written } = await openForm();
    await retype(user, 'Capacity', '900');
    saveElsewhere(rows, { capacity: '1,000' });
    await user.click(save());
    await user.click(await screen.findByRole('radio', { name: 'Capacity, theirs: 1,000' }));
    await user.click(screen.getByRole('button', { name: 'Save choice' }));
    expect(await screen.findByText('Their values are kept. Nothing is left to save.')).toBeVisible();
    expect(field('Capacity')).toHaveValue('1,000');
    expect(written).toEqual([]);
  });

  it('asks again after another save during the choice', async () => {
    const { user, rows, dialog } = await saveIntoConflict();
    saveElsewhere(rows, { gate_numbers: '7' });
    await user.click(within(dialog).getByRole('radio', { name: 'Capacity, yours: 900' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Gate Numbers, yours: 6' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    expect(await screen.findByRole('radio', { name: 'Gate Numbers, theirs: 7' })).not.toBeChecked();
    expect(screen.queryByRole('radio', { name: /^Capacity/u })).toBeNull();
  });
});
