import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect } from 'vitest';
import { nothingUndone, pastImport, rpc, serveImport, type Sent } from '../features/sites/import/serve-import.ts';
import { serveMaintable, serveTasks } from '../features/sites/serve-maintable.ts';
import { adminSession } from '../support/render-route.tsx';
import { listedSite } from '../support/rows.ts';
import { server } from '../support/server.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

// loaded now, because the code would load in real time
beforeAll(async () => void (await import('../../src/features/sites/import/check-visits.ts')));

const text = 'site,date,title,text,reference\r\nSelasih Park,2025-03-17,Monthly,All posts tested,V-1';
let sent: Sent[] = [];
let undone = 0;

function serve(): void {
  serveMaintable(listedSite());
  serveTasks();
  sent = serveImport();
  undone = 0;
  server.use(
    http.post(`${rpc}/list_imports`, () =>
      HttpResponse.json([undone > 0 ? pastImport({ undone_at: '2026-11-28T07:00:00Z', sites_left: 0 }) : pastImport()]),
    ),
    http.post(`${rpc}/undo_import`, () => {
      undone += 1;
      return HttpResponse.json({ ...nothingUndone, sites: 57, hidden: 2_000 });
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
  serve,
  kept: () => void expect(screen.getByText('visits.csv')).toBeVisible(),
  logs: /could not be (?:checked|taken over)/u,
} satisfies Partial<Call>;

const importedText = '1 visit imported into 1 site.';
const againText = 'Press Import again; nothing is imported twice.';
const unknownText = `Error updating data. It is not known whether the visits of these sites were imported: Selasih Park. ${againText}`;
const refusedText = `Error updating data. Nothing was imported for: Selasih Park. ${againText}`;

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
    // where the portal has found that the visits are saved, there is nothing left to press
    press: () => void (screen.queryByText(importedText) ?? pressAll('Import 1 visit')()),
    expected: {
      other: unknownText,
      '403': refusedText,
      '409': refusedText,
      '429': refusedText,
    },
    // without an answer the portal asks by itself what is saved
    responseLost: importedText,
    done: () => void expect(screen.getByText(importedText)).toBeVisible(),
    doneAgain: () =>
      void expect(
        screen.getByText(
          /^(?:1 visit imported into 1 site\.|0 visits imported into 0 sites\. 1 visit imported earlier, left as they are\.)$/u,
        ),
      ).toBeVisible(),
    written: () => sent.length,
  },
  'the imports so far': {
    as: adminSession,
    at: '/DataEditor/sites',
    serve,
    from: ['features/sites/import/past-imports.ts: rpc list_imports'],
    request: { method: 'post', url: `${rpc}/list_imports` },
    begin: () => screen.findByRole('button', { name: 'Import visits' }),
    press: () => pressAll(screen.queryByText('Error fetching data.') ? 'Try again' : 'Import visits')(),
    expected: 'Error fetching data.',
    done: () => void expect(screen.getByRole('button', { name: /^Undo the import of/u })).toBeEnabled(),
  },
  'the undoing of an import': {
    ...dialog,
    kept: () => void expect(screen.getByRole('button', { name: /^Undo the import of/u })).toBeVisible(),
    logs: /could not be undone/u,
    from: ['features/sites/import/past-imports.ts: rpc undo_import'],
    request: { method: 'post', url: `${rpc}/undo_import` },
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Import visits' }));
      await screen.findByRole('button', { name: /^Undo the import of/u });
    },
    press: () => {
      const ask = screen.queryByRole('button', { name: /^Undo the import of/u });
      if (!ask) return;
      fireEvent.click(ask);
      pressAll('Undo')();
    },
    expected: 'Error updating data. A part of the import may be undone. Press Undo again; nothing is undone twice.',
    done: () =>
      void expect(screen.getByText(/^The import is undone\. 2000 visits deleted at 57 sites\./u)).toBeVisible(),
    // a repeated undoing finds nothing left to undo
    written: () => Math.min(undone, 1),
  },
});
