import { http, HttpResponse } from 'msw';
import type { Fault } from '../../src/records/fault/fault.ts';
import { origin, server } from './server.ts';

/** The private words of a reporter. No paper, export or copy of figures may contain them. */
export const privateWords = { text: 'Mr Tan of unit 12 hit it', name: 'Siti', phone: '012-345 6789' } as const;

/** An open fault of site 1 with a single report that has a text, a name and a telephone number. */
export function madeFault(id: number, change: Partial<Fault> = {}): Fault {
  const reported_at = change.reported_at ?? '2026-05-03T09:12:00+08:00';
  return {
    id,
    site_id: 1,
    site: 'Selasih Park',
    post: 'Exit',
    what: 'Does not open',
    known: true,
    origin: 'client',
    sticker: null,
    reported_at,
    noticed_at: null,
    closed: null,
    answers: [],
    contract_until: null,
    promised_hours: null,
    voices: [
      { id, at: reported_at, noticed_at: null, origin: 'client', ...privateWords, photos: [], forgotten: false },
    ],
    more_voices: 0,
    ...change,
  };
}

/** Makes the server answer every list of faults with these. */
export function serveFaults(...faults: Fault[]): void {
  server.use(http.post(`${origin}/rest/v1/rpc/list_faults`, () => HttpResponse.json({ faults, total: faults.length })));
}
