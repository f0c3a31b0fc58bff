import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { adminSession } from '../../../support/render-route.tsx';
import { siteRow, task } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { findings, open, posts, readInNovember } from '../open-reading.ts';
import { serveCarPosts } from '../serve-car-posts.ts';

readInNovember();

const arrived = '2026-03-10T11:22:00+08:00';
const calls = [
  task({ id: 1, kind: 'emergency', reported: '2026-03-10T09:12:00+08:00', arrived, time: arrived }),
  task({ id: 2, kind: 'emergency', time: '2026-04-10T10:00:00+08:00' }),
];
const summary = '2 emergency calls in 2026: 1 of 1 within 3 hours; answered in 2 h 10 min; 1 without times';

function serveCalls(values: object = {}) {
  serveCarPosts(posts());
  const record = siteRow({ response_hours: 3, tasks2024: calls, ...values });
  server.use(http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([record])));
}

describe('the emergency calls beside the failures of the year', () => {
  it('show how they were answered, and link to them', async () => {
    serveCalls();
    open('?year=2026');
    const link = await within(await findings()).findByRole('link', { name: summary });
    expect(link).toHaveAttribute('href', '/data-fetcher?year=2026&kind=emergency');
  });

  it('are those of the chosen site', async () => {
    serveCalls();
    open('?year=2026&site=Selasih+Park', adminSession);
    const link = await within(await findings()).findByRole('link', { name: summary });
    expect(link).toHaveAttribute('href', '/data-fetcher?year=2026&kind=emergency&site=Selasih+Park');
  });

  it('are shown for the contract year only if the year has none, without a link to an empty list', async () => {
    const call = task({ id: 1, kind: 'emergency', time: '2025-12-20T10:00:00+08:00' });
    serveCalls({ tasks2024: [call], emergency_calls_a_year: 6, contract_until: '2026-12-15' });
    open('?year=2026');
    const text = 'No emergency calls in 2026: 1 of 6 calls of this contract year';
    expect(await within(await findings()).findByText(text)).toBeVisible();
    expect(screen.queryByRole('link', { name: text })).toBeNull();
  });

  it('are not named in a year without any', async () => {
    serveCalls();
    const { user } = open('?year=2026');
    await within(await findings()).findByRole('link', { name: summary });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2024');
    await waitFor(async () => expect(await findings()).not.toHaveTextContent('emergency call'));
  });
});
