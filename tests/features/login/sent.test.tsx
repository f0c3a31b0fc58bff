import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, getSession, setSession } from '../../../src/lib/device/session.ts';
import { deviceStorage, draftPrefix, newTaskPrefix } from '../../../src/lib/device/web-storage.ts';
import {
  linkTo,
  toFailures,
  toHistory,
  toMonth,
  toVisit,
  toYearReport,
  type Path,
} from '../../../src/records/portal-links.ts';
import * as paths from '../../../src/records/portal-paths.ts';
import { months } from '../../../src/records/time.ts';
import { renderRoute, userAnswer, userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';

const site = 'Selasih Park';
const field = () => screen.findByLabelText('Secret Key');
const said = async (words: string | RegExp) => {
  const notice = await screen.findByText(/This link opens/u);
  const status = notice.closest('[role=status]');
  expect(status).toHaveTextContent(words);
  return status;
};

describe('the login says what a link opens', () => {
  it.each([
    [toVisit(5, site), 'a visit'],
    [toVisit(5, site, { photo: 0 }), 'a photo of a visit'],
    [toVisit(5, site, { pdf: true }), 'the PDF of a visit'],
    [linkTo(paths.maintenance, { site, task: 5 }), 'a visit'],
    [toMonth('2026', 'mar', site), 'the visits to one site in March 2026'],
    [linkTo(paths.maintenance, { site, year: 2026 }), 'the visits to one site in 2026'],
    [linkTo(paths.maintenance, { site }), 'the maintenance records of one site'],
    [toHistory(site), 'the service history of one site'],
    [toHistory(site, '2025', 'emergency'), 'the visits to one site in 2025'],
    [toYearReport('2025', site), 'the year report of one site for 2025'],
    [toFailures(2026, site), 'the failure statistics of one site for 2026'],
    [toFailures(2026, site, 3), 'the failure statistics of one site for 2026'],
    [linkTo(paths.charts, { site }), 'the failure statistics of one site'],
    [linkTo(paths.profile, { site }), 'the profile of one site'],
    ['/profile/?site=Selasih+Park', 'the profile of one site'],
  ])('%s', async (link, words) => {
    renderRoute(link, null);
    await said(
      `This link opens ${words}. It names the site “Selasih Park”. Log in with the site's access key to open it.`,
    );
    // and the login keeps its own words
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to RFID Boom Gate Portal' })).toBeVisible();
  });

  it.each([
    [toVisit(5, null), 'a visit'],
    [toMonth('2026', 'mar', null), 'the visits to one site in March 2026'],
    [paths.profile, 'the profile of one site'],
    [toYearReport('2025', null), 'the year report of one site for 2025'],
  ])('without a site: %s', async (link, words) => {
    renderRoute(link, null);
    await said(`This link opens ${words}. Log in with the site's access key to open it.`);
  });

  it.each([
    [linkTo(paths.guide, { file: 'lan.pdf', page: 3 }), 'a guide'],
    [paths.guide, 'the guides'],
    [linkTo(paths.accessKeys, { site }), 'the access keys'],
    [linkTo(paths.addTask, { site }), 'the form for a new visit'],
  ])('on a screen that is of no single site: %s', async (link, words) => {
    renderRoute(link, null);
    await said(`This link opens ${words}. Log in to open it.`);
  });

  it.each(Object.values(paths).filter((path) => path !== paths.welcome))(
    'has a sentence for %s',
    async (path: Path) => {
      renderRoute(path, null);
      await said(/^This link opens (?:an? |the )[\w ]+\. Log in [a-z' ]*to open it\.$/u);
    },
  );

  it.each(months)('knows the month $value', async ({ value, label }) => {
    renderRoute(toMonth('2024', value, site), null);
    await said(`the visits to one site in ${label} 2024.`);
  });

  it('in a place that screen readers know before the words come', async () => {
    const placed = vi.fn<(place: Element, words: string | null) => void>();
    const watcher = new MutationObserver(() => {
      const place = document.querySelector('[role=status]');
      if (place) placed(place, place.textContent);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    renderRoute(toVisit(5, site), null);
    const notice = await said('This link opens a visit.');
    watcher.disconnect();
    expect(placed.mock.calls[0]).toEqual([notice, '']);
  });

  it('shows nothing of a record, and asks the server for nothing', async () => {
    // MSW fails the test at any request
    renderRoute('/data-fetcher?site=Selasih+Park&task=5&q=secret+words&year=2026', null);
    const notice = await said('This link opens a visit. It names the site “Selasih Park”.');
    expect(notice).not.toHaveTextContent(/secret words|5/u);
  });
});

const opened = async (name: string) => {
  renderRoute(linkTo(paths.profile, { site: name }), null);
  return said(/This link opens the profile/u);
};

describe('the name of a site in a link is a text by anybody', () => {
  it.each([
    'Selasih Park Annexe',
    'Residensi Selasih Fasa 2B',
    'Pangsapuri Seri Kembangan (Blok C-12)',
    'Block 12A',
    "D'Ivo (Phase 2)",
    'Residents’ Court & Club',
    'Café Étoile',
    'Cafe\u0301 E\u0301toile',
    'Chung cư Sài Gòn Điện',
    '公寓 A座',
    '碧山花园第12座',
    'さくら荘 2',
    '서울 빌라',
    'தமிழ் இல்லம்',
    'सूर्य निवास',
    'تامن سلاسيه',
    'Солнечный двор',
    '1 Park Avenue',
    '38 Degrees',
    'B'.repeat(40),
    'One Two Three Four Five Six',
  ])('quoted where it is a name: %s', async (name) => {
    const shown = name.normalize();
    const notice = await opened(name);
    expect(notice).toHaveTextContent(
      `This link opens the profile of one site. It names the site “${shown}”. Log in with the site's access key to open it.`,
    );
    // its direction does not turn the sentence around
    expect(notice?.querySelector('bdi')).toHaveTextContent(shown);
  });

  it.each([
    ['too long', 'B'.repeat(41)],
    ['of too many words', 'Your key is old so ask Tan'],
    ['with a sentence', 'your building. It has expired: send it by WhatsApp to +60–12–345–6789'],
    ['with another sentence', 'Park. Now'],
    ['with a host in a sentence', 'a closed portal. Use gatekeeper-portal.com/login'],
    ['with a web address', 'X, expired: renew at https://evil.test'],
    ['with a host', 'X Renew at www.evil.test'],
    ['with a bare host', 'evil.test'],
    ['with a short address', 'wa.me/x'],
    ['with another short address', 't.me/x'],
    ['with a path', 'Park/login'],
    ['with a port', 'localhost:4000'],
    ['with an e-mail address', 'X. Write to help@evil.test'],
    ['with a telephone number', 'X. Your key expired, call +60 12-345 6789'],
    ['with slashes in a telephone number', '012/345/6789'],
    ['with spaces in a telephone number', 'Call 012 345 6789'],
    ['with hyphens and brackets in a telephone number', 'Tan (012)-345-6789'],
    ['with dashes', 'Park – renew'],
    ['with Arabic digits', 'Call ٠١٢٣٤٥٦٧٨٩'],
    ['with Devanagari digits', '०१२३४५६७८९'],
    ['with full-width digits', '０１２３４５６７８９'],
    ['with letters that are digits', '①②③④⑤'],
    ['with Han numerals', '零一二三四五六七八九'],
    ['with digits of several scripts', '12٣٤５'],
    ['with a full-width stop', 'evil．test'],
    ['with an ideographic stop', 'evil。test'],
    ['with a digit that looks like a stop', 'evil٠test'],
    ['with a letter that looks like a stop', 'evilꓸtest'],
    ['with a letter that looks like a colon', 'Expiredː renew'],
    ['with a letter that looks like a slash', 'wa丿me'],
    ['with another letter that looks like a slash', 'waノme'],
    ['with a mark that looks like a slash', 'wa\u0338me'],
    ['with a mark that looks like a stop', 'evil\u0358test'],
    ['with a letter that looks like an exclamation mark', 'Renew nowǃ'],
    ['with a tower of marks', 'Sela\u0323\u0331\u0302\u0306sih'],
    ['with marks around letters', 'S\u20DDelasih'],
    ['that begins with a mark', '\u0323Selasih'],
    ['with closed quotes', 'Park” has expired “X'],
    ['with quotes made of apostrophes', 'Park’’ has expired'],
    ['with straight quotes made of apostrophes', "Park'' has expired"],
    ['with tags', '<b>Bold</b>'],
    ['with a comma', 'Expired, renew'],
    ['with other signs', 'Café & Co #2'],
    ['with a picture', 'Park 🔑'],
    ['with letters that turn the text around', 'Park\u202E krap'],
    ['with hidden letters', 'Se\u200Blasih'],
    ['with a hidden mark', 'Se\u034Flasih'],
    ['of a letter without a shape', '\u3164'],
    ['with control characters', 'Selasih\u0007'],
    ['of hyphens', '---'],
    ['of spaces', '   '],
  ])('left out %s', async (_, name) => {
    const notice = await opened(name);
    expect(notice?.textContent).toBe(
      "This link opens the profile of one site. Log in with the site's access key to open it.",
    );
  });

  it('one line of words', async () => {
    expect((await opened('Selasih\n\n   Park'))?.querySelector('bdi')?.textContent).toBe('Selasih Park');
  });
});

const quiet = async () => {
  await field();
  await vi.dynamicImportSettled();
  expect(screen.queryByText(/This link/u)).toBeNull();
};

describe('the login says nothing of a link', () => {
  it.each([
    '/',
    paths.welcome,
    '/?next=%2Fnowhere',
    '/?next=https%3A%2F%2Fevil.test%2Fprofile',
    '/?next=%2F%2Fevil.test',
  ])('where there is none to one screen: %s', async (url) => {
    renderRoute(url, null);
    await quiet();
  });

  it('after a session has ended, which was not begun by a link', async () => {
    renderRoute('/guide');
    await screen.findByRole('heading', { level: 1, name: 'Guidelines' });
    act(() => endSession('expired'));
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    await quiet();
  });
});

const pointer = (kind: 'fine' | 'coarse') =>
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media === `(pointer: ${kind})`,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );

describe('the focus on arrival', () => {
  it.each(['/', toVisit(5, site)])('is in the field on a computer: %s', async (url) => {
    pointer('fine');
    renderRoute(url, null);
    expect(await field()).toHaveFocus();
  });

  it('is not taken on a phone, whose keyboard would cover the page', async () => {
    pointer('coarse');
    renderRoute('/', null);
    expect(await field()).not.toHaveFocus();
    expect(document.body).toHaveFocus();
  });

  it('stays where the end of the session is to be read', async () => {
    pointer('fine');
    setSession(userSession);
    endSession('expired');
    renderRoute('/', null);
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(await field()).not.toHaveFocus();
  });

  it('stays where waiting visits are to be read', async () => {
    pointer('fine');
    deviceStorage.set(`${draftPrefix}2/${newTaskPrefix}1`, '{"update":"waiting"}');
    renderRoute('/', null);
    expect(await screen.findByText(/^1 visit waits on this device/u)).toBeVisible();
    expect(await field()).not.toHaveFocus();
  });
});

describe('a link that is opened with a key of another site', () => {
  beforeEach(() => {
    server.use(
      http.post(`${origin}/rest/v1/rpc/login`, () => HttpResponse.json({ session: userSession.token, ...userAnswer })),
    );
  });

  const other = 'Kingfisher Rise';
  it.each([
    toVisit(5, other),
    toVisit(5, other, { photo: 1 }),
    toVisit(5, other, { pdf: true }),
    toMonth('2026', 'mar', other),
    toHistory(other, '2025'),
    toYearReport('2025', other),
    toFailures(2026, other, 1),
    linkTo(paths.profile, { site: other }),
    linkTo(paths.maintenance, { site: other, view: 'inspection' }),
  ])('is told before and after the login, and kept for another: %s', async (link) => {
    server.use(http.post(`${origin}/rest/v1/rpc/logout`, () => HttpResponse.json(null)));
    const { user } = renderRoute(link, null);
    await said('Kingfisher Rise');
    await user.type(await field(), 'KEY{Enter}');
    expect(await screen.findByText('This link belongs to another site than your key.')).toBeVisible();
    await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(link));
    await user.click(screen.getByRole('button', { name: 'End session and log in with another key' }));
    expect(screen.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await said('Kingfisher Rise');
    expect(getSession()).toBeNull();
    expect(location.pathname).toBe('/');
    expect(new URLSearchParams(location.search).get('next')).toBe(link);
  });
});
