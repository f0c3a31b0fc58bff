import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const missedText = 'The agreed visit was missed: April 2026';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:30:00+08:00') });
  serveSites(
    siteRow({
      visit_every_months: 1,
      contract_until: null,
      tasks2024: [task({ id: 1, time: '2026-03-02T09:00:00+08:00', year: '2026', month: 'mar', kind: 'preventive' })],
    }),
  );
});

describe('a month whose agreed visit was missed', () => {
  it('says so, and a client can ask support about it', async () => {
    renderRoute('/maintenance?year=2026&month=apr');
    expect(await screen.findByText(missedText)).toBeVisible();
    const href = screen.getByRole('link', { name: 'Ask about it' }).getAttribute('href') ?? '';
    expect(decodeURIComponent(href)).toMatch(/no visit is recorded for April 2026, though one was agreed/u);
  });

  it('says so to staff, without a link to support', async () => {
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    renderRoute('/maintenance?site=Selasih+Park&year=2026&month=apr', adminSession);
    expect(await screen.findByText(missedText)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ask about it' })).toBeNull();
  });

  // visited, before the first visit, not over yet, and no month
  it.each(['year=2026&month=mar', 'year=2026&month=february', 'year=2026&month=nov', 'year=2026'])(
    'is not warned about in another period: %s',
    async (period) => {
      renderRoute(`/maintenance?${period}`);
      await screen.findByText('Total Tasks', { exact: false });
      expect(screen.queryByText(/The agreed visit was missed/u)).toBeNull();
    },
  );
});
