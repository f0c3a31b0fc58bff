import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { madeFault, serveFaults } from '../../support/made-faults.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const visit = task({
  id: 7,
  kind: 'emergency',
  title: 'Exit: shaft replaced',
  time: '2026-03-17T10:00:00+08:00',
  reported: '2026-03-17T09:00:00+08:00',
  arrived: '2026-03-17T10:00:00+08:00',
  answers: [4],
  urls: [],
});

function serve(): void {
  serveSites(siteRow({ tasks2024: [visit], response_hours: 1 }));
  server.use(http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])));
}

const reported = madeFault(4, {
  reported_at: '2026-03-17T08:30:00+08:00',
  noticed_at: '2026-03-17T08:10:00+08:00',
  answers: [{ task: 7, at: visit.time }],
});

describe.each([
  ['the details of a visit', '/data-fetcher?task=7'],
  ['the card of a visit', '/maintenance'],
])('%s that answers a fault', (_, path) => {
  it('counts from the report of the fault, which was before the typed time', async () => {
    serve();
    serveFaults(reported);
    renderRoute(path);
    const card = within(await screen.findByRole('article', { name: 'Exit: shaft replaced' }));
    const answer = await card.findByText('Answered in 1 h 30 min');
    expect(answer.parentElement).toHaveTextContent(/30 min over 1 h$/u);
    const timeOf = (label: string) => card.getByText(label, { selector: 'dt' }).nextElementSibling;
    expect(timeOf('Noticed')).toHaveTextContent('08:10');
    expect(timeOf('Reported')).toHaveTextContent('08:30');
  });

  it('does not judge the answer while the faults cannot be read', async () => {
    serve();
    server.use(http.post(`${origin}/rest/v1/rpc/list_faults`, () => new HttpResponse(null, { status: 503 })));
    renderRoute(path);
    const card = within(await screen.findByRole('article', { name: 'Exit: shaft replaced' }));
    expect(card.getByText(/09:00/u)).toBeVisible();
    expect(card.queryByText(/within 1 hour/u)).toBeNull();
  });
});
