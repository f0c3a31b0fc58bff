import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftNamePrefixes } from '../../../src/lib/device/draft-names.ts';
import { endSession, getSession, setSession } from '../../../src/lib/device/session.ts';
import { deviceStorage, draftPrefix } from '../../../src/lib/device/web-storage.ts';
import { linkTo, toFailures, toVisit } from '../../../src/records/portal-links.ts';
import * as paths from '../../../src/records/portal-paths.ts';
import { renderRoute, userAnswer, userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';

const site = 'Selasih Park';
const field = () => screen.findByLabelText('Secret Key');
/** Finds the notice about the link, which must have these words. */
const findNotice = async (words: string | RegExp) => {
  const notice = await screen.findByText(/This link opens/u);
  const status = notice.closest('[role=status]');
  expect(status).toHaveTextContent(words);
  return status;
};

const visitUntil = (until: number) => `{"savedAt":1,"until":${until},"value":{"update":"waiting"}}`;

describe('the login shows the target of a link', () => {
  it.each([
    [toVisit(5, site), "a visit. It names the site “Selasih Park”. Log in with the site's access key to open it."],
    [paths.profile, "the profile of one site. Log in with the site's access key to open it."],
    [paths.guide, 'the guides. Log in to open it.'],
  ])('%s', async (link, words) => {
    renderRoute(link, null);
    const notice = await findNotice(words);
    expect(notice?.textContent).toBe(`This link opens ${words}`);
    // and the login still has its own texts
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to RFID Boom Gate Portal' })).toBeVisible();
  });

  it('in an element that screen readers know before the text is added', async () => {
    const onPlaced = vi.fn<(place: Element, words: string | null) => void>();
    const watcher = new MutationObserver(() => {
      const place = document.querySelector('[role=status]');
      if (place) onPlaced(place, place.textContent);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    renderRoute(toVisit(5, site), null);
    const notice = await findNotice('This link opens a visit.');
    watcher.disconnect();
    expect(onPlaced.mock.calls[0]).toEqual([notice, '']);
  });

  it('shows nothing of a record, and sends no request', async () => {
    // MSW fails the test at any request
    renderRoute('/data-fetcher?site=Selasih+Park&task=5&q=secret+words&year=2026', null);
    const notice = await findNotice('This link opens a visit. It names the site “Selasih Park”.');
    expect(notice).not.toHaveTextContent(/secret words|5/u);
  });
});

describe('the name of a site in a link may be any text', () => {
  it('does not reverse the direction of the sentence', async () => {
    renderRoute(linkTo(paths.profile, { site: 'تامن سلاسيه' }), null);
    const notice = await findNotice('It names the site “تامن سلاسيه”. Log in');
    expect(notice?.querySelector('bdi')?.textContent).toBe('تامن سلاسيه');
  });

  it('is left out if it may be more than a name', async () => {
    renderRoute(linkTo(paths.profile, { site: 'Park. Now' }), null);
    expect((await findNotice('the profile of one site'))?.textContent).toBe(
      "This link opens the profile of one site. Log in with the site's access key to open it.",
    );
  });
});

const expectNoNotice = async () => {
  await field();
  await vi.dynamicImportSettled();
  expect(screen.queryByText(/This link/u)).toBeNull();
};

describe('the login shows nothing about a link', () => {
  it.each([
    '/',
    paths.welcome,
    '/?next=%2Fnowhere',
    '/?next=https%3A%2F%2Fevil.test%2Fprofile',
    '/?next=%2F%2Fevil.test',
  ])('if the URL is not for a single screen: %s', async (url) => {
    renderRoute(url, null);
    await expectNoNotice();
  });

  it('after a session has ended that was not started by a link', async () => {
    renderRoute('/guide');
    await screen.findByRole('heading', { level: 1, name: 'Guidelines' });
    act(() => endSession('expired'));
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    await expectNoNotice();
  });
});

const mockPointer = (kind: 'fine' | 'coarse') =>
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
    mockPointer('fine');
    renderRoute(url, null);
    expect(await field()).toHaveFocus();
  });

  it('is not set on a phone, whose keyboard would cover the page', async () => {
    mockPointer('coarse');
    renderRoute('/', null);
    expect(await field()).not.toHaveFocus();
    expect(document.body).toHaveFocus();
  });

  it('stays if the end of the session is explained', async () => {
    mockPointer('fine');
    setSession(userSession);
    endSession('expired');
    renderRoute('/', null);
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(await field()).not.toHaveFocus();
  });

  it('goes into the field if the waiting visits are too old to be saved', async () => {
    mockPointer('fine');
    deviceStorage.set(`${draftPrefix}2/${draftNamePrefixes.newTask}1`, visitUntil(Date.now() - 1));
    const { unmount } = renderRoute('/', null);
    expect(await field()).toHaveFocus();
    expect(screen.queryByText(/^\d visits? wait/u)).toBeNull();
    unmount();
    deviceStorage.set(`${draftPrefix}2/${draftNamePrefixes.newTask}2`, visitUntil(Date.now() + 60_000));
    renderRoute('/', null);
    expect(await screen.findByText(/^1 visit waits on this device/u)).toBeVisible();
  });

  it('stays if waiting visits are listed', async () => {
    mockPointer('fine');
    deviceStorage.set(`${draftPrefix}2/${draftNamePrefixes.newTask}1`, '{"update":"waiting"}');
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
    toVisit(5, other, { photo: 1 }),
    toFailures(2026, other, 1),
    linkTo(paths.maintenance, { site: other, view: 'inspection' }),
  ])('is explained before and after the login, and remembered for another key: %s', async (link) => {
    server.use(http.post(`${origin}/rest/v1/rpc/logout`, () => HttpResponse.json(null)));
    const { user } = renderRoute(link, null);
    await findNotice('Kingfisher Rise');
    await user.type(await field(), 'KEY{Enter}');
    expect(await screen.findByText('This link belongs to another site than your key.')).toBeVisible();
    await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(link));
    await user.click(screen.getByRole('button', { name: 'End session and log in with another key' }));
    expect(screen.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await findNotice('Kingfisher Rise');
    expect(getSession()).toBeNull();
    expect(location.pathname).toBe('/');
    expect(new URLSearchParams(location.search).get('next')).toBe(link);
  });
});
