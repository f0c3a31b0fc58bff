import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeResultCopy } from '../../../src/lib/device/copies.ts';
import { faults } from '../../faults/faults.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { madeFault, serveFaults } from '../../support/made-faults.ts';
import { pickSite } from '../../support/pick-site.ts';
import { technicianSession } from '../../support/render-route.tsx';
import { siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import {
  backend,
  fillIn,
  importScreen,
  expectSavedToast,
  openAddTask,
  preview,
  press,
  serveFakeFiles,
} from './open-add-task.ts';

const name = 'Open faults: tick what this visit answers';
const boxes = () => screen.getByRole('group', { name });
const box = (words: RegExp) => within(boxes()).getByRole('checkbox', { name: words });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

const exit = madeFault(41, { reported_at: '2026-03-26T14:45:00+08:00', promised_hours: 1 });
const entrance = madeFault(42, { reported_at: '2026-03-26T15:25:00+08:00', post: 'Entrance', what: 'Tag not read' });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-26T16:05:00+08:00') });
  serveFakeFiles();
  server.use(http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow({ tasks2024: [] })])));
  await importScreen();
});

describe('the open faults of a site', () => {
  it('are first in the form, none ticked, with their age and words', async () => {
    serveFaults(exit, entrance);
    await openAddTask('?site=Selasih+Park', technicianSession);
    expect(await screen.findByRole('group', { name })).toHaveTextContent(
      /Exit: does not openno\. 41, open for 1 h 20 minover by 20 minMr Tan of unit 12 hit itEntrance: tag not readno\. 42, open for 40 min/u,
    );
    for (const each of within(boxes()).getAllByRole('checkbox')) expect(each).not.toBeChecked();
    expect(boxes().compareDocumentPosition(field('Visit date'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('are answered by one visit, which gets the time of the report, the kind and the post', async () => {
    serveFaults(exit, entrance);
    const { user } = await openAddTask('?site=Selasih+Park', technicianSession);
    await screen.findByRole('group', { name });
    await user.click(box(/^Entrance/u));
    expect(field('Reported')).toHaveValue('15:25');
    await user.click(box(/^Exit/u));
    expect(field('Reported')).toHaveValue('14:45');
    expect(field('Title')).toHaveValue('Emergency call, Exit, Entrance');
    expect(field('Kind of visit')).toHaveValue('emergency');
    await user.type(field('Task text'), 'Arm exchanged');
    await press(user, 'Add Task');
    expect(preview()).toHaveTextContent('Answers: Tag not read, Entrance (no. 42); Does not open, Exit (no. 41)');
    await press(user, 'Update');
    await expectSavedToast();
    expect(backend.tasks.at(-1)).toMatchObject({
      answers: [42, 41],
      kind: 'emergency',
      reported: '2026-03-26T14:45:00+08:00',
    });
  });

  it('have no box if none is open', async () => {
    const { user } = await openAddTask();
    await pickSite(user, 'Selasih Park');
    await screen.findByText('Follow up: what should be done next (optional)');
    expect(screen.queryByRole('group', { name })).toBeNull();
  });

  it('are ticked by a link, and a message names those that are not open any more', async () => {
    serveFaults(exit);
    await openAddTask('?site=Selasih+Park&answers=41,7', technicianSession);
    await waitFor(() => expect(box(/^Exit/u)).toBeChecked());
    expect(await screen.findByText('Fault no. 7 is not open any more.')).toBeVisible();
    expect(field('Title')).toHaveValue('Emergency call, Exit');
  });

  it('are not reported as ended because of an earlier answer, only because of a new one', async () => {
    const { queryClient } = await import('../../../src/lib/query-client.ts');
    const { openFaultsQuery } = await import('../../../src/records/fault/fault-queries.ts');
    const { held, release } = hold();
    server.use(
      http.post(`${origin}/rest/v1/rpc/list_faults`, async () => {
        await held;
        return HttpResponse.json({ faults: [exit, entrance], total: 2 });
      }),
    );
    await openAddTask('?site=Selasih+Park&answers=41,42,7', technicianSession);
    // an earlier answer, which does not have the fault at the entrance yet
    queryClient.setQueryData(openFaultsQuery(1).queryKey, [exit], { updatedAt: Date.now() - 20_000 });
    await waitFor(() => expect(box(/^Exit/u)).toBeChecked());
    expect(screen.queryByText(/not open any more/u)).toBeNull();
    expect(location.search).toContain('answers=42%2C7');
    release();
    expect(await screen.findByText('Fault no. 7 is not open any more.')).toBeVisible();
    expect(box(/^Entrance/u)).toBeChecked();
    expect(location.search).not.toContain('answers');
  });

  it('stay ticked if somebody was faster, and can be removed', async () => {
    serveFaults(exit);
    const { user: before, unmount } = await openAddTask('?site=Selasih+Park', technicianSession);
    await before.click(await screen.findByRole('checkbox', { name: /^Exit/u }));
    unmount();
    server.use(
      http.post(`${origin}/rest/v1/rpc/list_faults`, async ({ request }) => {
        const ended = { ...exit, answers: [{ task: 9, at: '2026-03-26T15:00:00+08:00' }] };
        const isAll = JSON.stringify(await request.json()).includes('"all"');
        return HttpResponse.json({ faults: isAll ? [ended] : [], total: isAll ? 1 : 0 });
      }),
    );
    const { queryClient } = await import('../../../src/lib/query-client.ts');
    queryClient.clear();
    const { user } = await openAddTask('', technicianSession);
    const found = await screen.findByRole('checkbox', { name: /^Does not open, Exit \(no\. 41\)Answered by a visit/u });
    expect(found).toBeChecked();
    await user.click(found);
    await waitFor(() => expect(screen.queryByRole('group', { name })).toBeNull());
  });

  it('are no longer ticked after another site was chosen', async () => {
    serveFaults(exit);
    const { user } = await openAddTask('?site=Selasih+Park');
    await user.click(await screen.findByRole('checkbox', { name: /^Exit/u }));
    await pickSite(user, 'Kingfisher Tower');
    await pickSite(user, 'Selasih Park');
    await waitFor(() => expect(box(/^Exit/u)).not.toBeChecked());
    await fillIn(user, null);
    await press(user, 'Add Task');
    expect(preview()).not.toHaveTextContent('Answers');
  });

  it('come from the copy of all sites without a connection, with the time of the copy', async () => {
    await fakeStorage();
    // another key than in the tests before, whose answers are stored when the page is idle
    const technician = { ...technicianSession, keyId: 4_900 };
    const owner = `${technician.keyId}.technician`;
    const at = Date.parse('2026-03-26T07:40:00+08:00');
    await storeResultCopy(owner, '["faults","open","all sites"]', { value: [exit, madeFault(50, { site_id: 2 })], at });
    server.use(http.post(`${origin}/rest/v1/rpc/list_faults`, faults.offline));
    await openAddTask('?site=Selasih+Park', technician);
    expect(await screen.findByRole('group', { name })).toHaveTextContent('as of 07:40');
    expect(within(boxes()).getAllByRole('checkbox')).toHaveLength(1);
  });
});
