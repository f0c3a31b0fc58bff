import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { chooseSite, monthUrl, moves, serveVisits } from '../components/task-edit/serve-visits.ts';
import { serveChanges, restoreUrl } from '../features/change-log/serve-changes.ts';
import { backend, buttonOf, march, serveTasks, stored, tableUrl } from '../features/data-deleter/open-deleter.ts';
import { jammed } from '../features/failure-analytics/open-editing.ts';
import { serveCarPosts, tableUrl as postsUrl } from '../features/failure-analytics/serve-car-posts.ts';
import { choose, field, fill, orchard, serveSite, pickClient } from '../features/maintenance-form/form-screen.tsx';
import { serveMaintable } from '../features/sites/serve-maintable.ts';
import { adminSession } from '../support/render-route.tsx';
import { changeRow, listedSite } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

const logs = /could not be (?:hidden or shown|corrected|saved|kept|restored)|was not restored/u;
const updated = () => void expect(screen.getByText('Data updated successfully!')).toBeVisible();
const select = (wanted: string) => (url: URL) => url.searchParams.get('select') === wanted;

const deletion = {
  as: adminSession,
  at: march,
  serve: () => serveTasks(stored({ id: 1, title: 'First' }), stored({ id: 2, title: 'Second' })),
  begin: () => screen.findByRole('heading', { level: 2, name: 'Selasih Park, March 2026' }),
  press: () => {
    fireEvent.click(buttonOf('Second', 'Delete'));
    const question = screen.getByRole('dialog', { name: 'Are you sure you want to delete this task?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  },
  expected: 'Failed to delete the task.',
  kept: () => void expect(buttonOf('Second', 'Delete')).toBeEnabled(),
  done: () => void expect(screen.getByText('Visit removed.')).toBeVisible(),
  logs,
} satisfies Partial<Call>;

const move = {
  as: adminSession,
  at: monthUrl,
  serve: serveVisits,
  begin: async (user) => {
    const card = within(await screen.findByRole('article', { name: 'Third' }));
    await user.click(card.getByRole('button', { name: 'Move to another site' }));
    await chooseSite(user);
  },
  press: pressAll('Move'),
  expected: 'The visit could not be moved. Try again: it is moved only once.',
  kept: () => void expect(within(screen.getByRole('dialog')).getByRole('combobox')).toHaveValue('Kingfisher Tower'),
  done: () => void expect(screen.getByText(/“Third” is now at Kingfisher Tower/u)).toBeVisible(),
  logs: /could not be moved/u,
} satisfies Partial<Call>;

let restored: number[] = [];
let table: ReturnType<typeof serveMaintable>;
const typeInto = (name: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });

const siteForm = {
  as: adminSession,
  at: '/DataEditor/sites?site=Selasih+Park',
  serve: () => {
    table = serveMaintable(listedSite());
  },
  begin: async () => {
    await screen.findByRole('form', { name: 'Selasih Park' });
    typeInto('Capacity', '900');
  },
  press: pressAll('Save'),
  expected: /^Error updating data\. ?What you typed is still here: try again\./mu,
  kept: () => void expect(screen.getByRole('textbox', { name: 'Capacity' })).toHaveValue('900'),
  done: updated,
  logs,
} satisfies Partial<Call>;

let posts: ReturnType<typeof serveCarPosts>;
const counts = {
  as: adminSession,
  at: '/charts?site=Selasih+Park&year=2026',
  press: pressAll('Update Database'),
  expected: 'Update failed.',
  done: updated,
  logs,
} satisfies Partial<Call>;
const savedCounts = {
  ...counts,
  from: ['records/failure/failure-queries.ts: update carpost'],
  request: { method: 'patch', url: postsUrl },
  serve: () => {
    posts = serveCarPosts();
  },
  written: () => posts.written.length,
} satisfies Partial<Call>;
const typeCount = async () => {
  await screen.findByRole('button', { name: 'Update Database' });
  fireEvent.change(jammed(), { target: { value: '12' } });
};

const form = {
  as: adminSession,
  at: '/DataEditor/report',
  logs,
} satisfies Partial<Call>;
let equipment: ReturnType<typeof serveSite>;

testFaults({
  'the deletion of a task': {
    ...deletion,
    from: ['records/task/task-queries.ts: update maintable'],
    request: { method: 'patch', url: tableUrl },
    written: () => backend.revision - 1,
    doneAgain: () => void expect(screen.getByText(/^This visit was deleted in the meantime/u)).toBeVisible(),
  },
  'the tasks before one is deleted': {
    ...deletion,
    from: ['records/task/task-queries.ts: select maintable'],
    request: { method: 'get', url: tableUrl, when: select('id,revision,tasks2024') },
  },
  'the correction of a task': {
    ...deletion,
    from: ['records/task/task-queries.ts: update maintable'],
    request: { method: 'patch', url: tableUrl },
    begin: async (user) => {
      await deletion.begin();
      await user.click(buttonOf('Second', 'Edit'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Need Correction?' }));
      fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Loop tested' } });
    },
    press: pressAll('Save'),
    // without an answer the portal sends the correction again by itself
    expected: {
      other: 'The correction is saved by itself as soon as there is one, while this window is open.',
      '403': 'Error updating data.',
      '409': 'Error updating data.',
    },
    tries: 100,
    limit: 45,
    kept: () => void expect(screen.getByLabelText('Title')).toHaveValue('Loop tested'),
    done: updated,
    written: () => backend.tasks.filter(({ title }) => title === 'Loop tested').length,
  },
  'the move of a visit to another site': {
    ...move,
    from: ['records/task/move-visit.ts: rpc move_visit'],
    request: { method: 'post', url: `${origin}/rest/v1/rpc/move_visit` },
    written: () => moves.done.size,
  },
  'the copy of a file to another site': {
    ...move,
    from: ['lib/stored-files.ts: copy'],
    request: { method: 'post', url: `${origin}/storage/v1/object/copy` },
    // a server that is silent is waited for three times
    limit: 60,
  },
  'the record of a site': {
    ...siteForm,
    from: ['records/site/site-queries.ts: update maintable'],
    request: { method: 'patch', url: tableUrl },
    written: () => table.rows.filter(({ capacity }) => capacity === '900').length,
  },
  'the record of a site that somebody else has saved': {
    ...siteForm,
    from: ['records/site/site-queries.ts: select maintable'],
    request: { method: 'get', url: tableUrl, when: ({ searchParams }) => searchParams.has('id') },
    begin: async () => {
      await siteForm.begin();
      Object.assign(table.rows[0] ?? {}, { revision: 9, gate_numbers: '6' });
    },
  },
  'a new site': {
    ...siteForm,
    from: ['records/site/site-queries.ts: insert maintable'],
    request: { method: 'post', url: tableUrl },
    at: '/DataEditor/sites',
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Add a site' }));
      typeInto('Name', 'Bayu Court');
    },
    press: pressAll('Add site'),
    kept: () => void expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Bayu Court'),
    done: () => expect(location.search).toBe('?site=Bayu+Court'),
    doneAgain: () => void expect(screen.getByText('Another site has this name. Names are unique.')).toBeVisible(),
    written: () => table.written.length,
  },
  'the failure counts': {
    ...savedCounts,
    begin: typeCount,
    expected:
      /Your changes are still here: try again\.[^]*Update failed\.|Update failed\.[^]*Your changes are still here: try again\./u,
    kept: () => void expect(jammed()).toHaveValue('12'),
  },
  'the removal of a post': {
    ...savedCounts,
    begin: async (user) => user.click(await screen.findByRole('button', { name: 'Remove post: P1 Main Gate' })),
    press: pressAll('Remove'),
    expected: 'Update failed. Try again.',
    kept: () => void expect(screen.getByRole('dialog', { name: 'Remove P1 Main Gate with its counts?' })).toBeVisible(),
    done: () => void expect(screen.getByText('P1 Main Gate was removed.')).toBeVisible(),
    doneAgain: () => void expect(screen.getByText(/^Somebody else has just changed this\./u)).toBeVisible(),
  },
  'the first failure counts of a site': {
    ...counts,
    from: ['records/failure/failure-queries.ts: insert carpost'],
    request: { method: 'post', url: postsUrl },
    serve: () => {
      posts = serveCarPosts(null);
    },
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Add the first post' }));
      await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P1 Main Gate{Enter}');
    },
    kept: () => void expect(screen.getByText('P1 Main Gate')).toBeVisible(),
    written: () => posts.written.length,
  },
  'the equipment of a site': {
    ...form,
    from: ['features/maintenance-form/form-site.ts: update maintable'],
    request: { method: 'patch', url: tableUrl },
    serve: () => {
      equipment = serveSite();
    },
    begin: async (user) => {
      await screen.findByRole('heading', { level: 1, name: 'Maintenance Report Form' });
      await choose(user, `site-${orchard.id}`);
      await fill(user, 'Barrier gate', 'KBG-700');
    },
    press: pressAll("Keep as this site's equipment"),
    expected: /^Error updating data\. ?What you typed is still here: try again\./mu,
    kept: () => void expect(field('Barrier gate')).toHaveValue('KBG-700'),
    done: updated,
    written: () => Number(equipment.equipment?.['barrierGate'] === 'KBG-700'),
  },
  'the equipment and the posts that the form starts with': {
    ...form,
    from: [
      'records/maintenance-form/form-site-query.ts: select maintable',
      'records/failure/failure-queries.ts: select carpost',
    ],
    request: { method: 'get', url: tableUrl, when: select('equipment,revision') },
    serve: () => void serveSite(),
    begin: async (user) => {
      await screen.findByRole('heading', { level: 1, name: 'Maintenance Report Form' });
      server.use(
        http.get(postsUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), { once: true }),
      );
      await pickClient(user, `site-${orchard.id}`);
      await screen.findByRole('button', { name: 'Try again' });
    },
    // what the service did not answer, the portal asks for again by itself too
    press: () => {
      for (const button of screen.queryAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
    },
    expected: {
      other: 'The sites, or the posts and equipment of this site, could not be loaded.',
      offline: `There is no connection, and the posts and equipment of ${orchard.name} are not kept on this device.`,
    },
    done: () => {
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      expect(screen.getByRole('textbox', { name: 'Issue details' })).toBeVisible();
    },
  },
  'the restoring of a change': {
    from: ['records/change-log/restore-change.ts: rpc restore_change'],
    request: { method: 'post', url: restoreUrl },
    as: adminSession,
    at: '/DataEditor/history',
    serve: () => {
      restored = serveChanges(changeRow({})).restored;
    },
    begin: async (user) => user.click(await screen.findByRole('button', { name: /^Restore: Capacity/u })),
    press: () => {
      const refused = screen.queryByRole('button', { name: 'Restore' }) === null;
      if (refused) {
        pressAll('Close')();
        pressAll(/^Restore: Capacity/u)();
      }
      pressAll('Restore')();
    },
    expected: {
      other: 'Error updating data. Check the top of the log before you try again.',
      '403': 'Error updating data. Nothing was restored. Try again.',
      '429': 'Error updating data. Nothing was restored. Try again.',
      '409': 'This has been changed again since, so nothing was restored. Restore the newer change first.',
    },
    done: () => void expect(screen.getByText('Restored. The log has a new line for it.')).toBeVisible(),
    written: () => restored.length,
    repeated: 'asks to look',
    logs,
  },
});
