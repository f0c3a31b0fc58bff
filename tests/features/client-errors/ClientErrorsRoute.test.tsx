import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientError } from '../../../src/features/client-errors/client-errors.ts';
import * as saving from '../../../src/lib/save-file.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';

beforeAll(() => import('../../../src/features/client-errors/ClientErrorsRoute.tsx'));

// the release of the page is in the name of its script
const script = document.createElement('script');
beforeEach(() => {
  script.type = 'module';
  script.src = '/assets/index-D3kX9a.js';
  document.head.append(script);
});
afterEach(() => script.remove());

/** An error as the server lists it. */
const reported = (values: Partial<ClientError> = {}): ClientError => ({
  message: 'TypeError: x is undefined',
  screen: '/profile',
  release: 'old-1',
  role: 'user',
  times: 3,
  first_seen: '2026-11-01T16:05:00Z',
  last_seen: '2026-11-20T08:30:00Z',
  ...values,
});

function open(respond: () => Response, url = '/DataEditor/errors') {
  const asked = vi.fn(respond);
  server.use(http.post(`${origin}/rest/v1/rpc/list_client_errors`, asked));
  return { asked, ...renderRoute(url, adminSession) };
}
const serve = (...errors: ClientError[]) => open(() => HttpResponse.json(errors));
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

const at = (place: string) => `TypeError: x is undefined at ${place}`;

describe('the reported errors', () => {
  it.each([
    ['a client', userSession],
    ['a technician', technicianSession],
  ])('are not for %s', async (_, session) => {
    renderRoute('/DataEditor/errors', session);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('are shown with screen, role, count, times in Singapore, and release', async () => {
    serve(
      reported(),
      reported({ screen: '/', role: 'none', times: 1, release: 'D3kX9a' }),
      reported({ screen: 'unknown', role: 'technician', message: 'Error: y' }),
      reported({ role: 'admin', screen: '/charts', message: 'Error: z' }),
    );
    const [first, ...others] = (await rows()).map((row) => Array.from(row.children, (cell) => cell.textContent));
    expect(first).toEqual([
      'TypeError: x is undefined',
      'Screen: /profile',
      'Seen by: Client',
      'Times: 3',
      'First seen: 2 November 2026 at 00:05',
      'Last seen: 20 November 2026 at 16:30',
      'Release: old-1',
    ]);
    expect(others.map((cells) => cells.join(''))).toEqual([
      expect.stringMatching(/Screen: LoginSeen by: Not logged inTimes: 1.*Release: This release$/u),
      expect.stringMatching(/Screen: No screenSeen by: Technician/u),
      expect.stringMatching(/Screen: \/chartsSeen by: Admin/u),
    ]);
    expect(screen.getByText('4 errors, most recent first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Errors' })).toHaveAttribute('aria-current', 'page');
  });

  it('are one row for each cause and release, whoever had them where', async () => {
    serve(
      reported({ message: at('Profile-a1.js:1:234 < start-b2.js:2:88'), times: 3 }),
      reported({
        message: at('Profile-a1.js:1:234 < shared-c3.js:2:7'),
        screen: '/charts',
        role: 'admin',
        times: 4,
        first_seen: '2026-10-01T00:00:00Z',
        last_seen: '2026-11-19T08:30:00Z',
      }),
      reported({ message: at('Profile-a1.js:1:999'), times: 1 }),
      reported({ message: at('Profile-a1.js:1:234'), release: 'D3kX9a', times: 2 }),
    );
    const shown = (await rows()).map((row) => Array.from(row.children, (cell) => cell.textContent));
    expect(shown).toHaveLength(3);
    expect(shown[0]).toEqual([
      'TypeError: x is undefinedProfile-a1.js:1:234 < start-b2.js:2:88',
      'Screen: /profile and /charts',
      'Seen by: Client and Admin',
      'Times: 7',
      'First seen: 1 October 2026 at 08:00',
      'Last seen: 20 November 2026 at 16:30',
      'Release: old-1',
    ]);
    expect(screen.getByText('3 errors, most recent first')).toBeVisible();
  });

  it('can be limited to this release, which the URL keeps', async () => {
    const { user } = serve(reported(), reported({ message: 'Only here', release: 'D3kX9a' }));
    await user.selectOptions(await screen.findByLabelText('Release'), 'This release');
    expect(await rows()).toHaveLength(1);
    expect(screen.getByText('1 error in this release, most recent first')).toBeVisible();
    expect(location.search).toBe('?release=this');
  });

  it('can be empty for this release', async () => {
    open(() => HttpResponse.json([reported()]), '/DataEditor/errors?release=this');
    expect(await screen.findByText('No errors in this release.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });

  it('are saved as CSV with the current filters', async () => {
    const save = vi.spyOn(saving, 'saveFile').mockReturnValue();
    const { user } = serve(reported({ message: '=x, "y" at Profile-a1.js:1:234' }));
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    const [[file, name] = []] = save.mock.calls;
    expect(name).toMatch(/^Errors-\d{4}-\d\d-\d\d\.csv$/u);
    expect(await file?.text()).toBe(
      'Error,Screen,Seen by,Times,First seen,Last seen,Release,Place in the code\r\n' +
        `"'=x, ""y""",/profile,Client,3,2026-11-02T00:05:00+08:00,2026-11-20T16:30:00+08:00,old-1,Profile-a1.js:1:234\r\n`,
    );
  });

  it('are all rendered a little later when there are many', async () => {
    serve(...Array.from({ length: 240 }, (_, number) => reported({ message: `Error ${number}` })));
    // by tag, because looking up the roles of hundreds of rows is slow
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(240));
  });

  it('can be empty', async () => {
    serve();
    expect(await screen.findByText('No errors in the last 30 days.')).toBeVisible();
    expect(screen.queryByLabelText('Release')).toBeNull();
  });

  it('show that they are loading', async () => {
    open(() => HttpResponse.json([]));
    expect(await screen.findByText('Loading errors…')).toBeVisible();
    await screen.findByText(/No errors in/u);
  });
});
