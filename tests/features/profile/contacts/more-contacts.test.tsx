import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { aContact, rowsUrl, serveContacts } from '../../../components/site-rows/serve-rows.ts';
import { renderRoute, technicianSession } from '../../../support/render-route.tsx';
import { overviewRow, serveSites, siteRow } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { servePosts } from '../../sites/serve-maintable.ts';

it('a profile has the other contacts, with links that call and write', async () => {
  servePosts();
  serveSites(siteRow());
  serveContacts(
    // a role that is known in each language is shown in the reader's
    aContact({ role: 'ejen pengurusan' }),
    aContact({ id: 2, name: 'Guard house', role: null, email: null }),
  );
  renderRoute('/profile');
  const list = (await screen.findByText('Mr Lim')).closest('dl');
  if (!list) throw new Error('There is no list of contacts');
  expect(list).toHaveAttribute('aria-label', 'More contacts');
  const more = within(list);
  expect(more.getByText('Managing agent')).toBeVisible();
  expect(more.getByText('Contact')).toBeVisible();
  expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+6581234567',
    'mailto:lim@agent.example',
    'tel:+6581234567',
  ]);
});

it('a profile says if the other contacts cannot be loaded, and nothing if there are none', async () => {
  servePosts();
  serveSites(siteRow());
  const answered = vi.fn<() => void>();
  server.use(
    http.get(rowsUrl('site_contacts'), () => {
      answered();
      return answered.mock.calls.length > 1
        ? HttpResponse.json([])
        : HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 });
    }),
  );
  const { user } = renderRoute('/profile');
  const failure = await screen.findByText('The contacts could not be loaded.');
  if (!failure.parentElement) throw new Error('The failure stands alone');
  await user.click(within(failure.parentElement).getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByText('The contacts could not be loaded.')).toBeNull());
  expect(screen.queryByLabelText('More contacts')).toBeNull();
});

it('a technician calls the other contacts from the list of sites', async () => {
  const { name, role, phone, email } = aContact();
  server.use(
    http.post(`${origin}/rest/v1/rpc/site_overview`, () =>
      HttpResponse.json([overviewRow({ name: 'Bayu', site_contacts: [{ name, role, phone, email }] })]),
    ),
    http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json([])),
  );
  renderRoute('/DataEditor/my-sites', technicianSession);
  const card = within(await screen.findByRole('article', { name: 'Bayu' }));
  expect(card.getByText('Managing agent')).toBeVisible();
  expect(card.getByText('Mr Lim')).toBeVisible();
  expect(card.getByRole('link', { name: '+65 81234567' })).toHaveAttribute('href', 'tel:+6581234567');
});
