import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { march, february, site } from '../../features/service-history/open-history.ts';
import { serveMaintable, servePosts } from '../../features/sites/serve-maintable.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { switchLanguage } from '../../support/speak-in.ts';
import { aLink, rpc, serveLinks } from './serve-links.ts';

beforeAll(async () => {
  await import('../../../src/features/profile/links/LinksDialog.tsx');
  await import('../../../src/features/sites/links/SiteSharedLinks.tsx');
});
afterEach(() => switchLanguage('en'));

/** Opens the list from the profile of the client. */
async function openList() {
  serveSites(site());
  const { user } = renderRoute('/profile');
  await user.click(await screen.findByRole('button', { name: 'Links without a login' }));
  const list = within(await screen.findByRole('group', { name: 'Links' }));
  return { user, list };
}

const itemOf = (label: string) => {
  const item = screen.getByText(label).closest('li');
  if (!item) throw new Error(`There is no row of ${label}`);
  return item;
};

describe('the links of a site', () => {
  it('say for whom they are, to which visits they lead, until when, and how often they were opened', async () => {
    serveLinks(
      aLink(),
      aLink({ id: 6, label: 'Contractor', task_ids: [3], shown: 1, opened: 0, last_opened_at: null, made_by: null }),
      aLink({ id: 5, label: 'Lawyer', opened: 1, ended_at: '2026-11-12T09:00:00+08:00' }),
    );
    const { list } = await openList();
    await list.findByText('Insurer');
    const texts = (label: string) => Array.from(itemOf(label).querySelectorAll('p, li'), (part) => part.textContent);
    expect(texts('Insurer')).toEqual([
      'Insurer',
      '2 visits',
      'Spring replaced, 26 March 2026',
      'Loop tuned, 10 February 2026',
      'Until 2 December 2026',
      'Opened 3 times, last 20 November 2026',
      'Made on 2 November 2026 with the key Front desk',
    ]);
    expect(texts('Contractor').slice(1)).toEqual([
      '1 visit',
      'Spring replaced, 26 March 2026',
      'Until 2 December 2026',
      'Not opened yet',
      'Made on 2 November 2026',
    ]);
    expect(itemOf('Lawyer')).toHaveTextContent('Ended on 12 November 2026');
    expect(itemOf('Lawyer')).toHaveTextContent('Opened once, on 20 November 2026');
    expect(within(itemOf('Lawyer')).queryByRole('button')).toBeNull();
  });

  it('say how many of their visits are still shown', async () => {
    serveLinks(aLink({ shown: 1 }), aLink({ id: 6, label: 'Contractor', shown: 0 }));
    const { list } = await openList();
    expect(await list.findByText('2 visits, 1 of them still shown')).toBeVisible();
    expect(list.getByText('2 visits, none of them still shown: the link does not open')).toBeVisible();
  });

  it('name three visits, and count the others', async () => {
    const tasks2024 = [1, 2, 3, 4, 5].map((id) => task({ id, title: `Visit no. ${id}` }));
    serveLinks(aLink({ task_ids: [1, 2, 3, 4, 5], shown: 5 }));
    serveSites(siteRow({ tasks2024 }));
    const { user } = renderRoute('/profile');
    await user.click(await screen.findByRole('button', { name: 'Links without a login' }));
    await screen.findByText('5 visits');
    expect(itemOf('Insurer').querySelectorAll('li')).toHaveLength(4);
    expect(within(itemOf('Insurer')).getByText('2 more')).toBeVisible();
  });

  it('are none at first, and the list says where links are made', async () => {
    serveLinks();
    const { list } = await openList();
    expect(await list.findByText(/^No links\. They are made in Service History/u)).toBeVisible();
  });

  it('are shown in pages of ten', async () => {
    serveLinks(...Array.from({ length: 12 }, (_, index) => aLink({ id: index + 1, label: `Person ${index + 1}` })));
    const { user, list } = await openList();
    await list.findByText('Person 1');
    expect(list.queryByText('Person 11')).toBeNull();
    await user.click(list.getByRole('button', { name: 'Next page' }));
    expect(list.getByText('Person 11')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Links' })).toHaveFocus();
  });

  it('say without a connection that they need one, without an error', async () => {
    serveLinks(aLink());
    let isAway = true;
    server.use(http.post(rpc('list_links'), () => (isAway ? HttpResponse.error() : undefined)));
    const { user, list } = await openList();
    const message = await list.findByText(
      'The list of links needs a connection. It comes by itself when there is one.',
      {},
      { timeout: 8_000 },
    );
    expect(message).toBeVisible();
    expect(list.queryByRole('alert')).toBeNull();
    isAway = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByText('Insurer')).toBeVisible();
    expect(list.queryByText(/^The list of links needs a connection/u)).toBeNull();
  });

  it('say that reading them was refused', async () => {
    serveLinks(aLink());
    server.use(
      http.post(rpc('list_links'), () => HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 })),
    );
    const { list } = await openList();
    expect(await list.findByRole('alert')).toHaveTextContent('Error fetching data.');
  });

  it('are in the editor of the site for the office, with their visits', async () => {
    serveLinks(aLink());
    const withVisits = { ...listedSite(), tasks2024: [march, february] };
    serveMaintable(withVisits);
    servePosts('Exit');
    renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    const part = within(await screen.findByRole('region', { name: 'Links without a login' }));
    expect(
      part.getByText('Whoever has a link sees its visits without a key, and nothing else of the site.'),
    ).toBeVisible();
    expect(await part.findByText('Insurer')).toBeVisible();
    expect(await part.findByText('Spring replaced, 26 March 2026')).toBeVisible();
  });

  it('are in the language of the reader', async () => {
    switchLanguage('zh');
    serveLinks(aLink());
    serveSites(site());
    const { user } = renderRoute('/profile');
    await user.click(await screen.findByRole('button', { name: '免登录链接' }));
    expect(await screen.findByText('打开过 3 次，最近一次 2026年11月20日')).toBeVisible();
  });
});

const pressEnd = async ({ user, list }: Awaited<ReturnType<typeof openList>>) => {
  await user.click(await list.findByRole('button', { name: 'End the link for Insurer' }));
  return within(screen.getByRole('dialog', { name: 'End the link for Insurer?' }));
};

describe('ending a link', () => {
  it('asks once, and ends the link at once', async () => {
    const { ended } = serveLinks(aLink());
    const openedList = await openList();
    const question = await pressEnd(openedList);
    expect(question.getByText(/^It stops at once, for everybody who has it\./u)).toBeVisible();
    expect(ended).toEqual([]);
    await openedList.user.click(question.getByRole('button', { name: 'End' }));
    expect(await openedList.list.findByText('The link for Insurer has ended.')).toBeVisible();
    expect(ended).toEqual([7]);
    expect(screen.getByRole('group', { name: 'Links' })).toHaveFocus();
    await waitFor(() => expect(itemOf('Insurer')).toHaveTextContent('Ended on 22 November 2026'));
  });

  it('does nothing when it is cancelled', async () => {
    const { ended } = serveLinks(aLink());
    const openedList = await openList();
    const question = await pressEnd(openedList);
    await openedList.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(ended).toEqual([]);
    expect(openedList.list.getByRole('button', { name: 'End the link for Insurer' })).toHaveFocus();
  });

  it.each([
    ['that is not there', 404, 'PT404', 'This link does not exist any more.'],
    ['that the server refuses to end', 403, 'PT403', 'Error updating data. Try again.'],
  ])('a link %s causes a message', async (_, status, code, words) => {
    serveLinks(aLink());
    server.use(http.post(rpc('end_link'), () => HttpResponse.json({ code, message: 'no' }, { status })));
    const openedList = await openList();
    const question = await pressEnd(openedList);
    await openedList.user.click(question.getByRole('button', { name: 'End' }));
    expect(await question.findByRole('alert')).toHaveTextContent(words);
  });
});
