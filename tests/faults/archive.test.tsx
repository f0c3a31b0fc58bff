import { screen, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { archivedAt, rpc, serveArchive } from '../features/sites/archive/serve-archive.ts';
import { serveMaintable } from '../features/sites/serve-maintable.ts';
import { adminSession } from '../support/render-route.tsx';
import { listedSite } from '../support/rows.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

beforeAll(async () => {
  await import('../../src/features/sites/SitesRoute.tsx');
  await import('../../src/components/archive/BringBackNotice.tsx');
});

let served: ReturnType<typeof serveArchive>;

/** A call of the form of a site, archived or not. */
const ofForm = (
  name: string,
  archived_at: string | null,
  call: Omit<Call, 'request' | 'as' | 'at' | 'serve'>,
): Call => ({
  request: { method: 'post', url: rpc(name) },
  as: adminSession,
  at: '/DataEditor/sites?site=Selasih+Park',
  serve: () => {
    const { rows } = serveMaintable(listedSite({ archived_at }));
    served = serveArchive(rows, { keys: 2, stickers: 0, links: 0 });
  },
  ...call,
});

const failed = {
  other: 'There is no connection. Try again when there is one: it is saved only once.',
  '403': 'Error updating data. Try again.',
  '409': 'Error updating data. Try again.',
};

testFaults({
  'what works at a site': ofForm('site_access', null, {
    from: ['records/site/archive-calls.ts: rpc site_access'],
    begin: async () => screen.findByRole('button', { name: 'Archive…' }),
    press: () => {
      const again = screen.queryAllByRole('button', { name: 'Try again' });
      const buttons = again.length > 0 ? again : screen.getAllByRole('button', { name: 'Archive…' });
      for (const button of buttons) button.click();
    },
    limit: 45,
    expected: 'What works at the site could not be read.',
    done: () => void expect(screen.getByText('Working now: 2 keys, 0 stickers, 0 links.')).toBeVisible(),
  }),
  'archiving a site': ofForm('archive_site', null, {
    from: ['records/site/archive-calls.ts: rpc archive_site'],
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Archive…' }));
      await user.click(await screen.findByRole('checkbox', { name: 'End its keys, stickers and links' }));
    },
    press: () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Archive' }).click(),
    expected: failed,
    kept: () => void expect(within(screen.getByRole('dialog')).getByRole('checkbox')).toBeChecked(),
    done: () => void expect(screen.getByText(/Selasih Park (?:is archived\.|already\.)/u)).toBeVisible(),
    logs: /The site could not be archived/u,
    written: () => served.written.length,
  }),
  'bringing a site back': ofForm('unarchive_site', archivedAt, {
    from: ['records/site/archive-calls.ts: rpc unarchive_site'],
    begin: async () => screen.findByRole('button', { name: 'Bring back' }),
    press: pressAll('Bring back'),
    expected: failed,
    done: () => void expect(screen.getByText(/^Selasih Park is back in all lists\./u)).toBeVisible(),
    logs: /The site could not be brought back/u,
    written: () => served.written.length,
  }),
});
