import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect } from 'vitest';
import { serveMaintable, serveTasks } from '../features/sites/serve-maintable.ts';
import { adminSession } from '../support/render-route.tsx';
import { listedSite } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

// loaded now, because the code would load in real time
beforeAll(async () => void (await import('../../src/features/sites/import/check-visits.ts')));

const rpc = `${origin}/rest/v1/rpc`;
const text = 'site,date,title,text,reference\r\nSelasih Park,2025-03-17,Monthly,All posts tested,V-1';
let sources: string[] = [];

function serveImport(): void {
  sources = [];
  serveMaintable(listedSite());
  serveTasks();
  server.use(
    http.post(`${rpc}/import_state`, () => HttpResponse.json({ site_id: 1, sources })),
    http.post<never, { site: { visits: { source: string }[] } }>(`${rpc}/import_site`, async ({ request }) => {
      const { visits } = (await request.json()).site;
      sources.push(...visits.map(({ source }) => source));
      return HttpResponse.json({ added: visits.length });
    }),
  );
}

const chooseCsv = () =>
  fireEvent.change(screen.getByLabelText(/Choose (?:a|another) table/u), {
    target: { files: [new File([text], 'visits.csv', { type: 'text/csv' })] },
  });

const dialog = {
  as: adminSession,
  at: '/DataEditor/sites',
  serve: serveImport,
  kept: () => void expect(screen.getByText('visits.csv')).toBeVisible(),
  logs: /could not be (?:checked|taken over)/u,
} satisfies Partial<Call>;

const taken = '1 visit imported into 1 site.';
const again = 'Press Import again; nothing is imported twice.';
const unknown = `Error updating data. It is not known whether the visits of these sites were imported: Selasih Park. ${again}`;
const refused = `Error updating data. Nothing was imported for: Selasih Park. ${again}`;

testFaults({
  'the visits that exist already before an import': {
    ...dialog,
    from: ['features/sites/import/check-visits.ts: rpc import_state'],
    request: { method: 'post', url: `${rpc}/import_state` },
    begin: async (user) => user.click(await screen.findByRole('button', { name: 'Import visits' })),
    press: () => (screen.queryByText('visits.csv') ? pressAll('Try again')() : chooseCsv()),
    expected: 'Error fetching data.',
    done: () => void expect(screen.getByRole('button', { name: 'Import 1 visit' })).toBeEnabled(),
  },
  'the import of visits': {
    ...dialog,
    from: ['features/sites/import/check-visits.ts: rpc import_site'],
    request: { method: 'post', url: `${rpc}/import_site` },
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Import visits' }));
      chooseCsv();
      await screen.findByRole('button', { name: 'Import 1 visit' });
    },
    // where the portal has found that the visits are stored, there is nothing left to press
    press: () => void (screen.queryByText(taken) ?? pressAll('Import 1 visit')()),
    expected: {
      other: unknown,
      '403': refused,
      '409': refused,
      '429': refused,
    },
    // without an answer it looks by itself what is stored
    responseLost: taken,
    done: () => void expect(screen.getByText(taken)).toBeVisible(),
    doneAgain: () =>
      void expect(
        screen.getByText(
          /^(?:1 visit imported into 1 site\.|0 visits imported into 0 sites\. 1 visit imported earlier, left as they are\.)$/u,
        ),
      ).toBeVisible(),
    written: () => sources.length,
  },
});
