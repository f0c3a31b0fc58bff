import { File as NodeFile } from 'node:buffer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundVisit } from '../../../src/features/overview/visit-search.ts';
import { allowConsole } from '../../support/console.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { readZip } from '../../support/read-zip.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { fileUrl, serveSigning, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import { serve, visit } from './serve-found-visits.ts';

beforeAll(() => import('../../../src/features/overview/VisitSearchRoute.tsx'));

const reports = watchReports();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:30:00+08:00') });
  vi.stubGlobal('File', NodeFile);
});

/** The results, newest first. Two sites have a visit with the same id. */
const found = [
  visit({ site_id: 1, task_id: 2, title: 'Loop tuned', time: '2026-03-12T10:00:00+08:00' }),
  visit({ site_id: 1, task_id: 9, title: 'Deleted by mistake', time: '2026-03-11T10:00:00+08:00', showing: false }),
  visit({ site_id: 2, site: 'A & B', task_id: 2, title: 'Arm bent', time: '2026-03-10T10:00:00+08:00', photos: 1 }),
  visit({ site_id: 1, task_id: 1, title: 'Antenna moved', time: '2026-03-09T10:00:00+08:00', photos: 0, pdf: false }),
];

/** A found visit as its site has it. */
const taskOf = ({ task_id: id, title, time, photos, pdf, showing }: FoundVisit) =>
  showing
    ? task({
        id,
        title,
        time,
        urls: Array.from({ length: photos }, () => fileUrl(id)),
        pdf: pdf ? fileUrl(id, 'pdf') : '',
      })
    : { id, year: '2026', month: 'mar', showing: 'False' };

/** Serves the records of both sites, or another answer for one. Returns the sites that were read. */
function serveRecords(answer: (site: number) => Response | undefined = () => undefined): number[] {
  const readIds: number[] = [];
  server.use(
    http.get(`${origin}/rest/v1/maintables`, ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('id')?.replace('eq.', ''));
      readIds.push(id);
      const tasks2024 = found.filter(({ site_id: site }) => site === id).map(taskOf);
      const name = id === 1 ? 'Selasih Park' : 'A & B';
      const sitename = id === 1 ? 'Residensi Selasih Park' : null;
      return answer(id) ?? HttpResponse.json([{ ...siteRow({ id, name, sitename }), tasks2024 }]);
    }),
  );
  return readIds;
}

const box = (name: RegExp) => screen.getByRole('checkbox', { name });
const bar = () => within(screen.getByRole('region', { name: 'Chosen visits' }));

async function beginChoosing(all: readonly FoundVisit[] = found, query = '') {
  serveSigning();
  const asked = serve(all);
  const read = serveRecords();
  const { user } = renderRoute(`/DataEditor/visits${query}`, adminSession);
  await user.click(await screen.findByRole('button', { name: 'Choose' }));
  return { user, asked, read };
}

/** Chooses the three visits that clients see, at two sites, with the keyboard. */
async function chooseThree() {
  const view = await beginChoosing();
  box(/^Choose Loop tuned, Selasih Park, /u).focus();
  await view.user.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(bar().getByText('Chosen: 3 visits at 2 sites, 3 photos and 2 PDFs')).toBeVisible();
  return view;
}

const chosenRequest = () => {
  const request = reports.workers.at(-1)?.asked[0]?.request;
  return request?.kind === 'chosen' ? request.data : null;
};

async function savedZip() {
  await waitFor(() => expect(reports.saved).toHaveLength(1));
  const { name, content } = reports.saved[0] ?? { name: '', content: new Blob() };
  const files = readZip(new Uint8Array(await content.arrayBuffer()));
  return { name, files: new Map(Array.from(files, ([file, bytes]) => [file, new TextDecoder().decode(bytes)])) };
}

const serveFiles = () =>
  server.use(
    http.get(`${origin}/storage/v1/object/rfidboomgatephoto/*`, () =>
      HttpResponse.arrayBuffer(new TextEncoder().encode('file').buffer),
    ),
  );

const refused = (id: number) =>
  id === 2 ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }) : undefined;

describe('visits of all sites', () => {
  it('have boxes while visits are chosen, except hidden visits', async () => {
    const { user } = await beginChoosing();
    expect(screen.getAllByRole('checkbox', { name: /^Choose / })).toHaveLength(3);
    expect(screen.getByText(/^Hidden visits cannot be chosen/u)).toBeVisible();
    expect(bar().getByRole('button', { name: 'One PDF' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Chosen visits' })).toBeNull();
    expect(screen.queryAllByRole('checkbox', { name: /^Choose / })).toEqual([]);
    expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus();
  });

  it('become a link if all belong to one site, and otherwise a message says why not', async () => {
    const { user } = await chooseThree();
    const link = bar().getByRole('button', { name: 'Link' });
    expect(link).toHaveAccessibleDescription('A link is for visits of one site.');
    await user.click(link);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(box(/^Choose Arm bent/u));
    expect(bar().queryByText('A link is for visits of one site.')).toBeNull();
    await user.click(bar().getByRole('button', { name: 'Link' }));
    const form = within(await screen.findByRole('dialog', { name: 'Link without a login' }));
    expect(form.getByText(/^2 visits, 2 photos, 1 PDF with names, signatures,/u)).toBeVisible();
  });

  it('are chosen from one box to another with Shift, and stay chosen in another search', async () => {
    hurry();
    const { user } = await beginChoosing();
    await user.click(box(/^Choose Loop tuned/u));
    await user.keyboard('{Shift>}');
    await user.click(box(/^Choose Antenna moved/u));
    await user.keyboard('{/Shift}');
    expect(box(/^Choose Arm bent, A & B, /u)).toBeChecked();
    await user.type(screen.getByLabelText('Search titles, texts and sites'), 'arm');
    await screen.findByText('1 visit at 1 site');
    expect(
      bar().getByText('Chosen: 3 visits at 2 sites, 3 photos and 2 PDFs; 2 visits of them are not shown'),
    ).toBeVisible();
    expect(box(/^Choose Arm bent/u)).toBeChecked();
  });

  it('are all chosen that match and clients see, also those that are not loaded yet', async () => {
    const many = Array.from({ length: 230 }, (_, index) => visit({ task_id: index + 1, showing: index % 2 === 0 }));
    const { user, asked } = await beginChoosing(many);
    await user.click(bar().getByRole('button', { name: 'Choose all that match' }));
    // clients see every second visit: 115 of all, and 25 of the 50 in the list
    expect(await bar().findByText(/^Chosen: 115 visits, .*; 90 visits of them are not shown$/u)).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ shown: true, page_size: 200 });
  });

  it('can be chosen up to the number that fits into a PDF', async () => {
    const many = Array.from({ length: 620 }, (_, index) => visit({ task_id: index + 1 }));
    const { user } = await beginChoosing(many, '?show=shown');
    await user.click(bar().getByRole('button', { name: 'Choose the first 500 that match' }));
    expect(await bar().findByText(/^Chosen: 500 visits, /u)).toBeVisible();
  });

  it('become one PDF of two sites, oldest first, with the site of each', async () => {
    const { user, read } = await chooseThree();
    await user.click(bar().getByRole('button', { name: 'One PDF' }));
    await waitFor(() => expect(chosenRequest()).not.toBeNull());
    expect(read).toEqual([1, 2]);
    const data = chosenRequest();
    expect(data).toMatchObject({ name: '2 sites', siteName: '2 sites', address: 'Residensi Selasih Park, A & B' });
    expect(data?.visits.map(({ title, at, urls }) => [at?.siteName, title, urls.length])).toEqual([
      ['Residensi Selasih Park', 'Antenna moved', 0],
      ['A & B', 'Arm bent', 1],
      ['Residensi Selasih Park', 'Loop tuned', 2],
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('become one ZIP with a folder for each site, and a CSV with the sites', async () => {
    serveFiles();
    const { user } = await chooseThree();
    await user.click(bar().getByRole('button', { name: 'ZIP' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'ZIP of 3 visits' }));
    expect(await dialog.findByText(/^Done: 5 files, /u)).toBeVisible();
    const { name, files } = await savedZip();
    expect(name).toBe('2-sites_Visits_2026-11-22.zip');
    expect([...files.keys()]).toEqual([
      'visits.csv',
      'Selasih-Park/2026-03-12_Loop-tuned_service-report.pdf',
      'Selasih-Park/2026-03-12_Loop-tuned_photo-01.jpg',
      'Selasih-Park/2026-03-12_Loop-tuned_photo-02.jpg',
      'A-B/2026-03-10_Arm-bent_service-report.pdf',
      'A-B/2026-03-10_Arm-bent_photo-01.jpg',
    ]);
    const lines = files
      .get('visits.csv')
      ?.split('\r\n')
      .map((line) => line.split(',', 2).join());
    expect(lines).toEqual(['Site,Date', 'Selasih Park,2026-03-12', 'A & B,2026-03-10', 'Selasih Park,2026-03-09', '']);
  });

  it('are printed with the site of each, instead of the list', async () => {
    await chooseThree();
    act(() => void dispatchEvent(new Event('beforeprint')));
    const sheet = screen.getByRole('region', { name: 'Print' });
    expect(
      within(sheet)
        .getAllByRole('row')
        .map((row) => row.firstElementChild?.textContent),
    ).toEqual(['Site', 'Selasih Park', 'A & B', 'Selasih Park']);
    act(() => void dispatchEvent(new Event('afterprint')));
  });
});

describe('a site whose chosen visits cannot be read', () => {
  it('is named before a PDF is made without it', async () => {
    allowConsole(/A site of chosen visits could not be read/u);
    const { user } = await chooseThree();
    serveRecords(refused);
    await user.click(bar().getByRole('button', { name: 'One PDF' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'PDF of the chosen visits' }));
    expect(await dialog.findByText('A & B: The site could not be read.')).toBeVisible();
    expect(chosenRequest()).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Make it without them' }));
    expect(chosenRequest()?.visits.map(({ title, at }) => [at, title])).toEqual([
      [undefined, 'Antenna moved'],
      [undefined, 'Loop tuned'],
    ]);
    expect(chosenRequest()?.name).toBe('Selasih Park');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is requested again', async () => {
    allowConsole(/A site of chosen visits could not be read/u);
    const { user } = await chooseThree();
    serveRecords(refused);
    await user.click(bar().getByRole('button', { name: 'One PDF' }));
    await screen.findByText('A & B: The site could not be read.');
    serveRecords();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(chosenRequest()?.visits).toHaveLength(3));
  });

  it('is named with the ZIP and in it', async () => {
    allowConsole(/A site of chosen visits could not be read/u);
    serveFiles();
    const { user } = await chooseThree();
    serveRecords((id) => (id === 2 ? HttpResponse.json([]) : undefined));
    await user.click(bar().getByRole('button', { name: 'ZIP' }));
    expect(await screen.findByText('A & B: The site no longer exists.')).toBeVisible();
    const { files } = await savedZip();
    expect(files.get('missing.txt')).toContain('A & B\r\n  The site no longer exists.');
    expect(files.get('visits.csv')).not.toContain('Arm bent');
  });

  it('causes no file if nothing could be read', async () => {
    allowConsole(/A site of chosen visits could not be read/u);
    const { user } = await chooseThree();
    serveRecords(() => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }));
    await user.click(bar().getByRole('button', { name: 'ZIP' }));
    expect(await screen.findByText('No visit could be read, and no file was kept.')).toBeVisible();
    expect(reports.saved).toEqual([]);
  });

  it('is not blamed if a visit was deleted meanwhile', async () => {
    const { user } = await chooseThree();
    serveRecords((id) =>
      id === 1
        ? HttpResponse.json([{ ...siteRow({ id }), tasks2024: [task({ id: 1, title: 'Antenna moved' })] }])
        : undefined,
    );
    await user.click(bar().getByRole('button', { name: 'One PDF' }));
    expect(await screen.findByText('Selasih Park: 1 visit is no longer shown.')).toBeVisible();
  });
});

it('a lost connection is tried for two sites, not for all, and the reading can be cancelled', async () => {
  hurry();
  allowConsole(/A site of chosen visits could not be read/u);
  const { user } = await beginChoosing(
    Array.from({ length: 4 }, (_, index) => visit({ site_id: index + 1, site: `Site ${index + 1}`, task_id: 1 })),
  );
  await user.click(bar().getByRole('button', { name: 'Choose all that match' }));
  await bar().findByText(/^Chosen: 4 visits at 4 sites/u);
  let isLost = false;
  server.use(
    http.get(`${origin}/rest/v1/maintables`, () =>
      isLost ? HttpResponse.error() : new Promise<never>(() => undefined),
    ),
  );
  await user.click(bar().getByRole('button', { name: 'One PDF' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'PDF of the chosen visits' }));
  expect(dialog.getByText('Reading site 1 of 4: Site 1')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  isLost = true;
  await user.click(bar().getByRole('button', { name: 'One PDF' }));
  expect(await screen.findByText('Site 4: The connection was lost.')).toBeVisible();
  expect(screen.getAllByText(/^Site \d: The connection was lost\.$/u)).toHaveLength(4);
  expect(screen.queryByRole('button', { name: 'Make it without them' })).toBeNull();
});
