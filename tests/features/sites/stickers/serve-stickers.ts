import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Sticker } from '../../../../src/records/fault/sticker.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { serveMaintable, servePosts } from '../serve-maintable.ts';

export const rpc = (name: string) => `${origin}/rest/v1/rpc/${name}`;

export function aSticker(values: Partial<Sticker> = {}): Sticker {
  return {
    id: 42,
    post: 'Exit',
    made_at: '2026-03-05T10:00:00+08:00',
    last_used_on: '2026-11-20',
    renewing: false,
    ...values,
  };
}

/** The secret that the server makes for a post. */
export const secretOf = (post: string | null) =>
  `SECRET0${post === null ? 'GUARD' : post.toUpperCase()}`.padEnd(28, '0');

interface Asked {
  post: string | null;
  attempt: string | null;
}

/** Serves a site with two posts and these stickers, and makes, renews and ends them. */
export function serveStickers(...stickers: Sticker[]) {
  const asked: Asked[] = [];
  const ended: number[] = [];
  const live = [...stickers];
  const byAttempt = new Map<string, number>();
  serveMaintable(listedSite());
  servePosts('Entrance', 'Exit');
  server.use(
    http.post(rpc('list_stickers'), () => HttpResponse.json(live)),
    http.post<never, { post: string | null }>(rpc('make_sticker'), async ({ request }) => {
      const { post } = await request.json();
      const attempt = request.headers.get('x-portal-attempt');
      asked.push({ post, attempt });
      const before = byAttempt.get(attempt ?? '');
      const id = before ?? 100 + byAttempt.size;
      if (before === undefined) {
        for (const sticker of live) if (sticker.post === post) sticker.renewing = true;
        live.push(aSticker({ id, post, last_used_on: null }));
        byAttempt.set(attempt ?? '', id);
      }
      return HttpResponse.json({ id, secret: secretOf(post), until: null });
    }),
    http.post<never, { sticker_id: number }>(rpc('end_sticker'), async ({ request }) => {
      const { sticker_id: id } = await request.json();
      ended.push(id);
      live.splice(
        live.findIndex((sticker) => sticker.id === id),
        1,
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { asked, ended, live };
}

/** Opens the editor of Selasih Park and waits for its stickers. */
export async function openStickers() {
  const view = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
  const part = within(await screen.findByRole('region', { name: 'Stickers' }));
  await part.findByRole('table');
  return { ...view, part };
}
