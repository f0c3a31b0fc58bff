import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handReport } from '../../../src/records/task/handed-report.ts';
import { pickSite } from '../../support/pick-site.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { listedSite, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import {
  alert,
  backend,
  fillIn,
  importScreen,
  openAddTask,
  press,
  preview,
  serveFakeFiles,
  pdf,
  onQueue,
  photo,
} from './open-add-task.ts';

beforeAll(importScreen);

beforeEach(serveFakeFiles);

const date = () => screen.getByLabelText('Visit date');

const kind = () => screen.getByLabelText('Kind of visit');

/** Sets a field at once, as the picker of a date does, because typing passes through incomplete dates. */
const setField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the form', () => {
  it('links to the Data Deleter, and starts with the current time', async () => {
    await openAddTask();
    expect(screen.getByRole('link', { name: 'Need Correction? Enter Data Deleter' })).toHaveAttribute(
      'href',
      '/datadeleter',
    );
    const { siteMonth, longDate } = await import('../../../src/records/time.ts');
    const { visitTime } = await import('../../../src/records/task/visit.ts');
    const now = new Date();
    const { year, month } = siteMonth(now);
    expect(date()).toHaveValue(visitTime(now).date);
    expect(date()).toHaveAccessibleDescription(longDate(now));
    expect(screen.getByLabelText('Time')).toHaveDisplayValue(/^\d\d:\d\d$/u);
    expect(screen.getByLabelText('Year')).toHaveValue(year);
    expect(screen.getByLabelText('Month')).toHaveValue(month);
    expect(kind()).toHaveDisplayValue('Not specified');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  });

  it.each([
    ['is filled with the name that a technician typed last', technicianSession, 'Aziz Rahman'],
    ['offers an admin the names that were typed', adminSession, ''],
  ])('%s', async (_, session, next) => {
    const { user, unmount } = await openAddTask('', session);
    await user.type(screen.getByLabelText('Who came'), 'Aziz Rahman');
    await fillIn(user);
    await press(user, 'Add Task');
    await waitFor(() => expect(preview()).toHaveTextContent('Who came: Aziz Rahman'));
    await press(user, 'Discard');
    const [, inDialog] = screen.getAllByRole('button', { name: 'Discard' });
    await user.click(inDialog ?? document.body);
    await waitFor(() => expect(preview()).toBeNull());
    const who = await screen.findByLabelText('Who came');
    expect(who).toHaveValue(next);
    const offered = document.querySelectorAll(`[id='${who.getAttribute('list')}'] option`);
    expect([...offered].map((option) => option.getAttribute('value'))).toEqual(['Aziz Rahman']);
    unmount();
  });

  it('keeps the whole pasted text if it is too long, and is not added until it is shortened', async () => {
    const { user } = await openAddTask();
    await user.type(screen.getByLabelText('Title'), 'Repair');
    const text = screen.getByLabelText('Task text');
    await user.click(text);
    // the conclusion is beyond the limit, where a cut text would lose it
    await user.paste(`${'Bolts checked. '.repeat(817)}\nCONCLUSION: gate 2 is UNSAFE`);
    const tooLong = 'Use at most 10000 characters. These are 12284, 2284 too many.';
    expect(text).toHaveValue(`${'Bolts checked. '.repeat(817)}\nCONCLUSION: gate 2 is UNSAFE`);
    expect(text).toHaveAccessibleDescription(tooLong);
    await press(user, 'Add Task');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Please shorten what is too long.');
    await press(user, 'OK');
    expect(text).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    fireEvent.change(text, { target: { value: 'CONCLUSION: gate 2 is UNSAFE' } });
    expect(text).toBeValid();
    await press(user, 'Add Task');
    expect(await screen.findByRole('button', { name: 'Update' })).toBeVisible();
  });

  it('updates its date while nothing is typed, even in a tab that stays open overnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T16:00:00+08:00') });
    const { user } = await openAddTask();
    expect(date()).toHaveValue('2026-11-30');
    vi.setSystemTime(new Date('2026-12-01T09:10:00+08:00'));
    fireEvent.focus(globalThis.window);
    expect(date()).toHaveValue('2026-12-01');
    expect(screen.getByLabelText('Time')).toHaveValue('09:10');
    expect(screen.getByLabelText('Month')).toHaveValue('dec');
    setField('Visit date', '2026-11-27');
    vi.setSystemTime(new Date('2026-12-02T09:10:00+08:00'));
    fireEvent.focus(globalThis.window);
    expect(date()).toHaveValue('2026-11-27');
    await user.type(screen.getByLabelText('Title'), 'R');
    fireEvent.focus(globalThis.window);
    expect(date()).toHaveValue('2026-11-27');
  });

  it('keeps the date once something is typed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T16:00:00+08:00') });
    const { user } = await openAddTask();
    await user.type(screen.getByLabelText('Title'), 'R');
    vi.setSystemTime(new Date('2026-12-01T09:10:00+08:00'));
    fireEvent.focus(globalThis.window);
    expect(date()).toHaveValue('2026-11-30');
  });

  it('sets year and month by the date, and the date by year and month', async () => {
    const { user } = await openAddTask();
    setField('Visit date', '2025-03-31');
    expect(screen.getByLabelText('Year')).toHaveValue('2025');
    expect(screen.getByLabelText('Month')).toHaveValue('mar');
    await user.selectOptions(screen.getByLabelText('Month'), 'february');
    expect(date()).toHaveValue('2025-02-28');
    await user.selectOptions(screen.getByLabelText('Year'), '2024');
    expect(date()).toHaveValue('2024-02-28');
    expect(date()).toHaveAccessibleDescription('28 February 2024');
  });

  it('suggests the kind from a usual title until one is chosen', async () => {
    const { user } = await openAddTask();
    await user.type(screen.getByLabelText('Title'), 'Emergency call, lane 2');
    expect(kind()).toHaveDisplayValue('Emergency call');
    await user.clear(screen.getByLabelText('Title'));
    expect(kind()).toHaveDisplayValue('Not specified');
    await user.selectOptions(kind(), 'Other work');
    await user.type(screen.getByLabelText('Title'), 'monthly preventive maintenance');
    expect(kind()).toHaveDisplayValue('Other work');
  });

  it('refuses a visit in the future, with a message beside its date', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    setField('Visit date', `${new Date().getFullYear() + 1}-06-01`);
    await press(user, 'Add Task');
    expect(await alert('Please correct the visit date.')).toBeVisible();
    await press(user, 'OK');
    expect(date()).toHaveFocus();
    expect(date()).toHaveAccessibleDescription(/The visit date cannot be in the future\. Today is /u);
    expect(preview()).toBeNull();
    setField('Visit date', '2026-03-17');
    expect(date()).toBeValid();
  });

  it('names the missing fields, marks them, and focuses the first', async () => {
    const { user } = await openAddTask();
    await user.selectOptions(screen.getByLabelText('Year'), '');
    setField('Time', '');
    await user.type(screen.getByLabelText('Title'), '  ');
    await press(user, 'Add Task');
    expect(await alert('Please fill in all fields.')).toBeVisible();
    await press(user, 'OK');
    expect(screen.getByLabelText('Time')).toHaveFocus();
    for (const [field, description] of [
      ['Time', 'Enter the time of the visit.'],
      ['Year', 'Choose a year.'],
      ['Title', 'Enter a title.'],
      ['Task text', 'Enter what was done.'],
    ] as const) {
      expect(screen.getByLabelText(field)).toBeInvalid();
      expect(screen.getByLabelText(field)).toHaveAccessibleDescription(description);
    }
    expect(screen.getByLabelText('Month')).toBeValid();
    await user.type(screen.getByLabelText('Title'), 'Repair');
    expect(screen.getByLabelText('Title')).toBeValid();
    expect(preview()).toBeNull();
  });

  it('shows the task before it is saved, and lets it be edited', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    expect(preview()).toHaveTextContent('Repair');
    expect(preview()).toHaveTextContent('Not saved yet');
    expect(preview()).toHaveTextContent('Visit on 17 March 2026 at 10:05, filed under March 2026.');
    expect(preview()).toHaveTextContent('Other work');
    expect(screen.queryByRole('button', { name: 'Add Task' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Update' })).toHaveFocus();
    await press(user, 'Edit');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  });

  it('accepts a job number, shows it, and saves it with the visit', async () => {
    const { user } = await openAddTask();
    await user.type(screen.getByLabelText('Job number'), 'J-1042');
    await fillIn(user);
    await press(user, 'Add Task');
    expect(preview()).toHaveTextContent('Job number: J-1042');
    await press(user, 'Edit');
    expect(screen.getByLabelText('Job number')).toHaveValue('J-1042');
    await press(user, 'Add Task');
    await press(user, 'Update');
    await waitFor(() => expect(backend.tasks).toMatchObject([{ title: 'Repair', ref: 'J-1042' }]));
  });

  it('does not save on a double click', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.dblClick(screen.getByRole('button', { name: 'Add Task' }));
    expect(preview()).toBeVisible();
    expect(backend.revision).toBe(1);
  });

  it('reports that the sites cannot be loaded, and loads them with Try again', async () => {
    let fails = true;
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        fails
          ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 })
          : HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })]),
      ),
    );
    const { queryClient } = await import('../../../src/lib/query-client.ts');
    queryClient.clear();
    const { user } = renderRoute('/DataEditor', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    await user.type(screen.getByLabelText('Title'), 'Repair');
    fails = false;
    await press(user, 'Try again');
    await pickSite(user, 'Selasih Park');
    expect(screen.getByLabelText('Site')).toHaveValue('Selasih Park');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
  });
});

const site = () => screen.getByLabelText('Site');

const siteIs = (name: string) => waitFor(() => expect(site()).toHaveDisplayValue(name));

describe('the site in the URL', () => {
  it('is preselected', async () => {
    await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
  });

  it('can be changed', async () => {
    const { user } = await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
    await pickSite(user, 'Selasih Park');
    expect(site()).toHaveDisplayValue('Selasih Park');
  });

  it('is ignored when there is no such site', async () => {
    await openAddTask('?site=Nowhere');
    expect(site()).toHaveDisplayValue('');
  });

  it('is replaced by the site of a finished report form', async () => {
    handReport({
      file: pdf('Form.pdf'),
      day: '2026-02-20',
      siteName: 'Selasih Park',
      title: null,
      lines: [],
      by: '',
      about: '',
      failed: [],
    });
    await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Selasih Park');
  });

  it('starts a separate task beside a task in progress for another site, which is listed', async () => {
    const before = await openAddTask();
    await fillIn(before.user);
    before.unmount();
    const { user } = await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
    expect(screen.getByLabelText('Title')).toHaveValue('');
    const list = await screen.findByRole('region', { name: 'Visits on this device' });
    expect(list).toHaveTextContent(/Selasih Park, 17 March 2026 at 10:05, Repair, no photos/u);
    expect(list).toHaveTextContent(/Not finished, kept at \d\d:\d\d\./u);
    await user.click(within(list).getByRole('link', { name: /^Open: Selasih Park/u }));
    await siteIs('Selasih Park');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
  });

  it('is chosen for a task in progress that has none', async () => {
    const before = await openAddTask();
    await fillIn(before.user, null);
    before.unmount();
    await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
  });

  it('continues the task in progress for the same site', async () => {
    const before = await openAddTask();
    await fillIn(before.user);
    before.unmount();
    await openAddTask('?site=Selasih+Park');
    await siteIs('Selasih Park');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
    expect(screen.queryByRole('region', { name: 'Visits on this device' })).toBeNull();
  });
});

const tableUrl = `${origin}/rest/v1/maintable`;

/** Opens the screen for a key with one site. @param saved returns what a save reads of that site */
async function openWithOneSite(
  saved: () => object[] = () => [{ id: 1, revision: backend.revision, tasks2024: backend.tasks }],
) {
  server.use(
    http.get(tableUrl, ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.has('name') ? saved() : [listedSite()]),
    ),
  );
  const { user } = renderRoute('/DataEditor', technicianSession);
  await screen.findByRole('heading', { level: 1, name: 'Add New Task' });
  await waitFor(() => expect(site()).toHaveDisplayValue('Selasih Park'));
  return user;
}

describe('Add New Task for a technician', () => {
  it('preselects the only site, and has no link to the Data Deleter', async () => {
    await openWithOneSite();
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /Data Deleter/u })).toBeNull();
  });

  it('opens the saved visit, which can be corrected there', async () => {
    const user = await openWithOneSite();
    server.use(
      http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow({ tasks2024: backend.tasks })])),
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
      http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json(backend.tasks.map(({ id }) => id))),
    );
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    const card = within(await screen.findByRole('article', { name: 'Repair' }));
    expect(await card.findByRole('button', { name: 'Take back' })).toBeVisible();
    expect(backend.tasks).toHaveLength(1);
  });

  it('reports that the key has lost its site meanwhile, and keeps the input', async () => {
    const user = await openWithOneSite(() => []);
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error updating data. Your key no longer opens this site, or the site was renamed or archived. Everything is still here: choose the site again, or ask the office.',
    );
    expect(preview()).toHaveTextContent('Arm replaced');
  });
});

const offer = () => screen.queryByRole('button', { name: /^Taken on/u });

describe('photos taken at another time than the form states', () => {
  it('offer the time when they were taken, which one press applies', async () => {
    const { user } = await openAddTask();
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg')]);
    expect(offer()).toBeNull();
    onQueue((files) => files.becomes('a.jpg', { state: 'waiting', takenAt: '2026-03-17T11:20:00+08:00' }));
    expect(offer()).toHaveAccessibleName('Taken on 17 March 2026 at 11:20: use it');
    onQueue((files) => files.becomes('b.jpg', { state: 'waiting', takenAt: '2026-03-17T10:05:00+08:00' }));
    await press(user, 'Taken on 17 March 2026 at 10:05: use it');
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-03-17');
    expect(screen.getByLabelText('Time')).toHaveValue('10:05');
    expect(screen.getByLabelText('Month')).toHaveValue('mar');
    expect(screen.getByText('Taken on 17 March 2026 at 10:05, the same as the visit date.')).toHaveFocus();
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '10:06' } });
    expect(offer()).toBeVisible();
  });

  it('offer the time when they were taken beside the preview too', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    onQueue((files) => files.becomes('a.jpg', { state: 'waiting', takenAt: '2026-04-02T08:00:00+08:00' }));
    await press(user, 'Add Task');
    await press(user, 'Taken on 2 April 2026 at 08:00: use it');
    expect(screen.getByRole('article', { name: 'New visit, not saved yet' })).toHaveTextContent(
      'Visit on 2 April 2026 at 08:00, filed under April 2026.',
    );
  });
});
