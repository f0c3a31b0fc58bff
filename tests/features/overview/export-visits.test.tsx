import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { watchSavedFiles } from '../../support/fake-worker.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { serve, url, visit, type Asked } from './serve-found-visits.ts';

beforeAll(() => import('../../../src/features/overview/VisitSearchRoute.tsx'));

const chip = (name: string) => screen.getByRole('button', { name });
/** The last visit before each requested page, and its size. Of that many visits, the last only tells that there is another page. */
const pagesAsked = (asked: readonly Asked[]) =>
  asked.slice(1).map(({ before, page_size: size }) => [before?.task_id, size]);
const dialog = () => within(screen.getByRole('dialog', { name: 'Export CSV' }));
/** Answers the page after this visit with `answer`, as long as `answer` returns something. */
const intercept = (task: number, answer: () => Response | Promise<Response> | undefined) =>
  server.use(
    http.post<never, Asked>(url, async ({ request }) => {
      const { before } = await request.clone().json();
      return before?.task_id === task ? answer() : undefined;
    }),
  );

describe('the export of all visits', () => {
  const many = Array.from({ length: 450 }, (_, index) => visit({ task_id: index + 1, title: `Visit ${index + 1}` }));

  it('has all pages of the results, and their filters in its name', async () => {
    const saved = watchSavedFiles();
    // the visit at 300 was saved meanwhile, so a later page has it again
    const asked = serve(many.toSpliced(300, 0, visit({ task_id: 100, title: 'Visit 100' })));
    const { user } = renderRoute('/DataEditor/visits?site=Selasih+Park&kind=emergency', adminSession);
    await screen.findByText('451 visits at 1 site, newest first');
    await user.click(chip('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(pagesAsked(asked)).toEqual([
      [undefined, 200],
      [199, 200],
      [397, 200],
    ]);
    expect(saved[0]?.name).toMatch(/^Visits-\d{4}-\d{2}-\d{2}_Selasih-Park_Emergency-call\.csv$/u);
    expect((await saved[0]?.content.text())?.trim().split('\r\n')).toHaveLength(451);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has any number of visits, also of a search that finds more than are counted', async () => {
    const saved = watchSavedFiles();
    serve(
      Array.from({ length: 2_600 }, (_, index) => visit({ task_id: index + 1, title: `Visit ${index + 1}` })),
      true,
    );
    const { user } = renderRoute('/DataEditor/visits?q=visit', adminSession);
    await screen.findByText('More than 2,600 visits, best match first');
    await user.click(chip('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.content.text())?.trim().split('\r\n') ?? [];
    expect(new Set(lines)).toHaveLength(2_601);
    expect(lines.at(-1)).toContain('Visit 2600');
    expect(saved[0]?.name).toMatch(/^Visits-\d{4}-\d{2}-\d{2}_visit\.csv$/u);
  });

  it('says how far it is, and is cancelled without a file', async () => {
    const saved = watchSavedFiles();
    serve(many);
    intercept(199, () => new Promise(() => undefined));
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('450 visits at 1 site, newest first');
    await user.click(chip('Export CSV'));
    expect(await screen.findByText('199 of 450 visits')).toBeVisible();
    expect(dialog().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '44');
    await user.keyboard('{Escape}');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chip('Export CSV')).toHaveFocus();
    expect(saved).toHaveLength(0);
    server.resetHandlers();
    serve(many);
    await user.click(chip('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it('says which part could not be loaded, and continues there', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const saved = watchSavedFiles();
    const asked = serve(many);
    let isRefused = true;
    intercept(199, () =>
      isRefused ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }) : undefined,
    );
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('450 visits at 1 site, newest first');
    await user.click(chip('Export CSV'));
    expect(
      await screen.findByText('Error fetching data. 199 visits were read, and no file was saved yet.'),
    ).toBeVisible();
    expect(saved).toHaveLength(0);
    isRefused = false;
    asked.splice(1);
    await user.click(dialog().getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(pagesAsked(asked)).toEqual([
      [199, 200],
      [398, 200],
    ]);
    expect((await saved[0]?.content.text())?.trim().split('\r\n')).toHaveLength(451);

    server.use(http.post(url, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 })));
    await user.click(chip('Export CSV'));
    expect(await screen.findByText('Error fetching data. Nothing was exported.')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    expect(saved).toHaveLength(1);
  });

  it('has all values of a visit, in Singapore time and without formulas', async () => {
    const saved = watchSavedFiles();
    // still the 31st in London
    const odd = visit({
      site: '=cmd|A',
      time: '2026-01-01T00:05:00+08:00',
      month: 'january',
      title: 'Loop "L1", exchanged',
    });
    const members = {
      by: '=Aziz',
      reported: '2025-12-31T23:00:00+08:00',
      arrived: odd.time,
      left: null,
      follow: [{ line: 1, text: 'Spare arm' }],
    };
    serve([
      { ...odd, text: 'Two\nlines', kind: null, showing: false },
      { ...odd, task_id: 18, text: 'Two\nlines', ref: '=J-1042', pdf: false, ...members },
    ]);
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('2 visits at 1 site, newest first');
    await user.click(chip('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    // `text` removes the byte order mark
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.content.arrayBuffer())).toBe(
      '\u{FEFF}Site,Date,Time,Year,Month,Kind,Title,Text,PDF,Photos,Shown,Job number,Who came,Reported,Arrived,Left,Answered in (min),Follow up,Answers\r\n' +
        `'=cmd|A,2026-01-01,00:05,2026,January,,"Loop ""L1"", exchanged","Two\nlines",Yes,2,No,,,,,,,,\r\n` +
        `'=cmd|A,2026-01-01,00:05,2026,January,Emergency call,"Loop ""L1"", exchanged","Two\nlines",No,2,Yes,'=J-1042,'=Aziz,2025-12-31 23:00,2026-01-01 00:05,,65,Spare arm,\r\n`,
    );
  });
});
