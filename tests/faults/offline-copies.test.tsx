import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { fakeStorage } from '../support/fake-storage.ts';
import { adminSession, userSession } from '../support/render-route.tsx';
import { fileUrl, listedSite, objectName, serveSigning, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { testFaults, type Call } from './inject.ts';

const storage = `${origin}/storage/v1/object`;
const rest = `${origin}/rest/v1`;
const small = objectName(1).replace('.jpg', '.small.jpg');

// the code that is fetched at the press loads in real time
beforeAll(() => import('../../src/features/profile/export/export-site.ts'));
beforeEach(async () => {
  await fakeStorage();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

// deferred work would wait for this stopped clock for ever, and other files share its queue
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(5_000);
});

function serveFiles(): void {
  const time = new Date(Date.now() - 24 * 3_600_000).toISOString();
  serveSites(siteRow({ tasks2024: [task({ time, urls: [fileUrl(1)], pdf: fileUrl(2, 'pdf') })] }));
  serveSigning();
  server.use(
    http.get(`${rest}/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })])),
    http.get(
      `${storage}/sign/rfidboomgatephoto/*`,
      () => new HttpResponse(new TextEncoder().encode('bytes of a file')),
    ),
    http.get(`${storage}/rfidboomgatephoto/*`, () => new HttpResponse(new TextEncoder().encode('bytes of a file'))),
    http.post(`${storage}/list/rfidboomgatephoto`, () =>
      HttpResponse.json(
        [small, objectName(1), objectName(2, 'pdf')].map((name) => ({
          name: name.split('/').at(-1),
          // the length of `bytes of a file`
          metadata: { size: 15 },
        })),
      ),
    ),
    http.post(`${rest}/rpc/list_changes`, () => HttpResponse.json([])),
  );
}

const opens = (title: string) => async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: title }));
};

/** Presses the first button of this name in the dialog; returns whether there is one. */
function pressIn(dialog: string, name: RegExp): boolean {
  const [button] = within(screen.getByRole('dialog', { name: dialog })).queryAllByRole('button', { name });
  if (button) {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-busy', 'true');
    fireEvent.click(button);
  }
  return button !== undefined;
}

const exportTitle = 'Export this site';
const keepTitle = 'Keep this site for offline';

const call = (values: Omit<Call, 'serve'>): Call => ({ serve: serveFiles, ...values });

const exporting = (values: Pick<Call, 'from' | 'request' | 'as' | 'at'>): Call =>
  call({
    begin: opens(exportTitle),
    press: () => expect(pressIn(exportTitle, /^(?:Export|Try again|Export again)$/u)).toBe(true),
    expected: {
      other: 'The connection was lost, and no file was kept. Try again when it is back.',
      '403': 'The export could not be made, and no file was kept. Try again.',
      '409': 'The export could not be made, and no file was kept. Try again.',
    },
    done: () => void expect(screen.getByText(/^Done: 1 visit, 1 photo and 1 PDF/u)).toBeVisible(),
    ...values,
  });

testFaults({
  'the record of an exported site': exporting({
    from: ['features/profile/export/export-site.ts: select maintables'],
    request: { method: 'get', url: `${rest}/maintables`, when: (url) => url.searchParams.get('select') === '*' },
    as: userSession,
    at: '/profile',
  }),
  'the change log of an exported site': exporting({
    from: ['features/profile/export/export-site.ts: rpc list_changes'],
    request: { method: 'post', url: `${rest}/rpc/list_changes` },
    as: adminSession,
    at: '/profile?site=Selasih+Park',
  }),
  'the size of a site to keep': call({
    from: ['lib/stored-files.ts: list'],
    request: { method: 'post', url: `${storage}/list/rfidboomgatephoto` },
    as: userSession,
    at: '/data-fetcher',
    begin: async () => void (await screen.findByRole('button', { name: keepTitle })),
    press: () => {
      if (screen.queryByRole('dialog')) expect(pressIn(keepTitle, /^Try again$/u)).toBe(true);
      else fireEvent.click(screen.getByRole('button', { name: keepTitle }));
    },
    expected: 'The size could not be determined.',
    done: () => void expect(screen.getByRole('button', { name: /^Keep \d/u })).toBeEnabled(),
  }),
});
