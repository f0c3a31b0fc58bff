import { http, HttpResponse } from 'msw';
import type { SiteContact } from '../../../src/records/site-contacts/site-contact.ts';
import type { SiteNote } from '../../../src/records/site-notes/note-calls.ts';
import { revisionRefusal } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const rowsUrl = (table: string) => `${origin}/rest/v1/${table}`;

export function aContact(values: Partial<SiteContact> = {}): SiteContact {
  return {
    id: 1,
    name: 'Mr Lim',
    role: 'Managing agent',
    phone: 6_581_234_567,
    email: 'lim@agent.example',
    hidden: false,
    revision: 1,
    ...values,
  };
}

export function aNote(values: Partial<SiteNote> = {}): SiteNote {
  return {
    id: 1,
    text: 'Pays late.',
    author: 'Head office',
    made_at: '2026-11-20T10:00:00+08:00',
    edited_at: null,
    hidden: false,
    revision: 1,
    ...values,
  };
}

interface Row {
  id: number;
  hidden: boolean;
  revision: number;
}

/**
 * Serves a table of contacts or notes with revisions, and writes once for each attempt. Returns its rows and the number of
 * writes.
 */
function serveRows<Kind extends Row>(table: string, rows: Kind[], newRow: (values: object) => Kind) {
  const attempts = new Map<string, Row>();
  const state = { rows, writeCount: 0, attempts };
  const matchingRow = (url: string) => {
    const { searchParams } = new URL(url);
    const [id, revision, hidden] = ['id', 'revision', 'hidden'].map((name) => searchParams.get(name));
    return (row: Kind) =>
      (id === null || id === `eq.${row.id}`) &&
      (revision === null || revision === `eq.${row.revision}`) &&
      (hidden === null || hidden === `eq.${row.hidden}`);
  };
  const oncePerAttempt = (request: Request, write: () => Kind) => {
    const attempt = request.headers.get('x-portal-attempt') ?? '';
    const earlierRow = attempts.get(attempt);
    if (earlierRow) {
      const details = JSON.stringify({ id: earlierRow.id, revision: earlierRow.revision });
      return HttpResponse.json({ code: 'PT409', message: 'Done', hint: 'done-before', details }, { status: 409 });
    }
    const row = write();
    state.writeCount += 1;
    attempts.set(attempt, { ...row });
    return HttpResponse.json([row]);
  };
  server.use(
    http.get(rowsUrl(table), ({ request }) => HttpResponse.json(state.rows.filter(matchingRow(request.url)))),
    http.post<never, object>(rowsUrl(table), async ({ request }) => {
      const values = await request.json();
      return oncePerAttempt(request, () => {
        const row = { ...newRow(values), id: state.rows.length + 1 };
        state.rows.push(row);
        return row;
      });
    }),
    http.patch<never, Partial<Kind>>(rowsUrl(table), async ({ request }) => {
      const body = await request.json();
      const row = state.rows.find(matchingRow(request.url));
      if (!row) return HttpResponse.json([]);
      return revisionRefusal(row.revision, body) ?? oncePerAttempt(request, () => Object.assign(row, body));
    }),
  );
  return state;
}

export const serveContacts = (...rows: SiteContact[]) =>
  serveRows('site_contacts', rows, (values) => aContact({ role: null, email: null, ...values }));

/** The newest first, as the portal requests them. */
export const serveNotes = (...rows: SiteNote[]) =>
  serveRows('site_notes', rows, (values) => aNote({ made_at: '2026-11-21T09:00:00+08:00', ...values }));
