import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { watchSavedFiles } from '../../support/fake-worker.ts';
import { siteField } from '../../support/pick-site.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import { serve, servePosts, sites, url, visit, type Asked } from './serve-found-visits.ts';

beforeAll(() => import('../../../src/features/overview/VisitSearchRoute.tsx'));

const field = () => screen.findByLabelText('Search titles, texts and sites');
const items = () => within(screen.getByRole('region', { name: 'Visits' })).getAllByRole('listitem');

describe('the search in all visits', () => {
  it('starts with the newest of all sites, and shows what and where each visit was', async () => {
    const asked = serve([
      visit(),
      visit({ site: 'A & B', task_id: 3, showing: false, kind: null, photos: 0, pdf: false }),
    ]);
    renderRoute('/DataEditor/visits', adminSession);
    expect(await screen.findByText('2 visits at 2 sites, newest first')).toBeVisible();
    expect(asked).toEqual([{ words: '', with_total: true, page_size: 51 }]);
    const [first, second] = items();
    expect(first).toHaveTextContent(
      'Selasih Park26 March 2026 at 16:05Emergency callPDF2 photosLoop detector replacedThe loop of lane 2 was cut by roadworks.',
    );
    expect(screen.getAllByRole('link', { name: 'Loop detector replaced' })[0]).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park&task=17',
    );
    expect(second).toHaveTextContent('A & B26 March 2026 at 16:05Deleted');
    expect(screen.getAllByRole('link', { name: 'Loop detector replaced' })[1]).toHaveAttribute(
      'href',
      '/datadeleter?site=A+%26+B&year=2026&month=mar&show=deleted',
    );
    expect(screen.getByRole('link', { name: 'Back to Overview' })).toHaveAttribute('href', '/DataEditor/overview');
  });

  it('finds a visit with a saved kind that does not exist', async () => {
    const odd: Record<string, unknown> = { kind: 'repair' };
    serve([visit(), { ...visit({ task_id: 3, title: 'Old visit' }), ...odd }]);
    renderRoute('/DataEditor/visits', adminSession);
    expect(await screen.findByRole('link', { name: 'Old visit' })).toBeVisible();
    expect(items()[1]).not.toHaveTextContent(/Emergency call|repair/u);
  });

  it('says which words it shows if no visit has the typed words', async () => {
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(sites)),
      http.post<never, Asked>(url, async ({ request }) => {
        const { words } = await request.json();
        const isNearest = words === 'loop';
        return HttpResponse.json({
          visits: isNearest ? [visit()] : [],
          total: { visits: isNearest ? 1 : 0, sites: isNearest ? 1 : 0, capped: false },
          ...(words === 'looop' && { nearest: { looop: 'loop' } }),
          ...(words === 'zzzzy' && { nearest: { zzzzy: 'zzzz' } }),
        });
      }),
    );
    renderRoute('/DataEditor/visits?q=looop', adminSession);
    expect(await screen.findByText('No visit says “looop”; shown: loop')).toBeVisible();
    expect(screen.getByText('1 visit at 1 site')).toBeVisible();
    // the filters may exclude the nearest word
    fireEvent.change(await field(), { target: { value: 'zzzzy' } });
    expect(await screen.findByText('No visit matches the search “zzzzy”.')).toBeVisible();
    expect(screen.queryByText(/No visit says/u)).not.toBeInTheDocument();
  });

  it('searches when the typing pauses, keeps the words in the query string, and marks the matches', async () => {
    const asked = serve([visit(), visit({ task_id: 18, title: 'Repair', text: 'Arm replaced.' })]);
    renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('2 visits at 1 site, newest first');
    // all at once, like fast typing
    for (const value of [' la', ' lane  LO', ' lane  LOOP']) fireEvent.change(await field(), { target: { value } });
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(asked.map(({ words }) => words)).toEqual(['', 'lane LOOP']);
    // the database does not know the languages, so it gets the forms of the words
    expect(asked[1]?.forms?.map(([core, ...others]) => [core, others.includes('looped')])).toEqual([
      ['x', false],
      ['x', true],
    ]);
    expect(new URLSearchParams(location.search).get('q')).toBe(' lane  LOOP');
    const marks = Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent);
    expect(marks).toEqual(['Loop', 'loop', 'lane']);
  });

  it('is read from the query string, and can be cleared with one press', async () => {
    hurry();
    serve([visit()]);
    const { user } = renderRoute('/DataEditor/visits?q=zzz', adminSession);
    expect(await screen.findByText('No visit matches the search “zzz”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(location.search).toBe('');
    expect(await field()).toHaveFocus();
  });

  it('loads page by page from the last visit shown', async () => {
    const all = Array.from({ length: 60 }, (_, index) => visit({ task_id: index + 1, title: `Visit ${index + 1}` }));
    const asked = serve(all);
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    expect(await screen.findByText('60 visits at 1 site, newest first')).toBeVisible();
    expect(items()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('60 visits at 1 site, newest first')).toBeVisible();
    expect(items()).toHaveLength(60);
    expect(asked[1]?.before).toEqual({ rank: 0, time: '2026-03-26T16:05:00+08:00', site_id: 1, task_id: 50 });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(screen.getByText('There are no older visits.')).toHaveFocus();
  });

  it('says that the best matches come first, however many there are', async () => {
    serve([
      ...Array.from({ length: 60 }, (_, index) => visit({ task_id: index + 1 })),
      visit({ task_id: 70, title: 'Arm bent', text: 'Straightened.' }),
      visit({ task_id: 71, title: 'Arm bent', text: 'Exchanged.' }),
    ]);
    renderRoute('/DataEditor/visits?q=loop', adminSession);
    expect(await screen.findByText('60 visits at 1 site, best match first')).toBeVisible();
    fireEvent.change(await field(), { target: { value: 'arm' } });
    expect(await screen.findByText('2 visits at 1 site, best match first')).toBeVisible();
  });

  it('refuses more than ten words with a message', async () => {
    const asked = serve([visit()]);
    renderRoute('/DataEditor/visits?q=a+b+c+d+e+f+g+h+i+j+k', adminSession);
    expect(await screen.findByText('Search for at most 10 words.')).toBeVisible();
    expect(asked).toEqual([]);
    expect(await field()).toBeInvalid();
  });

  it('aborts an older search when a newer one starts', async () => {
    hurry();
    const aborted: string[] = [];
    const total = { visits: 1, sites: 1, capped: false };
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(sites)),
      http.post<never, Asked>(url, async ({ request }) => {
        const { words } = await request.json();
        if (words === '') return HttpResponse.json({ visits: [visit()], total });
        if (words === 'loop') return HttpResponse.json({ visits: [visit({ title: 'Loop found' })], total });
        request.signal.addEventListener('abort', () => aborted.push(words));
        return new Promise<never>(() => undefined);
      }),
    );
    renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('1 visit at 1 site');
    fireEvent.change(await field(), { target: { value: 'slow' } });
    expect(await screen.findByText('Searching…')).toBeVisible();
    fireEvent.change(await field(), { target: { value: 'loop' } });
    expect(await screen.findByRole('link', { name: 'Loop found' })).toBeVisible();
    await waitFor(() => expect(aborted).toEqual(['slow']));
  });
});

const filters = () => new URLSearchParams(location.search).toString();
const chip = (name: string) => screen.getByRole('button', { name });

describe('the filters of all visits', () => {
  const all = [
    visit(),
    visit({ task_id: 18, site: 'Kingfisher Rise', kind: 'preventive' }),
    visit({ task_id: 19, site: 'A & B', kind: null, year: '2025' }),
    visit({ task_id: 20, site: 'A & B', showing: false }),
  ];

  it('need no words, can be combined, stay in the URL, and are cleared with one press', async () => {
    const asked = serve(all);
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('4 visits at 3 sites, newest first');
    await user.click(chip('Emergency call'));
    expect(await screen.findByText('2 visits at 2 sites, newest first')).toBeVisible();
    await user.click(chip('Not specified'));
    await user.click(chip('2026'));
    await user.click(chip('2025'));
    expect(await screen.findByText('3 visits at 2 sites, newest first')).toBeVisible();
    expect(filters()).toBe('year=2026&year=2025&kind=emergency&kind=none');
    expect(chip('2026')).toHaveAttribute('aria-pressed', 'true');

    // as for a caller: by the person in charge, then by the address
    const picker = await siteField();
    expect(picker).toHaveAttribute('placeholder', 'All sites');
    await user.type(picker, 'farid{Enter}');
    await user.type(picker, 'orchard bou');
    expect(within(screen.getByRole('listbox')).getByRole('option')).toHaveTextContent(
      'Kingfisher RiseAddress: 5 Orchard Boulevard',
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 visits at 1 site, newest first')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ of_sites: ['A & B', 'Kingfisher Rise'], of_years: ['2025', '2026'] });
    // a chosen site is not offered again
    await user.click(picker);
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Selasih Park']);
    await user.keyboard('{Escape}');
    await user.click(chip('Hidden'));
    await user.click(chip('2025'));
    await user.click(chip('Do not limit to Kingfisher Rise'));
    expect(picker).toHaveFocus();
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(filters()).toBe('show=hidden&site=A+%26+B&year=2026&kind=emergency&kind=none');

    await user.click(chip('Clear filters'));
    expect(await screen.findByText('4 visits at 3 sites, newest first')).toBeVisible();
    expect(location.search).toBe('');
    expect(screen.getByLabelText('Search titles, texts and sites')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('are offered if they are among the words, and replace those words', async () => {
    hurry();
    serve(all);
    const { user } = renderRoute('/DataEditor/visits?q=kecemasan+loop&kind=other', adminSession);
    await user.click(await screen.findByRole('button', { name: 'Only Emergency call' }));
    expect(filters()).toBe('q=loop&kind=other&kind=emergency');
  });

  it('include the archive, whose sites can only be chosen there', async () => {
    const asked = serve(all);
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json([
          listedSite({ name: 'Selasih Park' }),
          listedSite({ id: 2, name: 'Old Court', archived_at: '2027-05-03T02:00:00+00:00' }),
        ]),
      ),
    );
    const { user } = renderRoute('/DataEditor/visits?site=Selasih+Park', adminSession);
    await user.click(await screen.findByRole('button', { name: 'Archived', pressed: false }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ archived: true }));
    expect(asked.at(-1)).not.toHaveProperty('of_sites');
    expect(filters()).toBe('archive=only');
    await user.click(screen.getByRole('combobox', { name: 'Site' }));
    expect(within(screen.getByRole('listbox')).getByRole('option')).toHaveTextContent('Old Court');
  });

  it('include days, and a direction through the gate', async () => {
    vi.setSystemTime('2026-03-20T10:00:00+08:00');
    const asked = serve(all);
    const { user } = renderRoute('/DataEditor/visits?year=2025', adminSession);
    await user.selectOptions(await screen.findByLabelText('Dates'), 'Last month');
    await user.click(chip('Exit'));
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ direction: 'exit', from_day: '2026-02-01', to_day: '2026-02-28' }),
    );
    expect(asked.at(-1)).not.toHaveProperty('of_years');
    expect(filters()).toBe('from=2026-02-01&to=2026-02-28&direction=exit');
  });

  it('include a post of the chosen site, which is removed with the site', async () => {
    hurry();
    const saved = watchSavedFiles();
    const asked = serve([...all, visit({ task_id: 21, title: 'P1 Main: arm bent' })]);
    servePosts('P1 Main', 'P2 Rear');
    const { user } = renderRoute('/DataEditor/visits?site=Selasih+Park', adminSession);
    await user.selectOptions(await screen.findByLabelText('Car post'), 'P1 Main');
    expect(filters()).toBe('site=Selasih+Park&post=P1+Main');
    await user.click(chip('Entrance'));
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ of_sites: ['Selasih Park'], post: 'P1 Main', direction: 'entrance' });
    await user.click(chip('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(asked.at(-1)).toMatchObject({ post: 'P1 Main', direction: 'entrance', page_size: 200 });
    expect(saved[0]?.name).toMatch(/^Visits-\d{4}-\d{2}-\d{2}_Selasih-Park_P1-Main_entrance\.csv$/u);

    await user.type(await siteField(), 'farid{Enter}');
    await waitFor(() => expect(asked.at(-1)?.of_sites).toEqual(['Selasih Park', 'A & B']));
    expect(asked.at(-1)).not.toHaveProperty('post');
    expect(screen.queryByLabelText('Car post')).toBeNull();
    await user.click(chip('Do not limit to A & B'));
    await user.selectOptions(await screen.findByLabelText('Car post'), 'P2 Rear');
    expect(await screen.findByText(/^No visit matches .*post “P2 Rear”/u)).toBeVisible();
    await user.click(chip('Clear filters'));
    expect(await screen.findByText('5 visits at 3 sites, newest first')).toBeVisible();
    expect(location.search).toBe('');
    expect(screen.queryByLabelText('Car post')).toBeNull();
  });

  it('offer a post of the chosen site if the words name it', async () => {
    hurry();
    serve(all);
    servePosts('P1 Main', 'P2 Rear');
    const { user } = renderRoute('/DataEditor/visits?site=Selasih+Park&q=p2+rear', adminSession);
    await user.click(await screen.findByRole('button', { name: 'Only P2 Rear' }));
    expect(filters()).toBe('site=Selasih+Park&q=rear&post=P2+Rear');
    expect(screen.getByLabelText('Car post')).toHaveValue('P2 Rear');
    await user.click(chip('Do not limit to Selasih Park'));
    expect(filters()).toBe('q=rear');
  });

  it('keep a post of any site that the address names, until it is removed', async () => {
    hurry();
    const asked = serve(all);
    const { user } = renderRoute('/DataEditor/visits?post=P9', adminSession);
    expect(await screen.findByText('No visit matches the post “P9”.')).toBeVisible();
    expect(asked[0]).toMatchObject({ post: 'P9' });
    await user.selectOptions(screen.getByLabelText('Car post'), 'All posts');
    expect(await screen.findByText('4 visits at 3 sites, newest first')).toBeVisible();
  });

  it('include who came to the found visits, or a person whom the address names', async () => {
    hurry();
    const saved = watchSavedFiles();
    const asked = serve([...all, visit({ task_id: 21, title: 'Arm bent', by: 'Aziz' })]);
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await user.selectOptions(await screen.findByLabelText('Who came'), 'Aziz');
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ person: 'Aziz' });
    expect(filters()).toBe('by=Aziz');
    await user.click(chip('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^Visits-\d{4}-\d{2}-\d{2}_Aziz\.csv$/u);
    await user.click(chip('Clear filters'));
    expect(await screen.findByText('5 visits at 3 sites, newest first')).toBeVisible();
    await user.type(screen.getByLabelText('Search titles, texts and sites'), 'aziz');
    expect(await screen.findByText('No visit matches the search “aziz”.')).toBeVisible();
  });

  it('offer the other people while the visits of one are shown', async () => {
    hurry();
    const more = [visit({ task_id: 21, title: 'Arm bent', by: 'Aziz' }), visit({ task_id: 22, by: 'Wei Jie' })];
    const asked = serve([...all, ...more]);
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    const whoCame = await screen.findByLabelText('Who came');
    const offered = () =>
      within(whoCame)
        .getAllByRole('option', { hidden: true })
        .map(({ textContent }) => textContent);
    expect(offered()).toEqual(['Anybody', 'Aziz', 'Wei Jie']);
    await user.selectOptions(whoCame, 'Aziz');
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(offered()).toEqual(['Anybody', 'Aziz', 'Wei Jie']);
    await user.selectOptions(whoCame, 'Wei Jie');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ person: 'Wei Jie' }));
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(offered()).toEqual(['Anybody', 'Aziz', 'Wei Jie']);
  });

  it('offer a person if the words are the name', async () => {
    hurry();
    serve([visit({ task_id: 21, title: 'Arm bent', text: 'By Aziz bin Ali', by: 'Aziz bin Ali' })]);
    const { user } = renderRoute('/DataEditor/visits?q=aziz+bin+ali', adminSession);
    await user.click(await screen.findByRole('button', { name: 'Only Aziz bin Ali' }));
    expect(filters()).toBe('by=Aziz+bin+Ali');
  });

  it('keep a person that the address names, until it is removed', async () => {
    hurry();
    serve(all);
    const { user } = renderRoute('/DataEditor/visits?by=Nobody', adminSession);
    expect(await screen.findByText('No visit matches the technician “Nobody”.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Who came'), 'Anybody');
    expect(await screen.findByText('4 visits at 3 sites, newest first')).toBeVisible();
    expect(screen.queryByLabelText('Who came')).toBeNull();
  });

  it('say that the posts of the site could not be loaded, and leave the other filters', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(all);
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })),
    );
    const { user } = renderRoute('/DataEditor/visits?site=Selasih+Park', adminSession);
    expect(await screen.findByText('The posts of this site could not be loaded.')).toBeVisible();
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    servePosts('P1 Main');
    await user.click(chip('Try again'));
    expect(await screen.findByLabelText('Car post')).toBeVisible();
  });

  it('come from the URL, and are named if nothing matches', async () => {
    hurry();
    const asked = serve(all);
    const query = '?q=loop&site=Nowhere&site=A+%26+B&year=2025&kind=other&show=shown&year=1999';
    const { user } = renderRoute(`/DataEditor/visits${query}`, adminSession);
    const text =
      'No shown visit matches the search “loop”, the sites “Nowhere” and “A & B”, the year 2025 and the kind “Other work”.';
    expect(await screen.findByText(text)).toBeVisible();
    expect(asked).toMatchObject([
      { words: 'loop', of_sites: ['Nowhere', 'A & B'], of_years: ['2025'], of_kinds: ['other'], shown: true },
    ]);
    expect(chip('Export CSV')).toBeDisabled();
    await user.click(chip('Clear filters'));
    expect(await screen.findByText('4 visits at 3 sites, newest first')).toBeVisible();
  });

  it('leave the search if the names of the sites cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(all);
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }),
      ),
    );
    renderRoute('/DataEditor/visits?site=A+%26+B', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    expect(await screen.findByText('2 visits at 1 site, newest first')).toBeVisible();
    expect(chip('Do not limit to A & B')).toBeVisible();
  });
});

describe('a job number', () => {
  it('is shown with the visit, and marked if it matches the search', async () => {
    serve([visit({ ref: 'JB-2026-0117', title: 'Selasih job jb20260117' })]);
    renderRoute('/DataEditor/visits?q=jb20260117', adminSession);
    const number = await screen.findByText('JB-2026-0117');
    expect(number.tagName).toBe('MARK');
    expect(number.parentElement?.parentElement).toHaveTextContent('Job number: JB-2026-0117');
  });
});

describe('too many searches at a time', () => {
  it('are repeated a little later, without a word', async () => {
    hurry();
    serve([visit()]);
    server.use(
      http.post(
        url,
        () => HttpResponse.json({ code: 'PT429', message: 'Too many searches at a time' }, { status: 429 }),
        {
          once: true,
        },
      ),
    );
    renderRoute('/DataEditor/visits', adminSession);
    expect(await screen.findByText('1 visit at 1 site')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a search that fails', () => {
  it('reports that older visits could not be loaded, and keeps those already shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(Array.from({ length: 60 }, (_, index) => visit({ task_id: index + 1 })));
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('60 visits at 1 site, newest first');
    server.use(
      http.post(url, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }), { once: true }),
    );
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Failed to load older visits.')).toBeVisible();
    expect(items()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('60 visits at 1 site, newest first')).toBeVisible();
  });
});
