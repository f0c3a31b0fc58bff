import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse, type HttpResponseResolver } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkDoor } from '../../src/doors/shared/link-door.ts';
import { SharedPage } from '../../src/doors/shared/SharedPage.tsx';
import { setLanguage } from '../../src/lib/language/translate.ts';
import { saveFile } from '../../src/lib/save-file.ts';
import { answerWith, noServiceAnswers } from '../support/answers.ts';
import { objectUrls } from '../support/missing-in-jsdom.ts';
import { origin, server } from '../support/server.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { switchLanguage } from '../support/speak-in.ts';
import {
  linkSecret,
  madeLink,
  madeVisit,
  pdfName,
  photoName,
  plainVisit,
  smallPhotoName,
  type MadeVisit,
} from './made-link.ts';

vi.mock(import('../../src/lib/save-file.ts'), { spy: true });

/** What the service was asked, in this order: a call with its body, or a file. */
const asked: { name: string; body?: unknown; link?: string | null; nonce?: string | null }[] = [];
let opening: HttpResponseResolver = () => HttpResponse.json(madeLink());
/** The files of the storage, by name. Any other file is refused, as the file of a hidden visit is. */
let storageFiles: Record<string, HttpResponseResolver>;
const file = (content: string, type: string) => () => new HttpResponse(content, { headers: { 'content-type': type } });
const jpeg = (words: string) => file(`\u00FF\u00D8${words}`, 'image/jpeg');
const notThere = () =>
  HttpResponse.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 });
const refused = (status: number) =>
  HttpResponse.json({ code: `PT${status}`, message: 'No', details: null, hint: null }, { status });
const openings = () => asked.filter(({ name }) => name === 'open_link');
const filesAsked = () => asked.filter(({ name }) => name !== 'open_link').map(({ name }) => name);

const controllers: AbortController[] = [];
/** Opens the page as a press on the link does. */
function openPage(hash = `#${linkSecret}`): void {
  history.replaceState(null, '', `/shared${hash}`);
  const controller = new AbortController();
  controllers.push(controller);
  const door = new LinkDoor();
  door.start(controller.signal);
  render(<SharedPage door={door} />);
}

const serveVisits = (visits: readonly MadeVisit[]) => {
  opening = () => HttpResponse.json(madeLink(visits));
};
const visit = (name = 'Arm hit by a lorry at Exit') => screen.findByRole('article', { name });
const photo = (number: number) => screen.findByRole('button', { name: new RegExp(`^Photo ${number} of `, 'u') });
/** The content of the picture that is shown under a name. */
const shownContent = async (name: RegExp) =>
  objectUrls.get(screen.getByRole<HTMLImageElement>('img', { name }).src)?.text();

beforeEach(() => {
  asked.length = 0;
  opening = () => HttpResponse.json(madeLink());
  storageFiles = {
    [photoName(1)]: jpeg('large 1'),
    [smallPhotoName(1)]: jpeg('small 1'),
    [photoName(2)]: jpeg('large 2'),
    [pdfName(9)]: file(smallPdf('report'), 'application/pdf'),
  };
  // every photo counts as near the visible part of the page
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  vi.mocked(saveFile)
    .mockReset()
    .mockImplementation(() => undefined);
  server.use(
    http.post(`${origin}/rest/v1/rpc/open_link`, async (info) => {
      asked.push({ name: 'open_link', body: await info.request.clone().json() });
      return opening(info);
    }),
    http.get(`${origin}/storage/v1/object/authenticated/rfidboomgatephoto/*`, (info) => {
      const { pathname, searchParams } = new URL(info.request.url);
      const name = decodeURIComponent(pathname.split('/rfidboomgatephoto/')[1] ?? '');
      asked.push({ name, link: info.request.headers.get('x-portal-link'), nonce: searchParams.get('cacheNonce') });
      return (storageFiles[name] ?? notThere)(info);
    }),
  );
});
afterEach(() => {
  for (const controller of controllers.splice(0)) controller.abort();
  setLanguage('en', 'en-GB', {});
});

describe('a link', () => {
  it('shows the site, until when it works, and each visit with all that it says', async () => {
    openPage();
    expect(screen.getByRole('status')).toHaveTextContent('Loading visits…');
    expect(await screen.findByRole('heading', { level: 1, name: 'Selasih Park' })).toBeVisible();
    expect(screen.getByText('12 Jalan Selasih, Johor Bahru')).toBeVisible();
    expect(screen.getByText('2 visits. This link works until 3 June 2027 at 18:00.')).toBeVisible();
    expect(screen.getByText(/^as of \d\d:\d\d$/u)).toBeVisible();
    const call = await visit();
    expect(call).toHaveTextContent('3 May 2026 at 11:22');
    expect(call).toHaveTextContent('Emergency call');
    expect(call).toHaveTextContent('Took the bent arm off. Fitted a new one and set the limits.');
    expect(
      within(call)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Job number', 'Who came', 'Reported', 'Arrived', 'Left', 'Answered in']);
    expect(
      within(call)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['J-1042', 'Aziz', '09:12', '11:22', '12:05', '2 h 10 min']);
    expect(within(call).getByRole('list', { name: 'Follow up' })).toHaveTextContent('Put a post beside the arm');
    const plain = await visit('Monthly service');
    expect(plain).toHaveTextContent('This visit has no photos and no service report.');
    expect(within(plain).getAllByRole('button')).toHaveLength(1);
    expect(screen.getAllByRole('article')).toEqual([call, plain]);
    expect(document.title).toBe('Service visits');
  });

  it('is opened once, with its secret in the body and for files in a header alone', async () => {
    openPage();
    await photo(1);
    await photo(2);
    await waitFor(() => expect(filesAsked()).toHaveLength(3));
    expect(openings()).toEqual([{ name: 'open_link', body: { secret: linkSecret } }]);
    expect(asked.slice(1).map(({ link }) => link)).toEqual([linkSecret, linkSecret, linkSecret]);
    // no cache on the way keeps a file under an address that somebody else knows
    const nonces = asked.slice(1).map(({ nonce }) => nonce);
    expect(nonces).toEqual(nonces.map(() => expect.stringMatching(/^[\da-f-]{36}$/u) as unknown));
    expect(new Set(nonces).size).toBe(3);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    act(() => void dispatchEvent(new Event('focus')));
    expect(openings()).toHaveLength(1);
  });

  it('works with the dashes that a messenger has made of its own', async () => {
    openPage(`#${linkSecret.match(/.{4}/gu)?.join('\u2013')}`);
    await photo(1);
    expect(asked.find(({ name }) => name === smallPhotoName(1))?.link).toBe(linkSecret);
  });

  it.each(['.', ')', '>', '”', '。', '%E2%80%9D', '%29.'])(
    'works with the %s that a text had behind it',
    async (behind) => {
      openPage(`#${linkSecret}${behind}`);
      await waitFor(() => expect(filesAsked()).toHaveLength(3));
      expect(openings()).toEqual([{ name: 'open_link', body: { secret: linkSecret } }]);
    },
  );

  it('is opened again by whoever comes back after a minute, and says that it has ended', async () => {
    openPage();
    await visit();
    const openedAt = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(openedAt + 50_000);
    act(() => void dispatchEvent(new Event('focus')));
    expect(openings()).toHaveLength(1);
    opening = () => refused(404);
    clock.mockReturnValue(openedAt + 90_000);
    act(() => void dispatchEvent(new Event('focus')));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This link does not work/u);
    expect(screen.queryByRole('article')).toBeNull();
    expect(openings()).toHaveLength(2);
  });

  it('is printed with the photos of visits that were never near the window', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    const print = vi.fn();
    vi.stubGlobal('print', print);
    HTMLImageElement.prototype.decode = () => Promise.resolve();
    openPage();
    await visit();
    expect(filesAsked()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(filesAsked()).toHaveLength(3);
    expect(await photo(1)).toBeVisible();
  });

  it('shows all photos when the browser prints by itself', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    openPage();
    await visit();
    act(() => void dispatchEvent(new Event('beforeprint')));
    await waitFor(() => expect(filesAsked()).toHaveLength(3));
  });

  it('is not opened while nobody looks', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    openPage();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toEqual([]);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await visit();
    expect(openings()).toHaveLength(1);
  });

  it('gives way to another one in the same page', async () => {
    openPage();
    await visit();
    serveVisits([plainVisit]);
    history.replaceState(null, '', '/shared#ANOTHER');
    act(() => void dispatchEvent(new HashChangeEvent('hashchange')));
    await visit('Monthly service');
    expect(screen.queryByRole('article', { name: /^Arm hit/u })).not.toBeInTheDocument();
    expect(openings().at(-1)?.body).toEqual({ secret: 'ANOTHER' });
  });
});

describe.each([
  ['en', 'This link does not work (any more), or was not copied whole. Ask whoever sent it.'],
  ['ms', 'Pautan ini tidak sah (lagi), atau tidak disalin sepenuhnya. Tanya orang yang menghantarnya.'],
  ['zh', '链接已失效或不完整，请联系发送人。'],
] as const)('without a link, in %s', (code, words) => {
  it('one text says so, whatever is wrong', async () => {
    switchLanguage(code);
    opening = () => refused(404);
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(openings()).toHaveLength(1);
  });

  it('so does an address without a secret, and the service is not asked', async () => {
    switchLanguage(code);
    openPage('');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(asked).toEqual([]);
  });
});

describe('no service', () => {
  it.each(Object.entries(noServiceAnswers))('as of %s can be tried again', async (_, answer) => {
    opening = answerWith(answer);
    const user = userEvent.setup();
    openPage();
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(/could not be loaded|too often/u);
    opening = () => HttpResponse.json(madeLink());
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    await visit();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is tried again by itself when the network comes back', async () => {
    opening = () => HttpResponse.error();
    openPage();
    await screen.findByRole('alert');
    opening = () => HttpResponse.json(madeLink());
    act(() => void dispatchEvent(new Event('online')));
    await visit();
  });

  it('is an answer of another shape, too', async () => {
    opening = () => HttpResponse.json({ ...madeLink(), visits: [{ id: 1 }] });
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^The visits could not be loaded: there is no connection/u,
    );
  });

  it('says that a limit passes', async () => {
    opening = () => refused(429);
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This link was opened too often within the hour. Please wait a few minutes.',
    );
  });

  it.each([
    ['ms', 'Lawatan tidak dapat dimuatkan: tiada sambungan, atau perkhidmatan tidak memberi respons.Cuba lagi'],
    ['zh', '无法加载上门服务：没有网络连接，或服务没有响应。重试'],
  ] as const)('is said in %s', async (code, words) => {
    switchLanguage(code);
    opening = () => HttpResponse.error();
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });
});

describe('the photos', () => {
  it('come in their small version first, and large where there is none', async () => {
    openPage();
    await photo(1);
    expect(await shownContent(/^Photo 1 of 2: Arm hit by a lorry at Exit$/u)).toContain('small 1');
    await photo(2);
    expect(await shownContent(/^Photo 2 of 2/u)).toContain('large 2');
    expect(filesAsked().toSorted()).toEqual([smallPhotoName(1), photoName(2), smallPhotoName(2)].toSorted());
  });

  it('open large, and are gone through by arrows and keys: the first follows the last', async () => {
    const user = userEvent.setup();
    openPage();
    await user.click(await photo(1));
    const dialog = await screen.findByRole('dialog', { name: 'Arm hit by a lorry at Exit' });
    const large = async (number: number) => {
      const name = `Photo ${number} of 2: Arm hit by a lorry at Exit, 3 May 2026`;
      const picture = await within(dialog).findByRole<HTMLImageElement>('img', { name });
      expect(await objectUrls.get(picture.src)?.text()).toContain(`large ${number}`);
      expect(within(dialog).getByText(`${number} / 2`)).toBeVisible();
    };
    await large(1);
    expect(within(dialog).getByRole('button', { name: 'Next photo' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    await large(2);
    await user.keyboard('{ArrowRight}');
    await large(1);
    await user.keyboard('{End}');
    await large(2);
    await user.click(within(dialog).getByRole('button', { name: 'Next photo' }));
    await large(1);
    await user.click(within(dialog).getByRole('button', { name: 'Download photo' }));
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.anything(), '2026-05-03_Arm-hit-by-a-lorry-at-Exit_1.jpg');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await photo(1)).toHaveFocus();
    // each was fetched once
    expect(new Set(filesAsked()).size).toBe(filesAsked().length);
  });

  it.each(Object.entries(noServiceAnswers).slice(0, 6))(
    'that meet %s are tried again at their place',
    async (_, answer) => {
      storageFiles[smallPhotoName(1)] = answerWith(answer);
      const user = userEvent.setup();
      openPage();
      const group = await screen.findByRole('group', { name: 'Photo 1 of 2: Arm hit by a lorry at Exit' });
      expect(group).toHaveTextContent('This photo could not be loaded.');
      await photo(2);
      storageFiles[smallPhotoName(1)] = jpeg('small again');
      await user.click(within(group).getByRole('button', { name: 'Try again' }));
      await photo(1);
      expect(await shownContent(/^Photo 1 of 2/u)).toContain('small again');
      // the link is not opened again for that
      expect(openings()).toHaveLength(1);
    },
  );

  it('that cannot be read say so at their place', async () => {
    openPage();
    await photo(1);
    act(() => void screen.getByRole('img', { name: /^Photo 1 of 2/u }).dispatchEvent(new Event('error')));
    expect(await screen.findByRole('group', { name: /^Photo 1 of 2/u })).toHaveTextContent(
      'This photo could not be loaded.',
    );
  });

  it('of a visit that was hidden meanwhile go with it', async () => {
    storageFiles = {};
    const user = userEvent.setup();
    openPage();
    const group = await screen.findByRole('group', { name: /^Photo 1 of 2/u });
    serveVisits([plainVisit]);
    await user.click(within(group).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: /^Arm hit/u })).not.toBeInTheDocument());
    expect(await visit('Monthly service')).toBeVisible();
  });

  it('of a link that has ended meanwhile go with all of it', async () => {
    storageFiles = {};
    const user = userEvent.setup();
    openPage();
    const group = await screen.findByRole('group', { name: /^Photo 1 of 2/u });
    opening = () => refused(404);
    await user.click(within(group).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This link does not work/u);
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('say in the carousel that one could not be loaded, and try it again there', async () => {
    storageFiles[photoName(1)] = () => HttpResponse.error();
    const user = userEvent.setup();
    openPage();
    await user.click(await photo(1));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('This photo could not be loaded.');
    storageFiles[photoName(1)] = jpeg('large 1');
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByRole('img', { name: /^Photo 1 of 2/u })).toBeVisible();
  });

  it('outside the portal’s storage are never asked for', async () => {
    serveVisits([madeVisit({ urls: ['https://elsewhere.test/a.jpg'], pdf: 'https://elsewhere.test/a.pdf' })]);
    openPage();
    expect(await screen.findByRole('group', { name: /^Photo 1 of 1/u })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Service report' })).not.toBeInTheDocument();
    expect(filesAsked()).toEqual([]);
  });
});

describe('the service report', () => {
  it('is saved with one press, under the name of site, day and title', async () => {
    const user = userEvent.setup();
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Service report' }));
    await waitFor(() =>
      expect(saveFile).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ type: 'application/pdf' }),
        'Selasih-Park_2026-05-03_Arm-hit-by-a-lorry-at-Exit_Report.pdf',
      ),
    );
    expect(asked.at(-1)).toMatchObject({ name: pdfName(9), link: linkSecret });
  });

  it.each([
    ['no answer', () => HttpResponse.error(), 1],
    ['a page in place of it', file('<html>Welcome</html>', 'text/html'), 1],
    ['a refusal, after which the link is asked again', notThere, 2],
  ] as const)('says that it could not be loaded: %s', async (_, answer, times) => {
    storageFiles[pdfName(9)] = answer;
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const user = userEvent.setup();
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Service report' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The file could not be loaded. Try again.');
    await waitFor(() => expect(openings()).toHaveLength(times));
    expect(saveFile).not.toHaveBeenCalled();
  });
});
