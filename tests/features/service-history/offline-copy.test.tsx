import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readFileCopy, unknownRoom } from '../../../src/lib/device/copies.ts';
import { faults } from '../../faults/faults.ts';
import { allowConsole } from '../../support/console.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hold, hurry } from '../../support/waiting.ts';

const small = objectName(1).replace('.jpg', '.small.jpg');
const pdf = objectName(2, 'pdf');
const time = new Date(Date.now() - 24 * 3_600_000).toISOString();
const record = siteRow({ tasks2024: [task({ time, urls: [fileUrl(1)], pdf: fileUrl(2, 'pdf') })] });

function serveFiles(sizes: Record<string, number>) {
  const asked: string[] = [];
  server.use(
    http.post(`${origin}/storage/v1/object/list/rfidboomgatephoto`, () =>
      HttpResponse.json(
        Object.entries(sizes).map(([name, size]) => ({ name: name.split('/').at(-1), id: name, metadata: { size } })),
      ),
    ),
    http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, ({ request }) => {
      const name = new URL(request.url).pathname.split('/rfidboomgatephoto/')[1] ?? '';
      asked.push(name);
      return new HttpResponse(new Uint8Array(sizes[name] ?? 0));
    }),
  );
  return asked;
}

async function open(session = userSession) {
  serveSites(record);
  serveSigning();
  const { user } = renderRoute('/data-fetcher', session);
  await user.click(await screen.findByRole('button', { name: 'Keep this site for offline' }));
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Keep this site for offline' })) };
}

beforeEach(async () => {
  await fakeStorage();
});

describe('Keep this site for offline', () => {
  it('shows the size, fetches the files, and can be updated and removed', async () => {
    const asked = serveFiles({ [small]: 30_000, [objectName(1)]: 900_000, [pdf]: 1_200_000 });
    const { user, dialog } = await open();
    expect(await dialog.findByText(/^The last 12 months: 1 visit with 1 photo and 1 PDF, 1\.2 MB\./u)).toBeVisible();
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Keep 1.2 MB' }));
    expect(await dialog.findByText(/^Kept for offline, \d+ \w+ \d{4}: 1 visit with 1 photo and 1 PDF/u)).toBeVisible();
    expect(asked.toSorted()).toEqual([pdf, small].toSorted());
    expect((await readFileCopy('2.user', small))?.size).toBe(30_000);

    // files that are already stored are not fetched again
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Remove' })).not.toHaveAttribute('aria-busy'));
    expect(asked).toHaveLength(2);

    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByRole('button', { name: 'Keep 1.2 MB' })).toBeVisible();
    expect(await readFileCopy('2.user', small)).toBeNull();
  });

  it('says what Firefox will ask, as the sites of a technician do', async () => {
    serveFiles({ [small]: 30_000, [pdf]: 1_200_000 });
    const persist = vi.fn(async () => false);
    const properties = {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
      permissions: { query: async () => ({ state: 'prompt' }) },
      storage: { persist },
    };
    for (const [name, value] of Object.entries(properties)) {
      Object.defineProperty(navigator, name, { value, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(navigator, name));
    }
    const { user, dialog } = await open();
    expect(await dialog.findByText(/^Firefox will ask whether this page may store data permanently\./u)).toBeVisible();
    expect(persist).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Keep 1.2 MB' }));
    expect(await dialog.findByText(/^Kept for offline/u)).toBeVisible();
    expect(persist).toHaveBeenCalledOnce();
  });

  it('can be stopped, and keeps the files fetched so far', async () => {
    const { held, release } = hold();
    serveFiles({ [small]: 30_000, [pdf]: 1_200_000 });
    server.use(
      http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/${pdf}`, async () => {
        await held;
        return HttpResponse.error();
      }),
    );
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: /^Keep \d/u }));
    expect(await dialog.findByText('File 2 of 2')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    release();
    expect(await dialog.findByText('1 file could not be downloaded. Press Update to try again.')).toBeVisible();
    expect(await dialog.findByText(/^Partly kept for offline, \d+ \w+ \d{4}: 1 visit/u)).toBeVisible();
    expect(await readFileCopy('2.user', small)).not.toBeNull();
    expect(await readFileCopy('2.user', pdf)).toBeNull();

    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByRole('button', { name: /^Keep \d/u })).toBeVisible();
    expect(await readFileCopy('2.user', small)).toBeNull();
  });

  it('reports files that could not be downloaded', async () => {
    hurry();
    allowConsole(/^A file could not be kept for offline/u);
    serveFiles({ [small]: 30_000, [pdf]: 1_200_000 });
    server.use(
      http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/${pdf}`, faults['403']),
      http.post(`${origin}/rest/v1/rpc/whoami`, faults['500']),
    );
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: /^Keep \d/u }));
    expect(await dialog.findByText('1 file could not be downloaded. Press Update to try again.')).toBeVisible();
  });

  it('stops and reports it as soon as the device is full', async () => {
    const asked = serveFiles({ [small]: 30_000 });
    const { user, dialog } = await open();
    const button = await dialog.findByRole('button', { name: /^Keep \d/u });
    const cache = await caches.open('full');
    vi.spyOn(cache, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    vi.spyOn(caches, 'open').mockResolvedValue(cache);
    await user.click(button);
    expect(await dialog.findByText(/^This device is full\./u)).toBeVisible();
    expect(asked).toEqual([small]);
    expect(await dialog.findByRole('button', { name: 'Remove' })).toBeVisible();
  });

  it('reports files that do not fit, and fetches nothing', async () => {
    const asked = serveFiles({ [small]: 30_000, [pdf]: unknownRoom });
    const { dialog } = await open();
    expect(
      await dialog.findByText(
        'There is not enough room on this device: photos and PDFs need 55.0 MB more, and there is room for 55.0 MB.',
      ),
    ).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Keep \d/u })).toBeNull();
    expect(asked).toEqual([]);
  });

  it('reports a size that cannot be determined, and tries again', async () => {
    hurry();
    serveFiles({});
    server.use(http.post(`${origin}/storage/v1/object/list/rfidboomgatephoto`, faults['500']));
    const { user, dialog } = await open();
    expect(await dialog.findByText('The size could not be determined.')).toBeVisible();
    serveFiles({ [small]: 30_000 });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Keep 30 KB' })).toBeVisible();
  });

  it('is not offered to an admin', async () => {
    serveSites(record);
    serveSigning();
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([])));
    renderRoute('/data-fetcher?site=Selasih+Park', adminSession);
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep this site for offline' })).toBeNull();
  });
});
