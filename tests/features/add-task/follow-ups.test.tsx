import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { handReport } from '../../../src/records/task/handed-report.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { allowConsole } from '../../support/console.ts';
import { pickSite } from '../../support/pick-site.ts';
import { technicianSession } from '../../support/render-route.tsx';
import { siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import {
  backend,
  fillIn,
  importScreen,
  expectSavedToast,
  openAddTask,
  pdf,
  preview,
  press,
  serveFakeFiles,
} from './open-add-task.ts';

const boxes = () => screen.getByRole('group', { name: 'Done with this visit' });
const box = (name: RegExp) => within(boxes()).getByRole('checkbox', { name });

/** The visits of Selasih Park, and none of another site. */
function serveVisits(...tasks2024: Task[]): void {
  server.use(
    http.get(`${origin}/rest/v1/maintables`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('name') === 'eq.Selasih Park' ? [siteRow({ tasks2024 })] : [],
      ),
    ),
  );
}

const november = task({
  id: 3,
  time: '2025-11-10T10:00:00+08:00',
  title: 'Loop tuned',
  follow: [
    { line: 1, text: 'Replace the spring' },
    { line: 4, text: 'Cut the loop again' },
  ],
});
const later = task({ id: 4, time: '2026-03-20T10:00:00+08:00', follow: [{ line: 1, text: 'Paint the arm' }] });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-26T16:05:00+08:00') });
  serveFakeFiles();
  await importScreen();
});

describe('the recommendations that a visit carried out', () => {
  it('are ticked among the open ones, oldest first, and saved with the visit', async () => {
    serveVisits(november, later);
    const { user } = await openAddTask();
    expect(screen.queryByRole('group', { name: 'Done with this visit' })).toBeNull();
    await pickSite(user, 'Selasih Park');
    await screen.findByRole('group', { name: 'Done with this visit' });
    expect(within(boxes()).getAllByRole('checkbox')).toHaveLength(3);
    expect(boxes()).toHaveTextContent(
      'Done with this visitReplace the springOpen for 4 months, since 10 November 2025Cut the loop againOpen for 4 months, since 10 November 2025Paint the armOpen for 6 days, since 20 March 2026',
    );
    for (const one of within(boxes()).getAllByRole('checkbox')) expect(one).not.toBeChecked();
    await fillIn(user, null);
    // a visit of the 17th cannot have carried out a recommendation of the 20th
    expect(within(boxes()).getAllByRole('checkbox')).toHaveLength(2);
    await user.click(box(/^Replace the spring/u));
    await user.click(box(/^Cut the loop/u));
    await user.click(box(/^Replace the spring/u));
    await press(user, 'Add Task');
    expect(preview()).toHaveTextContent('1 recommendation is done with this visit.');
    await press(user, 'Update');
    await expectSavedToast();
    expect(backend.tasks.at(-1)).toMatchObject({ title: 'Repair', closes: [{ task: 3, line: 4 }] });
    expect(backend.tasks.at(-1)).not.toHaveProperty('follow');
  });

  it('can also be ticked by a technician', async () => {
    serveVisits(november);
    const { user } = await openAddTask('?site=Selasih+Park', technicianSession);
    await user.click(await screen.findByRole('checkbox', { name: /^Replace the spring/u }));
    expect(box(/^Replace the spring/u)).toBeChecked();
  });

  it('stay in the draft, and are dropped when the site changes', async () => {
    serveVisits(november);
    const { user: before, unmount } = await openAddTask('?site=Selasih+Park');
    await before.click(await screen.findByRole('checkbox', { name: /^Replace the spring/u }));
    unmount();
    const { user } = await openAddTask();
    await waitFor(() => expect(box(/^Replace the spring/u)).toBeChecked());
    await pickSite(user, 'Kingfisher Tower');
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Done with this visit' })).toBeNull());
    await pickSite(user, 'Selasih Park');
    await waitFor(() => expect(box(/^Replace the spring/u)).not.toBeChecked());
  });

  it('are removed if they do not exist any more, which then allows the save', async () => {
    serveVisits(november);
    const { user: before, unmount } = await openAddTask('?site=Selasih+Park');
    await before.click(await screen.findByRole('checkbox', { name: /^Replace the spring/u }));
    unmount();
    serveVisits(task({ id: 3, follow: [] }));
    queryClient.clear();
    const { user } = await openAddTask();
    const gone = await screen.findByRole('checkbox', { name: /^Recommendation 1 of visit 3/u });
    await waitFor(() => expect(boxes()).toHaveTextContent('It is not there any more.'));
    expect(gone).toBeChecked();
    await user.click(gone);
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Done with this visit' })).toBeNull());
  });

  it('are ten at most', async () => {
    const many = [11, 12, 13].map((id) =>
      task({ id, follow: [1, 2, 3, 4].map((line) => ({ line, text: `Part ${id}/${line}` })) }),
    );
    serveVisits(...many);
    const { user } = await openAddTask('?site=Selasih+Park');
    await screen.findByRole('group', { name: 'Done with this visit' });
    const all = within(boxes()).getAllByRole('checkbox');
    expect(all).toHaveLength(12);
    for (const one of all.slice(0, 10)) await user.click(one);
    expect(boxes()).toHaveAccessibleDescription('A visit can name 10 at most.');
    expect(all.slice(10).map((one) => one.matches(':disabled'))).toEqual([true, true]);
    await user.click(all[0] ?? document.body);
    expect(all.at(-1)).toBeEnabled();
  });

  it('can be requested again if they could not be read, and the visit can be typed anyway', async () => {
    allowConsole(/./u);
    server.use(http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json({ code: '42501' }, { status: 403 })));
    const { user } = await openAddTask('?site=Selasih+Park');
    expect(await screen.findByText('The open recommendations of this site could not be read.')).toBeVisible();
    expect(screen.getByLabelText('Title')).toBeEnabled();
    serveVisits(november);
    await press(user, 'Try again');
    expect(await screen.findByRole('checkbox', { name: /^Replace the spring/u })).toBeVisible();
  });
});

/** Passes on a finished report form with failed checks to a task. */
const hand = (...failed: { check: string; text: string }[]) =>
  handReport({
    file: pdf('Form.pdf'),
    day: '2026-03-26',
    siteName: 'Selasih Park',
    title: 'Monthly',
    by: '',
    lines: [],
    failed,
    about: 'x',
  });

describe('a failed check of a report form', () => {
  it('becomes a recommendation with one press, whose words can be changed', async () => {
    hand(
      { check: 'Gate cycle test', text: 'Gate cycle test: slow' },
      { check: 'Visual inspection', text: 'Visual inspection' },
    );
    const { user } = await openAddTask();
    await press(user, 'Follow up: Gate cycle test');
    const line = screen.getByLabelText('Recommendation 1');
    expect(line).toHaveValue('Gate cycle test: slow');
    expect(line).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Follow up: Gate cycle test' })).toBeNull();
    await user.type(line, ' to close');
    expect(screen.queryByRole('button', { name: 'Follow up: Gate cycle test' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Follow up: Visual inspection' })).toBeVisible();
    // and is offered again after it is removed
    await press(user, 'Remove recommendation 1');
    expect(screen.getByRole('button', { name: 'Follow up: Gate cycle test' })).toBeVisible();
  });

  it('is offered in the draft too, up to five lines', async () => {
    hand(...[1, 2, 3, 4, 5, 6].map((number) => ({ check: `Check ${number}`, text: `Check ${number}: worn` })));
    const { unmount } = await openAddTask();
    await waitFor(() => expect(screen.getByLabelText('Site')).toHaveValue('Selasih Park'));
    unmount();
    const { user } = await openAddTask();
    for (const number of [1, 2, 3, 4, 5])
      await user.click(await screen.findByRole('button', { name: `Follow up: Check ${number}` }));
    expect(screen.queryByRole('button', { name: /^Follow up: /u })).toBeNull();
    expect(screen.getAllByLabelText(/^Recommendation \d$/u)).toHaveLength(5);
  });
});
