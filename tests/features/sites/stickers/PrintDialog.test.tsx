import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../src/lib/query-client.ts';
import { allowConsole } from '../../../support/console.ts';
import { watchReports, type FakeWorker } from '../../../support/fake-worker.ts';
import { server } from '../../../support/server.ts';
import { aSticker, openStickers, rpc, secretOf, serveStickers } from './serve-stickers.ts';

beforeAll(async () => void (await import('../../../../src/features/sites/stickers/SiteStickers.tsx')));

const reports = watchReports();
const fileName = 'Selasih-Park_Stickers_2026-11-29.pdf';

type User = Awaited<ReturnType<typeof openStickers>>['user'];
const dialog = () => within(screen.getByRole('dialog'));
const press = (user: User, name: string) => user.click(dialog().getByRole('button', { name }));

/** Ticks these posts and opens the question. */
async function choose(...posts: string[]) {
  const opened = await openStickers();
  for (const post of posts) await opened.user.click(opened.part.getByRole('checkbox', { name: post }));
  await opened.user.click(opened.part.getByRole('button', { name: /^Print \d/u }));
  return opened;
}

/** The request to the newest worker. */
async function drawing(count = 1): Promise<{ worker: FakeWorker; data: unknown }> {
  await waitFor(() => expect(reports.workers[count - 1]?.asked).toHaveLength(1));
  const worker = reports.workers[count - 1];
  const request = worker?.asked[0]?.request;
  if (!worker || request?.kind !== 'stickers') throw new Error('No sheet was asked for');
  return { worker, data: request.data };
}

/** Everything that outlives the dialog. */
const remembered = () =>
  JSON.stringify([
    [localStorage, sessionStorage].map((storage) => Object.entries(storage)),
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    location.href,
  ]);

const finish = (worker: FakeWorker) =>
  act(() =>
    worker.answer({ type: 'done', file: new Blob(['%PDF-'], { type: 'application/pdf' }), fileName, missing: 0 }),
  );

describe('printing', () => {
  it('needs a post, a size, a press and a confirmation', async () => {
    const { asked } = serveStickers();
    const { user, part } = await openStickers();
    await user.click(part.getByRole('checkbox', { name: 'Exit' }));
    await user.click(part.getByRole('checkbox', { name: 'Guard house' }));
    await user.selectOptions(part.getByRole('combobox', { name: 'Size' }), '2 on a page, 198 × 135 mm');
    await user.click(part.getByRole('button', { name: 'Print 2 stickers' }));
    expect(screen.getByRole('dialog', { name: 'Print 2 stickers' })).toBeVisible();
    expect(dialog().queryByText(/old sticker/u)).toBeNull();
    expect(asked).toEqual([]);
    await press(user, 'Make and print');
    const { worker, data } = await drawing();
    expect(data).toMatchObject({
      name: 'Selasih Park',
      siteName: 'Residensi Selasih Park',
      portal: location.origin,
      perPage: 2,
      stickers: [
        { id: 100, post: 'Exit', secret: secretOf('Exit') },
        { id: 101, post: null, secret: secretOf(null) },
      ],
    });
    expect(asked.map(({ post }) => post)).toEqual(['Exit', null]);
    expect(new Set(asked.map(({ attempt }) => attempt)).size).toBe(2);
    expect(dialog().getByText('Drawing the sheet…')).toBeVisible();
    finish(worker);
    expect(await dialog().findByText(`Saved: ${fileName}`)).toBeVisible();
    expect(reports.saved.map(({ name }) => name)).toEqual([fileName]);
    expect(worker.terminated).toBe(true);
    await press(user, 'Save again');
    expect(reports.saved).toHaveLength(2);
    await press(user, 'Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(part.getByText('S-0100')).toBeVisible();
    // printed posts are not chosen any more
    expect(part.getByRole('checkbox', { name: 'Exit' })).not.toBeChecked();
  });

  it('renews the stickers of posts that have one, and says when the old ones stop', async () => {
    serveStickers(aSticker(), aSticker({ id: 43, post: 'Entrance' }));
    const { user, part } = await openStickers();
    await user.click(part.getByRole('button', { name: 'Renew the sticker at Exit' }));
    expect(
      dialog().getByText('The old sticker at Exit stops when the new one is first scanned, in 30 days at the latest.'),
    ).toBeVisible();
    await press(user, 'Cancel');
    await user.click(part.getByRole('button', { name: 'Choose all' }));
    await user.click(part.getByRole('button', { name: 'Print 3 stickers' }));
    expect(
      dialog().getByText(
        'The old stickers at Entrance and Exit each stop when the new one is first scanned, in 30 days at the latest.',
      ),
    ).toBeVisible();
  });

  it('asks for a post if none is chosen', async () => {
    serveStickers();
    const { user, part } = await openStickers();
    await user.click(part.getByRole('button', { name: 'Print' }));
    expect(part.getByRole('alert')).toHaveTextContent('Choose at least one post.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(part.getByRole('button', { name: 'Choose all' }));
    expect(part.queryByRole('alert')).toBeNull();
    await user.click(part.getByRole('button', { name: 'Choose none' }));
    expect(part.getAllByRole('checkbox', { checked: false })).toHaveLength(3);
  });
});

describe('a failure in the middle', () => {
  it('says which were made and which not, and makes only the missing ones again', async () => {
    const { asked } = serveStickers();
    let refuses = true;
    server.use(
      http.post<never, { post: string | null }>(rpc('make_sticker'), async ({ request }) => {
        const { post } = await request.clone().json();
        if (post !== 'Exit' || !refuses) return undefined;
        const refusal = { code: 'PT422', message: 'full', hint: 'stickers-full' };
        return HttpResponse.json(refusal, { status: 422 });
      }),
    );
    const { user } = await choose('Entrance', 'Exit', 'Guard house');
    await press(user, 'Make and print');
    expect(await dialog().findByRole('alert')).toHaveTextContent('1 sticker was not made:');
    expect(dialog().getByText('Exit: this site has as many stickers as it can have')).toBeVisible();
    expect(dialog().getByText('Made: Entrance and Guard house.')).toBeVisible();
    expect(reports.workers).toHaveLength(0);
    refuses = false;
    await press(user, 'Try again');
    const { data } = await drawing();
    expect(data).toMatchObject({ stickers: [{ post: 'Entrance' }, { post: null }, { post: 'Exit' }] });
    expect(asked.map(({ post }) => post)).toEqual(['Entrance', null, 'Exit']);
  });

  it('lets the finished ones be printed without the others', async () => {
    serveStickers();
    server.use(
      http.post<never, { post: string | null }>(rpc('make_sticker'), async ({ request }) =>
        (await request.clone().json()).post === 'Exit'
          ? HttpResponse.json({ code: 'PT404', message: 'No such site' }, { status: 404 })
          : undefined,
      ),
    );
    const { user } = await choose('Entrance', 'Exit');
    await press(user, 'Make and print');
    expect(await dialog().findByText('Exit: this site no longer exists')).toBeVisible();
    await press(user, 'Print the 1 that was made');
    const { data } = await drawing();
    expect(data).toMatchObject({ stickers: [{ post: 'Entrance', secret: secretOf('Entrance') }] });
  });

  it('stops if the service does not answer, and sends the same attempt again', async () => {
    const { asked } = serveStickers();
    let away = true;
    const attempts: (string | null)[] = [];
    server.use(
      http.post(rpc('make_sticker'), ({ request }) => {
        attempts.push(request.headers.get('x-portal-attempt'));
        return away ? HttpResponse.error() : undefined;
      }),
    );
    const { user } = await choose('Entrance', 'Guard house');
    await press(user, 'Make and print');
    expect(await dialog().findByRole('alert')).toHaveTextContent('2 stickers were not made:');
    expect(dialog().getByText('Guard house: the service does not answer')).toBeVisible();
    expect(new Set(attempts).size).toBe(1);
    expect(dialog().queryByRole('button', { name: /^Print/u })).toBeNull();
    away = false;
    await press(user, 'Try again');
    await drawing();
    expect(asked[0]?.attempt).toBe(attempts[0]);
  });

  it('never shows an answer of another shape, which may contain a secret', async () => {
    serveStickers();
    server.use(http.post(rpc('make_sticker'), () => HttpResponse.json({ id: 'x', secret: 'LEAKED' })));
    const log = vi.spyOn(console, 'error');
    const { user } = await choose('Exit');
    await press(user, 'Make and print');
    expect(await dialog().findByText('Exit: the server refused it')).toBeVisible();
    expect(JSON.stringify(log.mock.calls)).not.toContain('LEAKED');
    expect(document.body).not.toHaveTextContent('LEAKED');
  });
});

describe('the sheet', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is drawn again after a failure, without making new stickers', async () => {
    const { asked } = serveStickers();
    allowConsole(/The sheet could not be drawn/u);
    const { user } = await choose('Exit');
    await press(user, 'Make and print');
    const first = await drawing();
    act(() => first.worker.answer({ type: 'error', reason: 'no memory' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent('The sheet could not be drawn.');
    expect(dialog().getByText('The new sticker is still here: trying again makes no others.')).toBeVisible();
    await press(user, 'Try again');
    const second = await drawing(2);
    expect(second.data).toMatchObject({ stickers: [{ secret: secretOf('Exit') }] });
    finish(second.worker);
    expect(await dialog().findByText(`Saved: ${fileName}`)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('says that its fonts are missing on this device, and that there is no connection', async () => {
    serveStickers();
    allowConsole(/The sheet could not be drawn/u);
    const { user } = await choose('Exit');
    await press(user, 'Make and print');
    const { worker } = await drawing();
    act(() => worker.answer({ type: 'error', reason: 'no fonts', lacksLetters: true }));
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'There is no connection, and the fonts of this sheet are not on this device yet.',
    );
  });

  it('asks before it is closed unsaved, because its codes are shown once', async () => {
    serveStickers();
    allowConsole(/The sheet could not be drawn/u);
    const { user } = await choose('Exit');
    await press(user, 'Make and print');
    const { worker } = await drawing();
    // nothing closes it while the PDF is drawn
    expect(dialog().queryByRole('button')).toBeNull();
    act(() => worker.answer({ type: 'error', reason: 'no memory' }));
    await dialog().findByRole('alert');
    await press(user, 'Close');
    expect(screen.getByRole('dialog', { name: 'Close without the sheet?' })).toBeVisible();
    await press(user, 'Back to the sheet');
    await press(user, 'Close');
    await press(user, 'Close without it');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves the secrets neither in a storage nor in the cache of queries', async () => {
    serveStickers();
    const { user } = await choose('Exit');
    await press(user, 'Make and print');
    const { worker } = await drawing();
    expect(remembered()).not.toContain(secretOf('Exit'));
    finish(worker);
    await dialog().findByText(`Saved: ${fileName}`);
    expect(remembered()).not.toContain(secretOf('Exit'));
    expect(document.body).not.toHaveTextContent(secretOf('Exit'));
  });
});
