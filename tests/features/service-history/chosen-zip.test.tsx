import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/lib/device/session.ts';
import { allowConsole } from '../../support/console.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { readZip } from '../../support/read-zip.ts';
import { userAnswer } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hold, hurry } from '../../support/waiting.ts';
import { open } from './open-history.ts';

const reports = watchReports();
/** The last part of the names of the requested files. */
let asked: string[];
/** The answers of storage instead of the bytes of a file. */
let answers: (name: string) => Promise<Response> | Response | null;

const lastPart = (name: string) => name.split('/').at(-1) ?? '';
/** Every value of a byte, and the number of the file, because text would not reveal changed bytes. */
const bytesOf = (name: string) => Uint8Array.from([...Array(256).keys(), Number(name.slice(0, 13)) % 256]);

/** Two visits with five photos, one of them with a service report. */
const loop = task({
  id: 2,
  time: '2026-03-04T10:00:00+08:00',
  title: 'Loop tuned',
  urls: [1, 2, 3].map((one) => fileUrl(one)),
});
const spring = task({
  id: 3,
  time: '2026-03-20T10:00:00+08:00',
  title: 'Spring: "new"',
  pdf: fileUrl(6, 'pdf'),
  urls: [fileUrl(4), fileUrl(5)],
});
const other = task({
  id: 4,
  time: '2026-02-02T10:00:00+08:00',
  month: 'february',
  title: 'Not chosen',
  urls: [fileUrl(9)],
});
const paths = [
  '2026-03-20_Spring-new_service-report.pdf',
  '2026-03-20_Spring-new_photo-01.jpg',
  '2026-03-20_Spring-new_photo-02.jpg',
  '2026-03-04_Loop-tuned_photo-01.jpg',
  '2026-03-04_Loop-tuned_photo-02.jpg',
  '2026-03-04_Loop-tuned_photo-03.jpg',
];
const order = [objectName(6, 'pdf'), ...[4, 5, 1, 2, 3].map((one) => objectName(one))].map(lastPart);

beforeEach(() => {
  asked = [];
  answers = () => null;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:30:00+08:00') });
});

/** Serves the visits and their files, chooses all of March, and presses ZIP. */
async function pressZip(...visits: ReturnType<typeof task>[]) {
  serveSigning();
  serveSites(siteRow({ tasks2024: [...(visits.length > 0 ? visits : [loop, spring]), other] }));
  server.use(
    http.get(`${origin}/storage/v1/object/rfidboomgatephoto/sites/1/:name`, ({ params }) => {
      const name = String(params['name']);
      asked.push(name);
      return answers(name) ?? new HttpResponse(bytesOf(name));
    }),
    http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json(userAnswer)),
  );
  const view = await open('?year=2026&month=mar');
  await view.user.click(screen.getByRole('button', { name: 'Choose' }));
  const bar = within(screen.getByRole('region', { name: 'Chosen visits' }));
  await view.user.click(bar.getByRole('button', { name: /^Choose (?:all|the) / }));
  await view.user.click(bar.getByRole('button', { name: 'ZIP' }));
  return { ...view, press: (name: string) => view.user.click(dialog().getByRole('button', { name })) };
}

const dialog = () => within(screen.getByRole('dialog', { name: /^ZIP of / }));

async function zip(index = 0) {
  await waitFor(() => expect(reports.saved).toHaveLength(index + 1));
  const { name, content } = reports.saved[index] ?? { name: '', content: new Blob() };
  return { name, files: readZip(new Uint8Array(await content.arrayBuffer())) };
}
const textOf = (files: Map<string, Uint8Array>, name: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.get(name));

const refusal = (status: number, code: string) => () =>
  HttpResponse.json({ statusCode: code, error: 'refused', message: 'Refused' }, { status });

describe('the ZIP of chosen visits', () => {
  it('has the photos in full size and the service reports unchanged, and the rows of the visits', async () => {
    await pressZip();
    expect(await screen.findByText('Done: 6 files, 2 KB.')).toBeVisible();
    const { name, files } = await zip();
    expect(name).toBe('Selasih-Park_Visits_2026-11-22.zip');
    expect([...files.keys()]).toEqual(['visits.csv', ...paths]);
    expect(paths.map((path) => files.get(path))).toEqual(order.map((one) => bytesOf(one)));
    // no small rendition is requested, and each file once
    expect(asked).toEqual(order);
    const [heads, ...lines] = textOf(files, 'visits.csv').split('\r\n').slice(0, -1);
    // the byte order mark tells Excel that it is UTF-8
    expect(heads).toMatch(/^\uFEFFDate,Time,Year,Month,Kind,Title,Text,PDF,Photos/u);
    expect(lines.map((line) => line.slice(0, 35))).toEqual([
      '2026-03-20,10:00,2026,March,,"Sprin',
      '2026-03-04,10:00,2026,March,,Loop t',
    ]);
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  it('names what is missing in the ZIP and on the screen, has the other files, and can be tried again', async () => {
    // storage answers 400 for a missing file
    answers = (name) => (name === order[2] ? refusal(400, '404')() : name === order[0] ? refusal(403, '403')() : null);
    const { press } = await pressZip();
    expect(await screen.findByText('Done: 4 files, 1 KB.')).toBeVisible();
    expect(dialog().getByRole('alert')).toHaveTextContent(
      '2 files could not be downloaded. See missing.txt in the ZIP:',
    );
    expect(
      dialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([`${paths[0]}: Storage refused it (403).`, `${paths[2]}: It is not in storage.`]);
    const { files } = await zip();
    expect([...files.keys()]).toEqual(['visits.csv', paths[1], ...paths.slice(3), 'missing.txt']);
    const missing = textOf(files, 'missing.txt');
    for (const [path, reason, url] of [
      [paths[0], 'Storage refused it (403).', fileUrl(6, 'pdf')],
      [paths[2], 'It is not in storage.', fileUrl(5)],
    ])
      expect(missing).toContain(`${path}\r\n  ${reason}\r\n  ${url}\r\n`);

    answers = () => null;
    await press('Try again');
    expect(await screen.findByText('Done: 6 files, 2 KB.')).toBeVisible();
    expect([...(await zip(1)).files.keys()]).toEqual(['visits.csv', ...paths]);
    expect(dialog().queryByRole('alert')).toBeNull();
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not take many photos from elsewhere, which are never requested, for a lost connection', async () => {
    // more than the five errors in a row after which the connection counts as lost (`files-in-order.ts`)
    const foreign = Array.from({ length: 7 }, (_, index) => `https://elsewhere.test/${index}.jpg`);
    await pressZip(task({ id: 2, title: 'Moved', urls: [...foreign, fileUrl(1)] }));
    expect(await screen.findByText('Done: 1 file, 1 KB.')).toBeVisible();
    expect(dialog().getAllByRole('listitem')).toHaveLength(7);
    expect([...(await zip()).files.keys()]).toEqual(['visits.csv', '2026-03-26_Moved_photo-08.jpg', 'missing.txt']);
    expect(asked).toEqual([lastPart(objectName(1))]);
  });

  it('says how far it is', async () => {
    const { held, release } = hold();
    answers = (name) => (name === order[2] ? held.then(() => new HttpResponse(bytesOf(name))) : null);
    const { user } = await pressZip();
    expect(await screen.findByText('File 3 of 6, 1 KB so far')).toBeVisible();
    expect(dialog().getByRole('progressbar', { name: 'ZIP of visits' })).toHaveAttribute('aria-valuenow', '33');
    expect(dialog().getByText('Keep this page open until it is done.')).toBeVisible();
    // a stray key must not end it
    await user.keyboard('{Escape}');
    release();
    expect(await screen.findByText('Done: 6 files, 2 KB.')).toBeVisible();
  });
});

describe('a ZIP of chosen visits that is ended', () => {
  /** Files that are being requested, until their requests end. The portal downloads four at a time (`files-in-order.ts`). */
  let running: Set<string>;

  beforeEach(() => {
    running = new Set();
    server.events.on('request:start', ({ request }) => {
      const name = lastPart(new URL(request.url).pathname);
      if (!order.includes(name)) return;
      running.add(name);
      request.signal.addEventListener('abort', () => running.delete(name));
    });
    answers = (name) => (name === order[0] ? null : new Promise<never>(() => undefined));
    return () => server.events.removeAllListeners();
  });

  it('by Cancel stops its requests and writes nothing, and can be tried again', async () => {
    const { press } = await pressZip();
    expect(await screen.findByText(/^File 2 of 6, /u)).toBeVisible();
    await waitFor(() => expect(running.size).toBeGreaterThan(3));
    await press('Cancel');
    expect(await screen.findByText('Cancelled. No file was kept.')).toBeVisible();
    await waitFor(() => expect([...running]).toEqual([]));
    const before = asked.length;
    expect(before).toBeLessThan(order.length);
    expect(reports.saved).toEqual([]);

    answers = () => null;
    await press('Try again');
    expect(await screen.findByText('Done: 6 files, 2 KB.')).toBeVisible();
    expect(asked).toHaveLength(before + order.length);
    expect(reports.saved).toHaveLength(1);
  });

  it('by a logout stops its requests and writes nothing', async () => {
    await pressZip();
    await waitFor(() => expect(running.size).toBeGreaterThan(3));
    act(() => endSession('logout'));
    await waitFor(() => expect([...running]).toEqual([]));
    expect(reports.saved).toEqual([]);
  });

  it('by a lost connection says so, and that no file was kept', async () => {
    allowConsole(/The ZIP of visits could not be made/u);
    hurry();
    answers = (name) => (name === order[0] ? null : HttpResponse.error());
    const { press } = await pressZip();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The connection was lost, and no file was kept. Try again when it is back.',
    );
    expect(reports.saved).toEqual([]);
    answers = () => null;
    await press('Try again');
    expect(await screen.findByText('Done: 6 files, 2 KB.')).toBeVisible();
  });
});

describe('the file that was chosen for the ZIP', () => {
  const written: number[] = [];
  const remove = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const file = {
    getFile: () => Promise.resolve({ size: 0 }),
    createWritable: () =>
      Promise.resolve(new WritableStream<Uint8Array>({ write: (part) => void written.push(...part) })),
    remove,
  };

  beforeEach(() => {
    written.length = 0;
    remove.mockClear();
  });

  it('is written while the files are loaded', async () => {
    const pick = vi.fn<(options: { suggestedName: string }) => Promise<typeof file>>(() => Promise.resolve(file));
    vi.stubGlobal('showSaveFilePicker', pick);
    await pressZip();
    expect(await screen.findByText('Done: 6 files, 2 KB.')).toBeVisible();
    expect(pick).toHaveBeenCalledExactlyOnceWith({ suggestedName: 'Selasih-Park_Visits_2026-11-22.zip' });
    expect([...readZip(Uint8Array.from(written)).keys()]).toEqual(['visits.csv', ...paths]);
    expect(reports.saved).toEqual([]);
  });

  it('is removed if the ZIP is cancelled', async () => {
    vi.stubGlobal('showSaveFilePicker', () => Promise.resolve(file));
    answers = (name) => (name === order[0] ? null : new Promise<never>(() => undefined));
    const { press } = await pressZip();
    expect(await screen.findByText(/^File 2 of 6, /u)).toBeVisible();
    await press('Cancel');
    expect(await screen.findByText('Cancelled. No file was kept.')).toBeVisible();
    expect(remove).toHaveBeenCalledOnce();
  });

  it('is asked for first: if no place is chosen, nothing is fetched', async () => {
    const abort = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('No', 'AbortError')));
    vi.stubGlobal('showSaveFilePicker', abort);
    await pressZip();
    expect(abort).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked).toEqual([]);
  });
});
