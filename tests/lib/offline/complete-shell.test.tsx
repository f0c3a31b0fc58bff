import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { completeShell } from '../../../src/lib/offline/offline-shell.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { serveField } from '../../support/serve-field.ts';

// jsdom has no service worker that would store the files
vi.mock(import('../../../src/lib/offline/offline-shell.ts'), { spy: true });

beforeEach(async () => {
  await fakeStorage();
  vi.mocked(completeShell).mockClear();
});

it.each([
  ['all sites', '/DataEditor/my-sites', 'Keep all my sites for offline', /^Your 2 sites are on this device/u],
  ['one site', '/data-fetcher?site=Bayu', /^Keep \d/u, /^Kept for offline, /u],
] as const)(
  'when somebody keeps %s for offline, the whole portal is stored on this device',
  async (_, path, press, message) => {
    serveField({ id: 1, name: 'Bayu' }, { id: 2, name: 'Kayangan' });
    const { user } = renderRoute(path, technicianSession);
    if (path !== '/DataEditor/my-sites')
      await user.click(await screen.findByRole('button', { name: 'Keep this site for offline' }));
    const button = await screen.findByRole('button', { name: press });
    expect(completeShell).not.toHaveBeenCalled();
    await user.click(button);
    expect((await screen.findAllByText(message))[0]).toBeVisible();
    expect(completeShell).toHaveBeenCalledTimes(1);
  },
);
