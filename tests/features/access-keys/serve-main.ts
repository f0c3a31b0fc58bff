import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import type { AccessKey } from '../../../src/records/access-key/access-key.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { keyRow, listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const mainUrl = `${origin}/rest/v1/main`;
export const sitesUrl = `${origin}/rest/v1/maintable`;
export const rpcUrl = (name: string) => `${origin}/rest/v1/rpc/${name}`;

/** The secret of the new key in the answer to a call that makes a key. */
export const madeKey = 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345';

export function adminRow(values: Partial<AccessKey> = {}): AccessKey {
  return keyRow({ id: 9, label: 'Head office', role: 'admin', site_id: null, ...values });
}

/** Opens an action from the menu of a key. @param index counts the keys with that label, from 0 */
export async function openAction(user: UserEvent, action: 'Sessions' | 'Rotate' | 'Revoke', of: string, index = 0) {
  const menu = screen.getAllByRole('button', { name: 'More', description: of })[index];
  if (!menu) throw new Error(`${of} has no menu`);
  await user.click(menu);
  await user.click(screen.getByRole('menuitem', { name: action }));
}

const endOf = (sent: string) => (sent === 'infinity' ? null : sent);

/** The secret of a key that `rotate_keys` made, which contains the id of the new key. */
export const madeKeyOf = (id: number) => madeKey.replace('2345', String(id).padStart(4, '0'));

/** A call for many keys. */
interface BulkCall {
  name: string;
  attempt: string | null;
  batch: string | null;
  args: object;
}

/**
 * Serves the functions that change many keys.
 * @returns the calls, and what a test may set: `refusing`, the reasons for which keys refuse (the hint or the SQLSTATE) by their ids, and how
 * many links end with the keys
 */
function serveBulk(rows: AccessKey[], make: (values: Partial<AccessKey>) => number) {
  const bulk: BulkCall[] = [];
  const refusing = new Map<number, string>();
  const links = { count: 0 };
  const serve = (name: string, change: (asked: BulkArguments) => object) =>
    http.post<never, BulkArguments>(rpcUrl(name), async ({ request }) => {
      const asked = await request.json();
      const { headers } = request;
      const sent = { attempt: headers.get('x-portal-attempt'), batch: headers.get('x-portal-batch') };
      bulk.push({ name, args: asked, ...sent });
      const refused = asked.key_ids.flatMap((id) => {
        const reason = refusing.get(id);
        if (reason === undefined) return [];
        return reason.startsWith('PT') ? { id, code: reason, hint: null } : { id, code: 'PT422', hint: reason };
      });
      if (refused.length === 0) return HttpResponse.json(change(asked));
      const details = JSON.stringify(refused);
      return HttpResponse.json({ code: 'PT409', message: 'x', hint: 'keys-refused', details }, { status: 409 });
    });
  const askedRows = ({ key_ids: ids }: BulkArguments) => rows.filter(({ id }) => ids.includes(id));
  server.use(
    http.post(rpcUrl('links_of_keys'), () => HttpResponse.json(links.count)),
    serve('rotate_keys', (asked) =>
      askedRows(asked).map((old) => {
        const end = asked.expires_at === undefined ? null : endOf(asked.expires_at);
        const id = make({ ...old, kind: 'issued', end_reason: null, expires_at: end });
        old.end_reason = 'rotated';
        old.expires_at = '2098-12-31T15:59:59Z';
        return { id, key: madeKeyOf(id), replaces: old.id, until: end };
      }),
    ),
    serve('revoke_keys', (asked) => {
      for (const row of askedRows(asked)) row.revoked_at = '2026-11-21T03:00:00Z';
      return { changed: askedRows(asked).length };
    }),
    serve('set_key_ends', (asked) => {
      for (const row of askedRows(asked)) row.expires_at = endOf(asked.expires_at ?? 'infinity');
      return { changed: askedRows(asked).length };
    }),
  );
  return { bulk, refusing, links };
}

interface BulkArguments {
  key_ids: number[];
  keep_old?: string;
  expires_at?: string;
}

/** Serves a small `main`, two sites, and the functions that change keys. Returns the rows and the calls. */
export function serveMain(...rows: AccessKey[]) {
  const called: object[] = [];
  const replaced = new Set<number>();
  const add = (values: Partial<AccessKey>) => {
    const id = 100 + rows.length;
    rows.push(keyRow({ created_at: '2026-11-21T03:00:00Z', last_used_at: null, ...values, id }));
    return id;
  };
  const make = (values: Partial<AccessKey>) => HttpResponse.json({ id: add(values), key: madeKey });
  const bulk = serveBulk(rows, add);
  server.use(
    http.get(mainUrl, () => HttpResponse.json(rows)),
    // the sites have car posts
    http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([{ id: 1, name: 'Selasih Park' }])),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([{ json: { P1: [] }, revision: 1 }])),
    http.get(sitesUrl, () =>
      HttpResponse.json([
        listedSite({ id: 1, name: 'Selasih Park' }),
        listedSite({ id: 2, name: 'Kingfisher Rise', address: '12 Jalan Raja Udang' }),
      ]),
    ),
    http.post<never, { key_ids: number[] }>(rpcUrl('ended_keys'), async ({ request }) => {
      const { key_ids: ids } = await request.json();
      const ended = rows.filter(
        ({ id, revoked_at: revoked }) => ids.includes(id) && revoked !== null && !replaced.has(id),
      );
      return HttpResponse.json(
        ended.map(({ id, label, role, revoked_at: at }) => ({
          id,
          label,
          role,
          revoked: true,
          ended_at: at,
          replaced: false,
        })),
      );
    }),
    http.post<never, Pick<AccessKey, 'role' | 'label' | 'site_id'> & { successor_of?: number }>(
      rpcUrl('issue_key'),
      async ({ request }) => {
        const asked = await request.json();
        called.push(asked);
        if (asked.successor_of !== undefined) replaced.add(asked.successor_of);
        return make({ role: asked.role, label: asked.label, site_id: asked.site_id ?? null });
      },
    ),
    http.post<never, { key_id: number; expires_at: string }>(rpcUrl('rotate_key'), async ({ request }) => {
      const asked = await request.json();
      called.push(asked);
      const old = rows.find(({ id }) => id === asked.key_id);
      const made = make({ ...old, kind: 'issued', end_reason: null, expires_at: endOf(asked.expires_at) });
      if (old) old.end_reason = 'rotated';
      return made;
    }),
    http.post<never, { key_id: number; expires_at: string }>(rpcUrl('set_key_end'), async ({ request }) => {
      const asked = await request.json();
      called.push(asked);
      for (const row of rows)
        if (row.id === asked.key_id) Object.assign(row, { expires_at: endOf(asked.expires_at), end_reason: null });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post<never, { key_id: number; label: string }>(rpcUrl('set_key_label'), async ({ request }) => {
      const asked = await request.json();
      called.push(asked);
      for (const row of rows) if (row.id === asked.key_id) row.label = asked.label;
      return new HttpResponse(null, { status: 204 });
    }),
    http.post<never, { key_ids: number[] }>(rpcUrl('mend_key_ends'), async ({ request }) => {
      const asked = await request.json();
      called.push(asked);
      const mended = rows.filter(({ id, end_reason: reason }) => asked.key_ids.includes(id) && reason === 'inherited');
      for (const row of mended) Object.assign(row, { expires_at: row.granted_until, end_reason: null });
      return HttpResponse.json({ mended: mended.map(({ id }) => id) });
    }),
    http.post<never, { key_id: number }>(rpcUrl('revoke_key'), async ({ request }) => {
      const asked = await request.json();
      called.push(asked);
      for (const row of rows) if (row.id === asked.key_id) row.revoked_at = '2026-11-21T03:00:00Z';
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { rows, called, ...bulk };
}

/** Opens the screen with these keys. */
export async function openKeys(query = '', ...rows: AccessKey[]) {
  const served = serveMain(...(rows.length > 0 ? rows : [keyRow(), adminRow(), adminRow({ id: 10, label: 'Depot' })]));
  const view = renderRoute(`/DataEditor/keys${query}`, adminSession);
  await screen.findByRole('region', { name: 'All keys' });
  return { ...view, ...served };
}

/** The rows of the table without its header. */
export const bodyRows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
export const labels = () => screen.getAllByRole('rowheader').map((head) => head.getAttribute('aria-label'));

/** Removes the messages of a test before the next one. */
export function closeToasts(): void {
  for (const { id } of getMessages().toasts) dismissToast(id);
}
