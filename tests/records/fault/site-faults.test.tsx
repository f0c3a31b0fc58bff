import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { readSiteFaults } from '../../../src/records/fault/site-faults.ts';
import { madeFault, privateWords, serveFaults } from '../../support/made-faults.ts';
import { origin, server } from '../../support/server.ts';

describe('the faults of a site for figures, papers and files', () => {
  it('have nothing about the people who reported them', async () => {
    const closed = { at: '2026-05-03T10:05:00+08:00', as: 'settled' as const, reason: 'Mr Tan pressed it' };
    serveFaults(madeFault(1, { what: 'Pn. Siti says it groans', known: false }), madeFault(2, { closed }));
    const faults = await readSiteFaults(1);
    expect(faults).toEqual([
      expect.objectContaining({ id: 1, post: 'Exit', what: null, closed: null }),
      expect.objectContaining({ id: 2, what: 'Does not open', closed: { at: closed.at, as: 'settled' } }),
    ]);
    const text = JSON.stringify(faults);
    for (const words of [...Object.values(privateWords), 'groans', 'Mr Tan']) expect(text).not.toContain(words);
  });

  it('are read page by page, each once even if a new report moves the pages', async () => {
    const requests: unknown[] = [];
    server.use(
      http.post<never, { page: number }>(`${origin}/rest/v1/rpc/list_faults`, async ({ request }) => {
        const body = await request.json();
        requests.push(body);
        const numbers = body.page === 1 ? Array.from({ length: 500 }, (_, index) => 600 - index) : [101, 100, 99];
        return HttpResponse.json({ faults: numbers.map((id) => madeFault(id)), total: 502 });
      }),
    );
    const faults = await readSiteFaults(7);
    expect(faults.map(({ id }) => id).slice(-3)).toEqual([101, 100, 99]);
    expect(faults).toHaveLength(502);
    expect(requests).toEqual([1, 2].map((page) => ({ site_id: 7, state: 'all', page, page_size: 500 })));
  });
});
