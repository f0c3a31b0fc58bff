import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { listedSite, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { backend, fillIn, importScreen, press, preview, serveTasks } from './open-add-task.ts';

// why: jsdom cannot decode images or clone files; queue and drafts have tests of their own
vi.mock('../../../src/records/upload/upload-queue.ts', () => import('./fake-upload-queue.ts'));
vi.mock('../../../src/lib/device/drafts.ts', async (original) => (await import('./fake-drafts.ts')).faked(original));

beforeAll(importScreen);
beforeEach(serveTasks);

const tableUrl = `${origin}/rest/v1/maintable`;
const site = () => screen.getByLabelText('Site');

/** Opens the screen for a key with one site; `stored` is what a save then reads of that site. */
async function openOnly(
  stored: () => object[] = () => [{ id: 1, revision: backend.revision, tasks2024: backend.tasks }],
) {
  server.use(
    http.get(tableUrl, ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.has('name') ? stored() : [listedSite()]),
    ),
  );
  const { user } = renderRoute('/DataEditor', technicianSession);
  await screen.findByRole('heading', { level: 1, name: 'Add New Task' });
  await waitFor(() => expect(site()).toHaveDisplayValue('Selasih Park'));
  return user;
}

describe('Add New Task for a technician', () => {
  it('preselects the only site, and has no link to the Data Deleter', async () => {
    await openOnly();
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /Data Deleter/u })).toBeNull();
  });

  it('opens the saved visit, which can be corrected there', async () => {
    const user = await openOnly();
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

  it('reports that the key has lost its site meanwhile, and keeps what was typed', async () => {
    const user = await openOnly(() => []);
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error updating data. Your key no longer opens this site, or the site was renamed. Everything is still here: choose the site again.',
    );
    expect(preview()).toHaveTextContent('Arm replaced');
  });
});
