import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { recentPlaces } from '../../../src/lib/device/recent-texts.ts';
import { endSession } from '../../../src/lib/device/session.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import { listedSite, noVisits } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import {
  askedSearches,
  dialog,
  field,
  foundVisit,
  group,
  keysUrl,
  sitesUrl,
  marked,
  open,
  options,
  pressKeys,
  waitForFrame,
  refuse,
  remember,
  searchUrl,
  serveGoTo,
} from './go-to-screen.tsx';

serveGoTo();

describe('opening', () => {
  it('by Ctrl+K, and on Apple’s devices by Cmd+K, where Ctrl+K deletes a line', async () => {
    await open();
    expect(field()).toHaveFocus();
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
    pressKeys();
    pressKeys({ metaKey: true, shiftKey: true });
    pressKeys({ metaKey: true, altKey: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    pressKeys({ metaKey: true, key: 'K' });
    expect(await dialog()).toBeVisible();
    expect(screen.getByText('Enter opens, ⌘Enter in a new tab; ↑ ↓ choose, Esc closes.')).toBeVisible();
  });

  it('loses no letter that is typed before it is shown, and includes none typed earlier', async () => {
    renderRoute('/guide');
    await waitForFrame();
    for (const words of ['night', 'überw']) {
      pressKeys();
      for (const key of [...words.split(''), 'Shift']) fireEvent.keyDown(document.body, { key });
      await dialog();
      expect(field()).toHaveValue(words);
      fireEvent.keyDown(field(), { key: 'Escape' });
    }
    // after that, letters belong to the page again
    expect(fireEvent.keyDown(document.body, { key: 'a' })).toBe(true);
  });

  it('by the button of the bar, which names its keys and gets the focus back', async () => {
    const { user } = renderRoute('/guide');
    await waitForFrame();
    const button = screen.getByRole('button', { name: 'Go to…' });
    expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K');
    expect(button).toHaveTextContent('Ctrl+K');
    await user.click(button);
    expect(await dialog()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(button).toHaveFocus();
  });

  it('by the first entry of the folded menu', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { matches: media.includes('width') }),
    );
    const { user } = renderRoute('/guide');
    await waitForFrame();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = document.getElementById('portal-menu');
    expect(menu?.firstElementChild).toHaveAccessibleName('Go to…');
    await user.click(screen.getByRole('button', { name: 'Go to…' }));
    expect(await dialog()).toBeVisible();
  });

  it('never above an open dialog, nor in the login, and leaves Ctrl+K in its own field to the browser', async () => {
    const { user } = await open();
    expect(fireEvent.keyDown(field(), { key: 'k', ctrlKey: true })).toBe(true);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'End Session' }));
    const endDialog = await screen.findByRole('dialog');
    expect(pressKeys()).toBe(true);
    expect(screen.getAllByRole('dialog')).toEqual([endDialog]);
    act(() => endSession('logout'));
    await screen.findByLabelText('Secret Key');
    expect(pressKeys()).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('for each role', () => {
  it.each([
    ['an admin', adminSession, 18, 'Screen, site, visit, document, access key or guide'],
    ['a technician', technicianSession, 7, 'Screen, site, visit, document or guide'],
    ['a client', userSession, 6, 'Screen, visit, document or guide'],
  ])('lists the screens of %s, and names what can be typed', async (_, session, count, label) => {
    await open(session);
    expect(screen.getByLabelText(label)).toBe(field());
    expect(group('Screens')).toHaveLength(count);
    expect(marked()).toEqual([]);
  });

  it('an admin finds sites, keys and the visits of all sites', async () => {
    const { user } = await open();
    await user.type(field(), 'selasih');
    await screen.findByRole('group', { name: 'Sites' });
    expect(group('Sites').map((line) => line.textContent)).toEqual([
      'Selasih Park Residensi Selasih Park',
      'Selasih Park: Service History ',
      'Selasih Park: Analytics ',
      'Selasih Park: Profile ',
      'Selasih Park: Editor ',
      'Selasih Park: Add a visit ',
    ]);
    expect(marked()).toEqual(['Selasih Park Residensi Selasih Park']);
    expect(group('Sites')[0]).toHaveAttribute('href', '/maintenance?site=Selasih+Park');
    await user.clear(field());
    await user.type(field(), 'night');
    expect(group('Access keys').map((line) => line.textContent)).toEqual([
      'Night guard Selasih Park, Active',
      'Night porter Selasih Park, Revoked',
    ]);
    await user.clear(field());
    await user.type(field(), 'lo');
    await user.type(field(), 'op');
    await waitFor(() => expect(group('Visits')).toHaveLength(2));
    expect(group('Visits')[0]).toHaveTextContent('Loop detector replaced Selasih Park, 12 March 2026 at 10:00');
    expect(group('Visits')[0]).toHaveAttribute('href', '/data-fetcher?site=Selasih+Park&task=5');
    expect(group('Visits')[1]).toHaveTextContent('Deleted');
    expect(group('Visits')[1]).toHaveAttribute(
      'href',
      '/datadeleter?site=Selasih+Park&year=2026&month=mar&show=deleted',
    );
    // requested when typing pauses, from three characters on
    expect(askedSearches.map(({ words, page_size: size }) => [words, size])).toContainEqual(['loop', 6]);
    expect(askedSearches.some(({ words }) => words.length < 3)).toBe(false);
  });

  it('a technician finds his sites with the screens that he may open, and no key', async () => {
    const { user } = await open(technicianSession);
    await user.type(field(), 'kingfisher');
    await waitFor(() => expect(group('Sites')).toHaveLength(3));
    expect(group('Sites').map((line) => line.getAttribute('href'))).toEqual([
      '/data-fetcher?site=Kingfisher+Rise',
      '/maintenance?site=Kingfisher+Rise',
      '/DataEditor?site=Kingfisher+Rise',
    ]);
    await user.clear(field());
    await user.type(field(), 'night guard');
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Sites' })).toBeNull());
    expect(screen.queryByRole('group', { name: 'Access keys' })).toBeNull();
    expect(askedSearches).toEqual([]);
  });

  it('a technician finds the visits of the records that were opened', async () => {
    const { user } = await open(technicianSession, '/data-fetcher?site=Selasih+Park');
    await user.type(field(), 'wvb8813');
    await waitFor(() => expect(group('Visits')).toHaveLength(1));
    expect(group('Visits')[0]).toHaveTextContent('Plate reader aligned Selasih Park, 2 April 2026 at 10:00');
    expect(group('Visits')[0]).toHaveAttribute('href', '/data-fetcher?site=Selasih+Park&task=6');
  });

  it('a client finds its own visits with the same words as in its history, and never a hidden visit', async () => {
    const { user } = await open(userSession);
    await user.type(field(), 'loop');
    await waitFor(() => expect(group('Visits')).toHaveLength(1));
    expect(group('Visits')[0]).toHaveAttribute('href', '/data-fetcher?task=5');
    await user.clear(field());
    await user.type(field(), '12 mar 2026');
    await waitFor(() => expect(group('Visits')[0]).toHaveTextContent('Loop detector replaced'));
    expect(askedSearches).toEqual([]);
  });

  it('all roles find guides by their titles and their texts, with the page', async () => {
    const { user } = await open(userSession);
    await user.type(field(), 'relay');
    await waitFor(() => expect(group('Guides').length).toBeGreaterThan(1));
    expect(group('Guides').some((line) => /page \d/u.test(line.textContent))).toBe(true);
    expect(group('Guides')[1]?.getAttribute('href')).toMatch(/^\/guide\?file=.+\.pdf&page=\d+$/u);
  });
});

describe('the keys', () => {
  it('mark and open a line, as a list under a field does', async () => {
    const { user } = await open();
    const box = field();
    expect(box).toHaveAttribute('aria-expanded', 'true');
    const list = screen.getByRole('listbox', { name: 'Go to…' });
    expect(box).toHaveAttribute('aria-controls', list.id);
    const all = options();
    await user.keyboard('{ArrowDown}');
    expect(marked()).toEqual([all[0]]);
    expect(box).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{ArrowUp}');
    expect(marked()).toEqual([all.at(-1)]);
    await user.keyboard('{Home}{ArrowDown}');
    expect(marked()).toEqual([all[1]]);
    await user.keyboard('{End}');
    expect(marked()).toEqual([all.at(-1)]);
    // eight lines up
    await user.keyboard('{PageUp}');
    expect(marked()).toEqual([all.at(-9)]);
    expect(box).toHaveFocus();
    await user.keyboard('{Home}{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/DataEditor/overview'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('open the best result by Enter after typing, in a new tab with Ctrl, and ignore the Enter of an input method', async () => {
    const openSpy = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await open();
    await user.type(field(), 'king');
    await waitFor(() => expect(marked()).toEqual(['Kingfisher Rise ']));
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(openSpy).toHaveBeenCalledWith('/maintenance?site=Kingfisher+Rise', '_blank', 'noopener');
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname + location.search).toBe('/maintenance?site=Kingfisher+Rise'));
  });

  it('lines are links: a press opens them, a press with Ctrl or the middle button leaves the list open', async () => {
    const { user } = await open();
    await user.type(field(), 'errors');
    const [line] = group('Screens');
    if (!line) throw new Error('There is no line');
    expect(line.tagName).toBe('A');
    line.addEventListener('click', (event) => event.ctrlKey && event.preventDefault());
    fireEvent.click(line, { ctrlKey: true });
    fireEvent(line, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(recentPlaces.read(adminSession)).toHaveLength(1);
    await user.click(line);
    await waitFor(() => expect(location.pathname).toBe('/DataEditor/errors'));
  });
});

describe('what was opened last', () => {
  it('comes first, with its current name; what is removed, hidden or revoked is left out', async () => {
    remember(
      adminSession,
      { kind: 'site', site: 2, path: '/profile' },
      { kind: 'visit', site: 1, task: 5 },
      { kind: 'visit', site: 1, task: 7 },
      { kind: 'site', site: 99, path: '/maintenance' },
      { kind: 'key', key: 11 },
      { kind: 'key', key: 12 },
      { kind: 'guide', file: 'gone.pdf', page: 1 },
      { kind: 'screen', path: '/DataEditor/keys', query: '' },
    );
    server.use(
      http.get(sitesUrl, () => HttpResponse.json([listedSite(), listedSite({ id: 2, name: 'Renamed Rise' })])),
    );
    const { user } = await open();
    await waitFor(() =>
      expect(group('Opened last').map((line) => line.textContent)).toEqual([
        'Renamed Rise: Profile ',
        'Loop detector replaced Selasih Park, 12 March 2026 at 10:00',
        'Night guard Selasih Park, Active',
        'Access Keys ',
      ]),
    );
    expect(marked()).toEqual(['Renamed Rise: Profile ']);
    expect(group('Screens').map((line) => line.textContent)).not.toContain('Access Keys ');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.search).toBe('?site=Renamed+Rise'));
  });

  it('has sites and visits that other links opened, but not what is open now', async () => {
    const { user } = renderRoute('/data-fetcher?site=Selasih+Park&task=5', userSession);
    await waitForFrame();
    await user.click(within(screen.getByRole('navigation', { name: 'Portal' })).getByRole('link', { name: 'Guide' }));
    await waitFor(() => expect(location.pathname).toBe('/guide'));
    pressKeys();
    await dialog();
    await waitFor(() => expect(group('Opened last')).toHaveLength(1));
    expect(group('Opened last')[0]).toHaveTextContent('Loop detector replaced');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/data-fetcher'));
  });

  it('is deleted by the logout, and not stored again by it', async () => {
    renderRoute('/guide?file=a.pdf', { ...userSession, kept: true });
    await waitForFrame();
    act(() => endSession('logout'));
    await screen.findByLabelText('Secret Key');
    expect(localStorage.getItem('portal.places')).toBeNull();
    expect(sessionStorage.getItem('portal.places')).toBeNull();
  });

  it('contains nothing of another key', async () => {
    remember(adminSession, { kind: 'screen', path: '/fb', query: '' });
    await open({ ...adminSession, keyId: 77 });
    expect(screen.queryByRole('group', { name: 'Opened last' })).toBeNull();
  });
});

describe('what cannot be loaded or found', () => {
  it('visits: a line says so, the other results are shown, and Try again requests them again', async () => {
    let refused = true;
    server.use(
      http.post(searchUrl, () =>
        refused
          ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })
          : HttpResponse.json({ ...noVisits, visits: [foundVisit] }),
      ),
    );
    const { user } = await open();
    await user.type(field(), 'selasih');
    expect(await screen.findByText('Could not be read: the visits.')).toBeVisible();
    expect(group('Sites').length).toBeGreaterThan(1);
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(group('Visits')).toHaveLength(1));
    expect(screen.queryByText(/Could not be read/u)).toBeNull();
  });

  it('sites and keys: screens and guides are found anyway', async () => {
    server.use(http.get(sitesUrl, refuse), http.get(keysUrl, refuse));
    const { user } = await open();
    expect(await screen.findByText('Could not be read: the sites and the access keys.')).toBeVisible();
    await user.type(field(), 'change log');
    await waitFor(() => expect(marked()).toEqual(['Change Log ']));
  });

  it('words that nothing contains, or only punctuation: a message says that nothing was found', async () => {
    const { user } = await open();
    await user.type(field(), 'zzzzq');
    expect(await screen.findByText('Nothing found for “zzzzq”.')).toBeVisible();
    await user.clear(field());
    await user.type(field(), '???');
    expect(screen.getByText('Nothing found for “???”.')).toBeVisible();
  });

  it('a text that is too long: the list says which part of it is searched for', async () => {
    await open();
    fireEvent.change(field(), { target: { value: 'a'.repeat(201) } });
    expect(screen.getByText('Only the first 200 characters are searched for.')).toBeVisible();
  });

  it('the nearest spelling is shown once, and Enter does not open it', async () => {
    const { user } = await open();
    await user.type(field(), 'kingfishr');
    expect(await screen.findByText('Nothing says “kingfishr”; shown: kingfisher')).toBeVisible();
    expect(marked()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});
