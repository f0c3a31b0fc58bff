import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { routes } from '../../src/app/routes.tsx';
import { chooseTheme } from '../../src/lib/screen/theme.ts';
import { companyName } from '../../src/records/company.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';

beforeEach(() => {
  chooseTheme('system');
  server.use(
    http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
    http.post(`${origin}/rest/v1/rpc/*`, () => HttpResponse.json([])),
  );
});

/** Expects a link that calls and a link that writes, with one click each. Returns the link that calls. */
const expectContacts = () => {
  const bar = within(screen.getByRole('banner'));
  const support = bar.getByRole('link', { name: 'Contact Support' });
  expect(support).toHaveAttribute('href', 'https://wa.me/60100000000');
  expect(support).toHaveAttribute('target', '_blank');
  expect(support).toHaveAttribute('rel', expect.stringContaining('noopener'));
  // the visible number is at the start of the name, because people who control their computer by voice say what they see
  const call = bar.getByRole('link', { name: '010-000 0009 (hotline, day and night, every day)' });
  expect(call).toHaveAttribute('href', 'tel:0100000009');
  return call;
};

const footer = async () => within(await screen.findByRole('contentinfo'));

it.each([...routes.map(({ path }) => path), '/nowhere'])(
  'the footer and the contacts are on every page: %s',
  async (path) => {
    renderRoute(path, adminSession);
    expect((await footer()).getByText(`Serviced by ${companyName}`)).toBeVisible();
    expectContacts();
  },
);

it.each([
  ['a client', userSession],
  ['a technician', technicianSession],
])('the contacts are there for %s', async (_, session) => {
  renderRoute('/guide', session);
  await footer();
  expectContacts();
});

it('the contacts stay in the bar, before the menu, if the bar is folded', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media.includes('width') }),
  );
  renderRoute('/guide');
  await footer();
  const call = expectContacts();
  const menu = screen.getByRole('button', { name: 'Menu' });
  expect(call.compareDocumentPosition(menu)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('the login has neither the bar nor the footer, but its own link to support', async () => {
  renderRoute('/', null);
  expect(await screen.findByRole('link', { name: 'Contact Support' })).toBeVisible();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('the footer switches the theme, and stores it on the device', async () => {
  const { user } = renderRoute('/guide');
  const theme = within((await footer()).getByRole('group', { name: 'Theme' }));
  const pressedTheme = () => theme.getByRole('button', { pressed: true }).textContent;
  expect(pressedTheme()).toBe('System');
  await user.click(theme.getByRole('button', { name: 'Dark' }));
  expect(pressedTheme()).toBe('Dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('portal.theme')).toBe('dark');
  await user.click(theme.getByRole('button', { name: 'System' }));
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('light'));
});
