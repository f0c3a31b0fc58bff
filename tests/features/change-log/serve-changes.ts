import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import type { Change } from '../../../src/records/change-log/change-log.ts';
import { siteStamp } from '../../../src/records/time.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { changeRow, issuedKey, keyChange, loggedTask, taskChange, listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const keysUrl = `${origin}/rest/v1/main`;
export const sitesUrl = `${origin}/rest/v1/maintable`;
export const logUrl = `${origin}/rest/v1/rpc/list_changes`;
export const changersUrl = `${origin}/rest/v1/rpc/list_changers`;
export const restoreUrl = `${origin}/rest/v1/rpc/restore_change`;
export const movesUrl = `${origin}/rest/v1/rpc/logged_moves`;

interface Asked {
  of_site?: number;
  by_access?: number;
  of_kind?: 'site' | 'tasks' | 'counts' | 'keys' | 'faults' | 'stickers' | 'links';
  from_day?: string;
  to_day?: string;
  words?: string;
  older_than?: number;
  page_size: number;
}

const tables = {
  site: 'maintable',
  tasks: 'maintable',
  counts: 'carpost',
  keys: 'main',
  faults: 'faults',
  stickers: 'stickers',
  links: 'share_links',
} as const;

const keyRow = (id: number, label: string, values: object = {}) => ({
  id,
  label,
  role: 'admin',
  kind: 'issued',
  site_id: null,
  site_ids: null,
  created_at: `2026-01-0${id}T01:00:00+00:00`,
  last_used_at: null,
  expires_at: null,
  end_reason: null,
  granted_until: null,
  revoked_at: null,
  ...values,
});

/** Serves these lines, newest first, paged and filtered as the database does. Returns the requests. */
export function serveChanges(...changes: Change[]) {
  const asked: Asked[] = [];
  const restored: number[] = [];
  server.use(
    http.get(keysUrl, () =>
      HttpResponse.json([
        keyRow(9, 'Head office'),
        keyRow(8, 'Depot'),
        keyRow(7, 'Depot'),
        keyRow(6, 'Front desk', { role: 'user', site_id: 2 }),
        keyRow(5, 'Front desk', { role: 'user', site_id: 1 }),
        keyRow(4, 'Ali', { role: 'technician' }),
      ]),
    ),
    http.post(changersUrl, () => HttpResponse.json([8, 5, 9, 4])),
    http.post<never, { change_ids: number[] }>(movesUrl, async ({ request }) => {
      const { change_ids: ids } = await request.json();
      return HttpResponse.json(
        changes.flatMap(({ id, move }) =>
          move && ids.includes(id) ? [{ change_id: id, from_site: move.from, to_site: move.to }] : [],
        ),
      );
    }),
    http.get(sitesUrl, () =>
      HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' }), listedSite({ id: 2, name: 'Kingfisher Rise' })]),
    ),
    http.post<never, Asked>(logUrl, async ({ request }) => {
      const wanted = await request.json();
      asked.push(wanted);
      const found = changes.filter(
        (line) =>
          (wanted.of_site === undefined || line.site_id === wanted.of_site) &&
          (wanted.by_access === undefined || line.access_id === wanted.by_access) &&
          (wanted.of_kind === undefined || line.table_name === tables[wanted.of_kind]) &&
          (wanted.from_day === undefined || siteStamp(new Date(line.at)).slice(0, 10) >= wanted.from_day) &&
          (wanted.to_day === undefined || siteStamp(new Date(line.at)).slice(0, 10) <= wanted.to_day) &&
          (wanted.words === undefined || JSON.stringify(line.after).includes(wanted.words)) &&
          (wanted.older_than === undefined || line.id < wanted.older_than),
      );
      return HttpResponse.json(found.slice(0, wanted.page_size));
    }),
    http.post<never, { change_id: number }>(restoreUrl, async ({ request }) => {
      const { change_id: id } = await request.json();
      restored.push(id);
      const old = changes.find((line) => line.id === id);
      if (old) changes.unshift({ ...old, id: 1000, before: old.after, after: old.before, at: '2026-11-21T03:00:00Z' });
      return HttpResponse.json({ revision: 7 });
    }),
  );
  return { changes, asked, restored };
}

/** A line of each kind, by several keys, on three days. */
export const kinds = () => [
  taskChange([loggedTask()], [loggedTask({ showing: 'False' })], { id: 104, at: '2026-11-21T02:15:00Z' }),
  changeRow({ id: 103, at: '2026-11-20T16:05:00Z', access_id: 8, access_label: 'Depot' }),
  keyChange({ revoked_at: null }, { revoked_at: '2026-11-20T15:59:00Z' }, { id: 102, at: '2026-11-20T15:59:00Z' }),
  keyChange(null, issuedKey, { id: 101, at: '2026-11-19T15:59:00Z', operation: 'INSERT' }),
  changeRow({
    id: 100,
    at: '2026-11-19T15:58:00Z',
    operation: 'INSERT',
    access_id: null,
    access_label: null,
    site_id: 2,
    site_name: 'Kingfisher Rise',
    before: null,
    after: { name: 'Kingfisher Rise' },
  }),
];

/** Changes of the capacity, newest first: the newest of 120 sets it to 120. */
export function manyChanges(count: number): Change[] {
  return Array.from({ length: count }, (_, i) => {
    const id = count - i;
    return changeRow({ id, before: { capacity: `${id - 1}` }, after: { capacity: `${id}` } });
  });
}

/** Opens the screen with these lines and waits for them. */
export async function openLog(query = '', ...changes: Change[]) {
  const served = serveChanges(...changes);
  const view = renderRoute(`/DataEditor/history${query}`, adminSession);
  const count = /\d changes?$|^Nothing has been changed yet|^No change matches|^There is no site/u;
  await screen.findByText(count, { selector: '[role=status]' });
  return { ...view, ...served };
}

export const items = () => screen.queryAllByRole('time').flatMap((time) => time.closest('li') ?? []);

/** The texts of the lines, without their buttons. */
export const lines = () =>
  items().map((item) =>
    // by tag, because looking up the roles of a long list is slow
    Array.from(item.querySelectorAll('p'), (part) => part.textContent),
  );

/** Removes the messages of a test before the next one. */
export function closeToasts(): void {
  for (const { id } of getMessages().toasts) dismissToast(id);
}
