import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import * as saving from '../../../src/lib/save-file.ts';
import { faultNewsQuery } from '../../../src/records/fault/fault-news.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { fault, rpc, serveFaults, voice } from './serve-faults.ts';

beforeAll(() => import('../../../src/features/faults/FaultsRoute.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:32:00+08:00') });
});
afterEach(() => vi.useRealTimers());

const url = '/DataEditor/faults';
const cards = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const cellsOf = (row: HTMLElement | undefined) => Array.from(row?.children ?? [], (cell) => cell.textContent);

const open = (address = url, session = adminSession) => renderRoute(address, session);

describe('the reported faults', () => {
  it('are not for clients', async () => {
    open(url, userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('show how long they are open and how late, what and where, who reported them and how often', async () => {
    serveFaults(
      fault({ voices: [voice({ photos: ['faults/1/41/a.jpg'] }), voice({ id: 411 }), voice({ id: 412 })] }),
      fault({
        id: 42,
        post: null,
        what: 'Hums at night',
        known: false,
        origin: 'sticker',
        sticker: 7,
        reported_at: '2026-11-20T09:00:00+08:00',
        promised_hours: null,
        contract_until: '31 Ogos 2026',
        voices: [voice({ name: null, phone: null, text: '', origin: 'sticker' })],
      }),
    );
    open();
    expect(await screen.findByRole('table', { name: /Open faults, those first/u })).toBeVisible();
    const [first, second] = cards().map(cellsOf);
    expect(first).toEqual([
      'Does not openThe arm stays down.',
      'Selasih Park',
      'Post: Exit',
      '4 h 20 minover by 1 h 20 minsince 09:12',
      'Pn. Noraini012-345 6789With the site’s key',
      '3 reports1 photo',
    ]);
    expect(second).toEqual([
      'Hums at night',
      'Selasih Park',
      'Post: Whole site',
      '2 days 4 hsince 20 Nov 2026 at 09:00No contract since 31 Aug 2026',
      'With sticker S-0007',
      '1 report',
    ]);
    expect(screen.getByRole('link', { name: '012-345 6789' })).toHaveAttribute('href', 'tel:0123456789');
    expect(screen.getByText('2 open faults')).toBeVisible();
    expect(screen.getByText('as of 13:32')).toBeVisible();
  });

  it('are counted in the title of the tab, and in the workspace', async () => {
    const served = serveFaults(fault());
    served.news = { open: 12, newest: 410 };
    open();
    await waitFor(() => expect(document.title).toBe('(12) Faults | RFID Boom Gate Portal'));
    expect(screen.getByRole('heading', { name: 'Faults' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Faults 12 open' })).toHaveAttribute('aria-current', 'page');
  });

  it('are counted on the other screens of the office, but not for a technician', async () => {
    serveFaults(fault(), fault({ id: 42 }));
    server.use(http.post(`${rpc}/site_overview`, () => HttpResponse.json([])));
    const { unmount } = open('/DataEditor/overview');
    expect(await screen.findByRole('link', { name: 'Faults 2 open' })).toBeVisible();
    unmount();
    open('/DataEditor/report', technicianSession);
    expect(await screen.findByRole('link', { name: 'Faults' })).toBeVisible();
  });

  it('are not counted if the number cannot be loaded, and listed anyway', async () => {
    serveFaults(fault());
    server.use(http.post(`${rpc}/fault_news`, () => HttpResponse.json({ code: '42501' }, { status: 400 })));
    open();
    expect(await screen.findByText('1 open fault')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Faults' })).toBeVisible();
    expect(document.title).toBe('Faults | RFID Boom Gate Portal');
  });

  it.each([
    ['every minute while they are seen', false, '1 new fault'],
    ['only when somebody returns, while the data saver is on', true, '1 open fault'],
  ])('are requested again %s', async (_, saveData, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T13:32:00+08:00') });
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData } });
    const served = serveFaults(fault());
    open();
    await screen.findByText('1 open fault');
    served.faults = [fault(), fault({ id: 42 })];
    served.news = { open: 2, newest: 500 };
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.getByText(text)).toBeVisible();
    Reflect.deleteProperty(navigator, 'connection');
  });

  it('say that none is open, and at what time', async () => {
    serveFaults();
    open();
    expect(await screen.findByText('No open faults.')).toBeVisible();
    expect(screen.getByText('as of 13:32')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });

  it('can be requested again if they cannot be loaded, and stay on the screen with their time', async () => {
    const served = serveFaults(fault());
    server.use(
      http.post(`${rpc}/list_faults`, () => HttpResponse.json({ code: '42501' }, { status: 400 }), { once: true }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 open fault')).toBeVisible();
    server.use(http.post(`${rpc}/list_faults`, () => HttpResponse.json({ code: '42501' }, { status: 400 })));
    served.news = { open: 2, newest: 500 };
    await queryClient.refetchQueries({ queryKey: faultNewsQuery.queryKey });
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    expect(screen.getByText('1 open fault')).toBeVisible();
    expect(screen.getByText('as of 13:32')).toBeVisible();
  });

  it('are limited by state, site, post and words, all in the address', async () => {
    const served = serveFaults(fault());
    const { user } = open(`${url}?state=ended&site=Selasih+Park&post=Exit&q=arm`);
    await screen.findByRole('table', { name: /Ended faults/u });
    expect(served.asked.at(-1)).toEqual({
      state: 'ended',
      site_id: 1,
      post: 'Exit',
      words: 'arm',
      page: 1,
      page_size: 50,
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Post' }), 'Entrance');
    await waitFor(() => expect(served.asked.at(-1)).toMatchObject({ post: 'Entrance' }));
    expect(location.search).toBe('?state=ended&site=Selasih+Park&post=Entrance&q=arm');
    // the state is what is listed, and no filter
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(location.search).toBe('?state=ended'));
    await waitFor(() => expect(served.asked.at(-1)).toEqual({ state: 'ended', page: 1, page_size: 50 }));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Open');
    await waitFor(() => expect(served.asked.at(-1)).toEqual({ state: 'open', page: 1, page_size: 50 }));
    expect(location.search).toBe('');
  });

  it('say that a site does not exist', async () => {
    serveFaults();
    open(`${url}?site=Nowhere`);
    expect(await screen.findByText('There is no site “Nowhere”.')).toBeVisible();
  });

  it('say that no fault matches the filters', async () => {
    serveFaults();
    open(`${url}?q=nothing`);
    expect(await screen.findByText('No fault matches these filters.')).toBeVisible();
  });

  it('are shown in pages of 50', async () => {
    const served = serveFaults(...Array.from({ length: 50 }, (_, index) => fault({ id: index + 1 })));
    served.total = 120;
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(served.asked.at(-1)).toMatchObject({ page: 2 }));
    expect(location.search).toBe('?page=2');
    expect(await screen.findByText('51 to 100 of 120')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Faults' })).toHaveFocus();
  });

  it('lead back to the last existing page', async () => {
    const served = serveFaults(fault());
    open(`${url}?page=9`);
    await waitFor(() => expect(served.asked.at(-1)).toMatchObject({ page: 1 }));
  });

  it('stay in place while they are read, and new ones are offered', async () => {
    const served = serveFaults(fault());
    const { user } = open();
    await screen.findByText('1 open fault');
    served.faults = [fault({ id: 43, site: 'Kingfisher Rise' }), fault({ voices: [voice(), voice({ id: 411 })] })];
    served.news = { open: 2, newest: 500 };
    await queryClient.refetchQueries({ queryKey: faultNewsQuery.queryKey });
    expect(await screen.findByText('1 new fault')).toHaveRole('status');
    expect(cards()).toHaveLength(1);
    expect(screen.getByText('2 reports')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(cards().map((row) => cellsOf(row)[1])).toEqual(['Kingfisher Rise', 'Selasih Park']);
    expect(screen.getByText('2 open faults')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Faults' })).toHaveFocus();
  });

  it('are saved as CSV, all pages of the filter, without reporters and their words', async () => {
    const save = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
    const served = serveFaults(
      fault({ post: '=Exit', closed: { at: '2026-11-22T10:00:00+08:00', as: 'settled', reason: 'Power was off' } }),
      fault({ id: 42, what: 'My own words', known: false, answers: [{ task: 131, at: '2026-11-22T11:22:00+08:00' }] }),
    );
    const { user } = open(`${url}?state=all`);
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(served.asked.at(-1)).toEqual({ state: 'all', page: 1, page_size: 500 });
    const [[file, name] = []] = save.mock.calls;
    expect(name).toBe('Faults-2026-11-22_All.csv');
    const csv = (await file?.text()) ?? '';
    expect(csv.split('\r\n').slice(1, 3)).toEqual([
      "41,Selasih Park,'=Exit,Does not open,2026-11-22 09:12,With the site’s key,1,0,Ended,48,3,,,2026-11-22 10:00,,Settled by phone,Power was off",
      '42,Selasih Park,Exit,Something else,2026-11-22 09:12,With the site’s key,1,0,Ended,130,3,,,2026-11-22 11:22,131,,',
    ]);
    expect(csv).not.toMatch(/Noraini|6789|stays down|own words/u);
    save.mockRestore();
  });

  it('say that they could not be exported', async () => {
    serveFaults(fault());
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Export CSV' });
    await screen.findByText('1 open fault');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.post(`${rpc}/list_faults`, () => HttpResponse.json({ code: '42501' }, { status: 400 })));
    await user.click(button);
    expect(await screen.findByText('Error fetching data. Nothing was exported.')).toBeVisible();
  });
});
