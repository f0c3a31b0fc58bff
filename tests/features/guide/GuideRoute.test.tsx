import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { objectUrls } from '../../support/missing-in-jsdom.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';

const state = vi.hoisted(() => ({ textsFail: false, textsAsked: 0 }));

vi.mock('virtual:guides', () => ({
  default: [
    { file: 'api-notes.pdf', editions: [{ language: 'en', bytes: 12_300, pages: 1, title: 'Notes' }] },
    {
      file: 'controller-user-manual.pdf',
      editions: [
        { language: 'en', bytes: 410_000, pages: 8, title: 'Controller' },
        { language: 'ms', bytes: 420_000, pages: 9, title: 'Manual pengawal akses' },
        { language: 'zh', bytes: 820_000, pages: 7, title: '控制器用户手册' },
      ],
    },
    { file: 'dual-door manual #2.pdf', editions: [{ language: 'en', bytes: 90_000, pages: 2, title: '' }] },
    { file: 'sample-monthly-report.pdf', editions: [{ language: 'en', bytes: 1_240_000, pages: 3, title: '' }] },
    { file: 'server-lan-setup.pdf', editions: [{ language: 'en', bytes: 230_000, pages: 4, title: '' }] },
  ],
}));
const sections = vi.hoisted(
  () => (texts: readonly string[]) =>
    texts.map((text, index) => ({ section: index, page: index + 1, heading: '', text })),
);
vi.mock('virtual:guide-texts-en', () => ({
  get default() {
    state.textsAsked += 1;
    if (state.textsFail) throw new TypeError('Failed to fetch dynamically imported module');
    return {
      'controller-user-manual.pdf': sections([
        'Front.',
        'Relay 1 opens.',
        'Relay 2 opens.',
        'Relay 3.',
        'Relay 4.',
        'Relay 5.',
      ]),
      'server-lan-setup.pdf': sections(['Plug the server in.', 'Open port 8443 of the relay board.']),
    };
  },
}));
vi.mock('virtual:guide-texts-ms', () => ({
  default: {
    'controller-user-manual.pdf': sections(['Depan.', 'Geganti 1.', 'Geganti 2.', 'Tiga.', 'Empat.', 'Lima merah.']),
  },
}));
vi.mock('virtual:guide-texts-zh', () => ({
  get default(): never {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));
// jsdom has no canvas to draw on; PdfPages.test.tsx tests the drawing
vi.mock('../../../src/components/pdf/PdfPages.tsx', () => ({
  PdfPages: ({ file, firstPageNumber }: { file: Blob; firstPageNumber: number }) => (
    <p>{`Drawn: ${file.size} bytes from page ${firstPageNumber}`}</p>
  ),
}));

const unavailable = 'Preview not available. Download the file instead.';

/** Serves the guides. Returns the requested paths. */
function serveGuides(body = '%PDF-1.7 guide', status = 200): string[] {
  const asked: string[] = [];
  server.use(
    http.get('*/guides/*', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return new HttpResponse(body, { status, headers: { 'content-type': 'text/html' } });
    }),
  );
  return asked;
}

async function open(query = '') {
  const view = renderRoute(`/guide${query}`);
  await screen.findByRole('heading', { level: 1, name: 'Guidelines' });
  return view;
}
const guide = (name: string) => screen.findByRole('link', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const box = () => screen.getByRole('searchbox', { name: 'Search titles and contents' });
const listed = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => [
    heading.textContent,
    ...within(screen.getByRole('region', { name: heading.textContent }))
      .getAllByRole('link', { description: /^PDF/ })
      .map((link) => link.textContent),
  ]);

beforeEach(() => {
  // jsdom has no viewer; each test sets the kind of browser
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  objectUrls.clear();
  queryClient.clear();
  Object.assign(state, { textsFail: false, textsAsked: 0 });
  setLanguage('en', 'en-GB', {});
});

describe('the list of guides', () => {
  it('has its introduction, and the categories that have guides in their order', async () => {
    await open();
    expect(
      screen.getByText('Please follow the instructions provided in the documents below. Click on a file to preview.'),
    ).toBeVisible();
    expect(listed()).toEqual([
      ['Setup & Installation', 'Server LAN Setup'],
      ['User Guides', 'Controller User Manual', 'Dual Door Manual #2'],
      ['Reference Documentation', 'API Notes'],
      ['General Documentation', 'Sample Monthly Report'],
    ]);
  });

  it('shows the number of pages and the size of each guide', async () => {
    await open();
    expect(await guide('API Notes')).toHaveAccessibleDescription('PDF, 1 page, 12 KB');
    expect(await guide('Dual Door Manual #2')).toHaveAccessibleDescription('PDF, 2 pages, 90 KB');
    expect(await guide('Sample Monthly Report')).toHaveAccessibleDescription('PDF, 3 pages, 1.2 MB');
  });

  it('has each guide in the language of the reader, and in English if there is no translation', async () => {
    setLanguage('ms', 'ms-MY', {});
    await open();
    expect(listed()).toEqual([
      ['Setup & Installation', 'Server LAN Setup'],
      ['User Guides', 'Dual Door Manual #2', 'Manual pengawal akses'],
      ['Reference Documentation', 'API Notes'],
      ['General Documentation', 'Sample Monthly Report'],
    ]);
    const own = await guide('Manual pengawal akses');
    expect(own).toHaveAccessibleDescription('PDF, 9 pages, 420 KB');
    expect(own).toHaveAttribute('lang', 'ms-MY');
    expect(await guide('API Notes')).toHaveAttribute('lang', 'en-GB');
  });

  it('offers the other languages of a guide beside it', async () => {
    const asked = serveGuides();
    const { user } = await open();
    const [others] = screen.getAllByRole('list', { name: 'Other languages' });
    expect(screen.getAllByRole('list', { name: 'Other languages' })).toHaveLength(1);
    const links = within(others ?? document.body).getAllByRole('link');
    expect(links.map(({ textContent, lang }) => [textContent, lang])).toEqual([
      ['Bahasa Melayu', 'ms-MY'],
      ['简体中文', 'zh-CN'],
    ]);
    expect(links[1]).toHaveAccessibleDescription('控制器用户手册');
    await user.click(links[1] ?? document.body);
    const shown = await dialog('控制器用户手册');
    expect(await shown.findByTitle('控制器用户手册')).toBeVisible();
    expect(asked).toEqual(['/guides/zh/controller-user-manual.pdf']);
    expect(location.search).toBe('?file=controller-user-manual.pdf&language=zh');
    expect(shown.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
      'href',
      '/guides/zh/controller-user-manual.pdf',
    );
  });

  it('is open to an admin too', async () => {
    renderRoute('/guide', adminSession);
    expect(await guide('Server LAN Setup')).toBeVisible();
  });
});

describe('the preview of a guide', () => {
  it('frames the checked file with its title, offers the download, and returns to the list with Close', async () => {
    const asked = serveGuides();
    const { user } = await open();
    const opener = await guide('Dual Door Manual #2');
    await user.click(opener);
    const shown = await dialog('Dual Door Manual #2');
    const frame = await shown.findByTitle('Dual Door Manual #2');
    const framed = objectUrls.get(frame.getAttribute('src')?.split('#')[0] ?? '');
    expect([framed?.type, await framed?.text()]).toEqual(['application/pdf', '%PDF-1.7 guide']);
    expect(asked).toEqual(['/guides/dual-door%20manual%20%232.pdf']);
    const link = shown.getByRole('link', { name: 'Download PDF' });
    expect(link).toHaveAttribute('href', '/guides/dual-door%20manual%20%232.pdf');
    expect(link).toHaveAttribute('download', 'dual-door manual #2.pdf');
    expect(new URLSearchParams(location.search).get('file')).toBe('dual-door manual #2.pdf');
    await user.click(shown.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('');
    expect(opener).toHaveFocus();
    expect(objectUrls.size).toBe(0);
  });

  it('is in the language of the reader, and a link to a page names that language', async () => {
    setLanguage('ms', 'ms-MY', {});
    const asked = serveGuides();
    const { user } = await open('?file=controller-user-manual.pdf&page=4');
    const shown = await dialog('Manual pengawal akses');
    expect(await shown.findByTitle('Manual pengawal akses')).toBeVisible();
    expect(asked).toEqual(['/guides/ms/controller-user-manual.pdf']);
    await user.click(shown.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(
      `${location.origin}/guide?file=controller-user-manual.pdf&page=4&language=ms`,
    );
  });

  it('is shared as a link that every key opens', async () => {
    serveGuides();
    const { user } = await open('?file=server-lan-setup.pdf&page=3');
    const shown = await dialog('Server LAN Setup');
    await user.click(shown.getByRole('button', { name: 'Copy link' }));
    expect((await shown.findByText('It opens with an access key.')).parentElement).toHaveTextContent(
      'Link copied. It opens with an access key. To send the file itself, save it first.',
    );
    expect(await navigator.clipboard.readText()).toBe(
      `${location.origin}/guide?file=server-lan-setup.pdf&page=3&language=en`,
    );
  });

  it('opens from its URL at its page, and stays on the guides when closed', async () => {
    serveGuides();
    const { user } = await open('?file=server-lan-setup.pdf&page=3&q=port');
    const shown = await dialog('Server LAN Setup');
    expect((await shown.findByTitle('Server LAN Setup')).getAttribute('src')).toMatch(/#navpanes=0&page=3$/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname + location.search).toBe('/guide?q=port');
  });

  it.each(['0', '-1', '2.5', 'x', ''])('starts at the first page for page %j', async (page) => {
    serveGuides();
    await open(`?file=server-lan-setup.pdf&page=${page}`);
    const shown = await dialog('Server LAN Setup');
    expect((await shown.findByTitle('Server LAN Setup')).getAttribute('src')).toMatch(/#navpanes=0$/);
  });

  it('closes with Back', async () => {
    serveGuides();
    const { user } = await open();
    await user.click(await guide('API Notes'));
    await dialog('API Notes');
    act(() => history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname).toBe('/guide');
  });

  it('draws the pages if the browser cannot show a PDF in a frame, and offers the download', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true });
    serveGuides();
    await open('?file=api-notes.pdf&page=2');
    const shown = await dialog('API Notes');
    expect(await shown.findByText('Drawn: 14 bytes from page 2')).toBeVisible();
    expect(shown.queryByTitle('API Notes')).toBeNull();
    expect(shown.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  });

  it.each([
    ['is missing', '', 404],
    ['is the start page instead', '<!doctype html>', 200],
  ])('reports an error when the file %s, keeps the download, and tries again', async (_, body, status) => {
    serveGuides(body, status);
    const { user } = await open('?file=api-notes.pdf');
    const shown = await dialog('API Notes');
    expect(await shown.findByText(unavailable)).toBeVisible();
    expect(objectUrls.size).toBe(0);
    expect(shown.getByRole('link', { name: 'Download PDF' })).toBeVisible();
    serveGuides();
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    expect(await shown.findByTitle('API Notes')).toBeVisible();
  });

  it('reports an error when the network is down', async () => {
    hurry();
    server.use(http.get('*/guides/:file', () => HttpResponse.error()));
    await open('?file=api-notes.pdf');
    const shown = await dialog('API Notes');
    expect(await shown.findByText(unavailable)).toBeVisible();
  });

  it('is not opened for a name that is not in the list', async () => {
    await open('?file=../secrets.pdf');
    expect(screen.getByRole('alert')).toHaveTextContent('There is no document “../secrets.pdf” here.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the search', () => {
  it('fetches the contents only when somebody searches', async () => {
    const { user } = await open();
    expect(state.textsAsked).toBe(0);
    await user.type(box(), 'lan');
    expect(await screen.findByText('1 of 5 documents')).toBeVisible();
    expect(state.textsAsked).toBeGreaterThan(0);
    expect(listed()).toEqual([['Documents found', 'Server LAN Setup']]);
    expect(location.search).toBe('?q=lan');
  });

  it('finds words in the contents, shows the page and the context, and opens that page when pressed', async () => {
    serveGuides();
    const { user } = await open('?q=port+8443');
    const hit = await screen.findByRole('link', { name: 'Page 2 Open port 8443 of the relay board.' });
    expect(Array.from(hit.querySelectorAll('mark'), ({ textContent }) => textContent)).toEqual(['port 8443']);
    await user.click(hit);
    const shown = await dialog('Server LAN Setup');
    expect((await shown.findByTitle('Server LAN Setup')).getAttribute('src')).toMatch(/#navpanes=0&page=2$/);
    await user.click(shown.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(box()).toHaveValue('port 8443');
  });

  it('shows three pages and counts the others', async () => {
    await open('?q=relay');
    expect(await screen.findByText('And on 2 more pages')).toBeVisible();
    expect(screen.getByText('2 of 5 documents, best match first')).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Page/ }).map((link) => link.textContent)).toEqual([
      'Page 2 Relay 1 opens.',
      'Page 3 Relay 2 opens.',
      'Page 4 Relay 3.',
      'Page 2 Open port 8443 of the relay board.',
    ]);
  });

  it('finds documents by the nearest spelling if none contains the typed words, and says so', async () => {
    await open('?q=realy+8443');
    expect(await screen.findByText('No document says “realy”; shown: relay')).toBeVisible();
    const hit = screen.getByRole('link', { name: 'Page 2 Open port 8443 of the relay board.' });
    expect(Array.from(hit.querySelectorAll('mark'), ({ textContent }) => textContent)).toEqual(['8443', 'relay']);
    expect(box()).toHaveValue('realy 8443');
  });

  it('finds in the language of the reader what is asked in another language, without languages that cannot be loaded', async () => {
    await open('?q=lima+merah');
    expect(await screen.findByRole('link', { name: 'Page 6 Relay 5.' })).toBeVisible();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('says when nothing matches', async () => {
    const { user } = await open('?q=zebra');
    expect(await screen.findByText('No document matches “zebra”.')).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    await user.clear(box());
    expect(listed()).toHaveLength(4);
    expect(location.search).toBe('');
  });

  it('reports that the contents could not be loaded, still finds titles, and tries again', async () => {
    state.textsFail = true;
    const { user } = await open('?q=server');
    expect(
      await screen.findByText('The contents of the documents could not be loaded. Only titles were searched.'),
    ).toBeVisible();
    expect(listed()).toEqual([['Documents found', 'Server LAN Setup']]);
    expect(box()).toHaveValue('server');
    state.textsFail = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Page 1 Plug the server in.' })).toBeVisible();
  });
});
