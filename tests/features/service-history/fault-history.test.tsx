import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../src/records/fault/fault.ts';
import { madeFault } from '../../support/made-faults.ts';
import { adminSession, ownUrl, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-03T10:10:00+08:00') }));
afterEach(() => vi.useRealTimers());

const answered = (id: number, ...tasks: number[]) =>
  madeFault(id, {
    reported_at: '2026-05-02T09:12:00+08:00',
    answers: tasks.map((task) => ({ task, at: '2026-05-02T11:22:00+08:00' })),
  });

/** Opens the faults of a site. @param total the number of ended faults, of which the answer has one page */
function openFaults(open: Fault[], ended: Fault[], { total = ended.length, session = userSession, query = '' } = {}) {
  serveSites(siteRow());
  const pages: number[] = [];
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])),
    http.post(`${origin}/rest/v1/rpc/list_faults`, async ({ request }) => {
      const asked = v.parse(v.object({ state: v.string(), page: v.optional(v.number()) }), await request.json());
      if (asked.state === 'ended') pages.push(asked.page ?? 1);
      return HttpResponse.json(
        asked.state === 'open' ? { faults: open, total: open.length } : { faults: ended, total },
      );
    }),
  );
  const site = session.site === null ? 'site=Selasih+Park&' : '';
  const { user } = renderRoute(`/data-fetcher?${site}show=faults${query}`, session);
  return { user, pages };
}

describe('the faults of a site', () => {
  it('are shown in Service History in place of the visits', async () => {
    const { user } = openFaults([], []);
    expect(await screen.findByText('No open faults')).toBeVisible();
    expect(screen.getByText('No fault has ended yet.')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Visits' }));
    expect(ownUrl()).toBe('/data-fetcher');
    expect(await screen.findByRole('searchbox')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Faults' }));
    expect(ownUrl()).toBe('/data-fetcher?show=faults');
  });

  it('are shown with age or end, reports, and the visits that answered them', async () => {
    const { user } = openFaults(
      [madeFault(43, { origin: 'sticker', sticker: 7, voices: [voice({ text: 'It works again', phone: '+6012' })] })],
      [
        answered(41, 131, 132),
        madeFault(40, { closed: { at: '2026-05-01T08:00:00+08:00', as: 'double', reason: '' } }),
      ],
    );
    const open = await screen.findByRole('region', { name: 'Open faults' });
    const [first] = await within(open).findAllByRole('listitem');
    expect(first).toHaveTextContent('Exit: does not open');
    expect(first).toHaveTextContent('Reported 09:12, number 43. With sticker S-0007.');
    expect(first).toHaveTextContent('Open for 58 min');
    await user.click(within(open).getByText('1 report'));
    expect(within(open).getByText('It works again')).toBeVisible();
    const ended = screen.getByRole('region', { name: 'Ended faults' });
    expect(await within(ended).findByText('Answered 2 May 2026, 11:22, after 2 h 10 min')).toBeVisible();
    expect(
      within(ended)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/data-fetcher?task=131', '/data-fetcher?task=132']);
    expect(within(ended).getByText('and 1 return visit')).toBeVisible();
    expect(within(ended).getByText(/^Reported twice 1 May 2026, 08:00/u)).toBeVisible();
  });

  it('that have ended are loaded page by page', async () => {
    const { user, pages } = openFaults([], [answered(41, 131)], { total: 120 });
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(ownUrl()).toBe('/data-fetcher?show=faults&page=2');
    expect(await screen.findByText('51 to 51 of 120')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Ended faults' })).toHaveFocus();
    expect(pages).toEqual([1, 2]);
  });

  it('that cannot be loaded say so', async () => {
    openFaults([], []);
    await screen.findByText('No open faults');
    server.use(
      http.post(`${origin}/rest/v1/rpc/list_faults`, () =>
        HttpResponse.json({ code: '42501', message: 'permission denied' }, { status: 403 }),
      ),
    );
    renderRoute('/data-fetcher?show=faults&site=Kingfisher+Rise', adminSession);
    expect((await screen.findAllByText('The reported faults could not be loaded.')).length).toBeGreaterThan(0);
  });

  it('have the photos of their reports, each of which opens', async () => {
    const photos = ['faults/1/41/a.jpg', 'faults/1/41/b.jpg'];
    const asked: string[] = [];
    server.use(
      http.get(`${origin}/storage/v1/object/rfidboomgatefaults/*`, ({ request }) => {
        asked.push(new URL(request.url).pathname.split('rfidboomgatefaults/')[1] ?? '');
        return new HttpResponse(new Uint8Array([0xff, 0xd8, 0xff]), { headers: { 'content-type': 'image/jpeg' } });
      }),
    );
    const { user } = openFaults([madeFault(41, { voices: [voice({ photos })] })], []);
    await user.click(await screen.findByText('1 report, 2 photos'));
    await user.click(await screen.findByRole('button', { name: 'Photo 1 of 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Photo 1 of 2' });
    expect(await within(dialog).findByRole('img', { name: 'Photo 1 of 2' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Previous photo' }));
    expect(await screen.findByRole('img', { name: 'Photo 2 of 2' })).toBeVisible();
    expect(asked.toSorted()).toEqual(photos);
  });
});

function voice(values: Partial<Fault['voices'][number]>): Fault['voices'][number] {
  const [made] = madeFault(41).voices;
  if (!made) throw new Error('A fault has a report');
  return { ...made, ...values };
}
