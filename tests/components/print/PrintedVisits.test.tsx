import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { thumbnailsQuery } from '../../../src/records/task/task-queries.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { holdImages } from '../../support/held-photos.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, signedUrl, siteRow, task } from '../../support/rows.ts';
import { hurry } from '../../support/waiting.ts';

const urls = [1, 2, 3, 4, 5, 6].map((number) => fileUrl(number));

const visits: Task[] = [
  task({ id: 1, time: '2026-03-04T09:00:00+08:00', title: 'Loop tested', kind: 'preventive', urls }),
  task({ id: 2, time: '2026-03-20T21:10:00+08:00', title: '弹簧已更换', kind: 'emergency', pdf: fileUrl(9, 'pdf') }),
  task({ id: 3, time: '2025-12-02T10:00:00+08:00', year: '2025', month: 'dec', title: 'Arm aligned' }),
];

beforeEach(() => {
  queryClient.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T02:05:00Z') });
  serveSites(siteRow({ address: '18 Jalan Selasih 3', tasks2024: visits, visit_every_months: 3 }));
});

/** Prints, and returns the paper. */
function print() {
  act(() => void dispatchEvent(new Event('beforeprint')));
  return within(screen.getByRole('region', { name: 'Print' }));
}

const visitTitles = (paper: ReturnType<typeof print>) =>
  paper.getAllByRole('article').map((visit) => within(visit).getByRole('heading').textContent);

/** Opens a screen, and waits until the photos of its paper have URLs. These are requested once the screen has settled. */
async function open(path: string, photos: readonly string[]) {
  if (photos.length > 0) hurry();
  const view = renderRoute(path);
  await screen.findAllByText('Loop tested');
  if (photos.length > 0)
    await waitFor(() => expect(queryClient.getQueryData(thumbnailsQuery(photos).queryKey)).toBeDefined());
  return view;
}

/** The text at the top of the sheets after the first. */
const pageHeader = () => document.documentElement.style.getPropertyValue('--running');

describe('a printed month', () => {
  const path = '/maintenance?year=2026&month=mar';

  it('with fewer than five tasks has the head, the figures and all photos of its report', async () => {
    serveSigning((name) => name.includes(objectName(5, '')));
    await open(path, urls);
    const paper = print();
    expect(paper.getByRole('heading', { name: 'Maintenance Report' })).toBeVisible();
    for (const text of ['March 2026', 'Residensi Selasih Park', '18 Jalan Selasih 3', '010-000 0009'])
      expect(paper.getByText(text)).toBeVisible();
    expect(paper.getByText('Printed on 21 November 2026 at 10:05')).toBeVisible();
    expect(paper.getByText('Number of visits').parentElement).toHaveTextContent('2with 6 photos');
    // at the end of that month, not today
    expect(paper.getByText('Next visit due by').parentElement).toHaveTextContent(
      '30 June 2026as of 31 March 2026, last visit 20 March 2026',
    );
    // oldest first, as in the report
    expect(visitTitles(paper)).toEqual(['Loop tested', '弹簧已更换']);
    const [first, second] = paper.getAllByRole('article');
    if (!first || !second) throw new Error('A visit is missing');
    expect(first).toHaveTextContent('4 March 2026 at 09:00Preventive maintenance');
    expect(second).toHaveTextContent('Emergency call · with a PDF report');
    const photos = within(first).getAllByRole('img');
    expect(photos.map((photo) => photo.getAttribute('src')?.split('?')[0])).toEqual(
      [1, 2, 3, 4, 6].map((number) => signedUrl(objectName(number, 'small.jpg')).split('?')[0]),
    );
    expect(within(first).getByText('Error loading image')).toBeVisible();
    expect(within(first).getByText('Photo 1.6')).toBeVisible();
    expect(paper.queryByText(/^\+\d/u)).toBeNull();
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('region', { name: 'Print' })).toBeNull();
  });

  it('names site, title and period at the top of its further sheets', async () => {
    serveSigning();
    await open(path, urls);
    print();
    expect(pageHeader()).toBe('"Residensi Selasih Park, Maintenance Report, March 2026"');
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(pageHeader()).toBe('');
  });

  it('has that header as a single line of text, whatever it contains', async () => {
    serveSites(siteRow({ sitename: 'The "Gate"\u0085\\ A\u0007\n Block \u202E1', tasks2024: visits }));
    serveSigning();
    await open(path, urls);
    print();
    expect(pageHeader()).toBe(String.raw`"The \"Gate\" \\ A Block 1, Maintenance Report, March 2026"`);
  });

  it('says which filters apply, and counts only those visits', async () => {
    serveSigning();
    renderRoute(`${path}&kind=emergency&has=pdf`);
    await screen.findByText('弹簧已更换');
    const paper = print();
    expect(paper.getByText('March 2026, kind “Emergency call”, with PDF')).toBeVisible();
    expect(visitTitles(paper)).toEqual(['弹簧已更换']);
    expect(paper.getByText('Number of visits').parentElement).toHaveTextContent('1with 0 photos');
    expect(paper.queryByText('Next visit due by')).toBeNull();
  });

  it('says that no visit took place', async () => {
    renderRoute('/maintenance?year=2026&month=apr');
    await screen.findByText('No activities during requested period');
    expect(print().getByText('No activities during requested period')).toBeVisible();
  });
});

it('printed years have every visit, and say how many photos are left out', async () => {
  serveSigning();
  await open('/maintenance', urls);
  const paper = print();
  expect(paper.getByText('All years')).toBeVisible();
  expect(visitTitles(paper)).toEqual(['Arm aligned', 'Loop tested', '弹簧已更换']);
  expect(paper.getAllByRole('img')).toHaveLength(4);
  expect(paper.getByText('2 more in the portal')).toBeVisible();
});

describe('what is open on the screen', () => {
  it.each([
    ['the details in the history', '/data-fetcher?task=1'],
    ['a photo in the history', '/data-fetcher?task=1&photo=2'],
    ['a photo on the dashboard', '/maintenance?task=1&photo=2'],
  ])('is printed, and not the list behind it: %s', async (_, path) => {
    serveSigning();
    await open(path, urls);
    await screen.findByRole('dialog');
    const paper = print();
    expect(paper.getByRole('heading', { name: 'Visit Report' })).toBeVisible();
    expect(paper.getByText('4 March 2026')).toBeVisible();
    expect(visitTitles(paper)).toEqual(['Loop tested']);
    expect(paper.getAllByRole('img')).toHaveLength(6);
    expect(paper.getByText('Photo 6')).toBeVisible();
    expect(paper.queryByRole('table')).toBeNull();
  });

  it('is replaced by the list when it is closed', async () => {
    serveSigning();
    const { user } = await open('/data-fetcher?task=1', urls);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(print().getAllByRole('row')).toHaveLength(4);
  });
});

describe('Print', () => {
  it('waits for all photos of the paper, and not for photos that fail', async () => {
    serveSigning();
    const images = holdImages();
    const { user } = await open('/maintenance?year=2026&month=mar', []);
    const printMock = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(images).toHaveLength(6));
    expect(screen.getByRole('button', { name: 'Print' })).toHaveAttribute('aria-busy', 'true');
    const [last, ...others] = images;
    for (const image of others) image.dispatchEvent(new Event('load'));
    expect(printMock).not.toHaveBeenCalled();
    last?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(printMock).toHaveBeenCalledOnce());
    vi.unstubAllGlobals();
  });

  it('holds the photos until the paper is drawn, because the browser might drop them before', async () => {
    serveSigning();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const images: WeakRef<HTMLImageElement>[] = [];
    const heldNow = () => {
      if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
      return images.filter((image) => image.deref()).length;
    };
    vi.stubGlobal('Image', function loading() {
      const image = document.createElement('img');
      images.push(new WeakRef(image));
      setTimeout(() => image.dispatchEvent(new Event('load')));
      return image;
    });
    const { user } = await open('/maintenance?year=2026&month=mar', []);
    const heldCounts: number[] = [];
    vi.spyOn(globalThis, 'print').mockImplementation(() => void heldCounts.push(heldNow()));
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(heldCounts).toEqual([6]));
    await waitFor(() => expect(heldNow()).toBe(0));
  });
});
