import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FoundVisit } from '../../../src/features/overview/visit-search.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';

const url = `${origin}/rest/v1/rpc/search_visits`;

beforeAll(() => import('../../../src/features/overview/VisitSearchRoute.tsx'));

function visit(values: Partial<FoundVisit> = {}): FoundVisit {
  return {
    site_id: 1,
    site: 'Selasih Park',
    task_id: 17,
    time: '2026-03-26T16:05:00+08:00',
    year: '2026',
    month: 'mar',
    title: 'Loop detector replaced',
    text: 'The loop of lane 2 was cut by roadworks.',
    kind: 'emergency',
    showing: true,
    photos: 2,
    pdf: true,
    rank: 0,
    ...values,
  };
}

interface Asked {
  words: string;
  before?: Pick<FoundVisit, 'rank' | 'time' | 'site_id' | 'task_id'>;
  forms?: string[][];
  page_size: number;
}

/** Serves these visits, newest first. Returns the requests. */
function serve(all: readonly FoundVisit[]): Asked[] {
  const asked: Asked[] = [];
  server.use(
    http.post<never, Asked>(url, async ({ request }) => {
      const body = await request.json();
      asked.push(body);
      const words = body.words.toLowerCase().split(' ');
      const found = all.filter(({ title, text, site }) =>
        words.every((word) => `${title}\n${text}\n${site}`.toLowerCase().includes(word)),
      );
      const begin = body.before ? found.findIndex(({ task_id }) => task_id === body.before?.task_id) + 1 : 0;
      return HttpResponse.json(found.slice(begin, begin + body.page_size));
    }),
  );
  return asked;
}

const field = () => screen.findByLabelText('Search titles, texts and sites');
const items = () => within(screen.getByRole('region', { name: 'Visits' })).getAllByRole('listitem');

describe('the search in all visits', () => {
  it('starts with the newest of all sites, and shows what and where each visit was', async () => {
    const asked = serve([
      visit(),
      visit({ site: 'A & B', task_id: 3, showing: false, kind: null, photos: 0, pdf: false }),
    ]);
    renderRoute('/DataEditor/visits', adminSession);
    expect(await screen.findByText('2 visits')).toBeVisible();
    expect(asked).toEqual([{ words: '', page_size: 51 }]);
    const [first, second] = items();
    expect(first).toHaveTextContent(
      'Selasih Park26 March 2026 at 16:05Emergency callPDF2 photosLoop detector replacedThe loop of lane 2 was cut by roadworks.',
    );
    expect(screen.getAllByRole('link', { name: 'Loop detector replaced' })[0]).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park&task=17',
    );
    expect(second).toHaveTextContent('A & B26 March 2026 at 16:05Hidden');
    expect(screen.getAllByRole('link', { name: 'Loop detector replaced' })[1]).toHaveAttribute(
      'href',
      '/datadeleter?site=A+%26+B&year=2026&month=mar&show=deleted',
    );
    expect(screen.getByRole('link', { name: 'Back to Overview' })).toHaveAttribute('href', '/DataEditor/overview');
  });

  it('searches when the typing pauses, keeps the words in the query string, and marks the matches', async () => {
    const asked = serve([visit(), visit({ task_id: 18, title: 'Repair', text: 'Arm replaced.' })]);
    renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('2 visits');
    // all at once, like fast typing
    for (const value of [' la', ' lane  LO', ' lane  LOOP']) fireEvent.change(await field(), { target: { value } });
    expect(await screen.findByText('1 visit')).toBeVisible();
    expect(asked.map(({ words }) => words)).toEqual(['', 'lane LOOP']);
    // the database knows no language
    expect(asked[1]?.forms?.map(([core, ...others]) => [core, others.includes('looped')])).toEqual([
      ['lan', false],
      ['loop', true],
    ]);
    expect(new URLSearchParams(location.search).get('q')).toBe(' lane  LOOP');
    const marks = Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent);
    expect(marks).toEqual(['Loop', 'loop', 'lane']);
  });

  it('is read from the query string, and can be cleared with one press', async () => {
    serve([visit()]);
    const { user } = renderRoute('/DataEditor/visits?q=zzz', adminSession);
    expect(await screen.findByText('No visit matches “zzz”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('1 visit')).toBeVisible();
    expect(location.search).toBe('');
    expect(await field()).toHaveFocus();
  });

  it('loads page by page from the last visit shown', async () => {
    const all = Array.from({ length: 60 }, (_, index) => visit({ task_id: index + 1, title: `Visit ${index + 1}` }));
    const asked = serve(all);
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    expect(await screen.findByText('The newest 50 visits')).toBeVisible();
    expect(items()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('60 visits')).toBeVisible();
    expect(items()).toHaveLength(60);
    expect(asked[1]?.before).toEqual({ rank: 0, time: '2026-03-26T16:05:00+08:00', site_id: 1, task_id: 50 });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(screen.getByText('There are no older visits.')).toHaveFocus();
  });

  it('says that the best matches come first, and of many only that they are the best', async () => {
    serve([
      ...Array.from({ length: 60 }, (_, index) => visit({ task_id: index + 1 })),
      visit({ task_id: 70, title: 'Arm bent', text: 'Straightened.' }),
      visit({ task_id: 71, title: 'Arm bent', text: 'Exchanged.' }),
    ]);
    renderRoute('/DataEditor/visits?q=loop', adminSession);
    expect(await screen.findByText('The best 50 visits')).toBeVisible();
    fireEvent.change(await field(), { target: { value: 'arm' } });
    expect(await screen.findByText('2 visits, best match first')).toBeVisible();
  });

  it('refuses more than ten words with a message', async () => {
    const asked = serve([visit()]);
    renderRoute('/DataEditor/visits?q=a+b+c+d+e+f+g+h+i+j+k', adminSession);
    expect(await screen.findByText('Search for at most 10 words.')).toBeVisible();
    expect(asked).toEqual([]);
    expect(await field()).toBeInvalid();
  });

  it('aborts an older search when a newer one starts', async () => {
    const given: string[] = [];
    server.use(
      http.post<never, Asked>(url, async ({ request }) => {
        const { words } = await request.json();
        if (words === '') return HttpResponse.json([visit()]);
        if (words === 'loop') return HttpResponse.json([visit({ title: 'Loop found' })]);
        request.signal.addEventListener('abort', () => given.push(words));
        return new Promise<never>(() => undefined);
      }),
    );
    renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('1 visit');
    fireEvent.change(await field(), { target: { value: 'slow' } });
    expect(await screen.findByText('Searching…')).toBeVisible();
    fireEvent.change(await field(), { target: { value: 'loop' } });
    expect(await screen.findByRole('link', { name: 'Loop found' })).toBeVisible();
    await waitFor(() => expect(given).toEqual(['slow']));
  });
});

describe('a search that fails', () => {
  it('reports that older visits could not be loaded, and keeps those already shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(Array.from({ length: 60 }, (_, index) => visit({ task_id: index + 1 })));
    const { user } = renderRoute('/DataEditor/visits', adminSession);
    await screen.findByText('The newest 50 visits');
    server.use(http.post(url, () => HttpResponse.json({ message: 'refused' }, { status: 400 }), { once: true }));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Failed to load older visits.')).toBeVisible();
    expect(items()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('60 visits')).toBeVisible();
  });
});
