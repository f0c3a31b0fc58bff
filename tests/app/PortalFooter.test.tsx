import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../src/app/routes.tsx';
import { companyName } from '../../src/records/company.ts';
import { chooseTheme } from '../../src/lib/screen/theme.ts';
import { adminSession, renderRoute } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';

beforeEach(() => {
  chooseTheme('system');
  server.use(
    http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
    http.post(`${origin}/rest/v1/rpc/*`, () => HttpResponse.json([])),
  );
});

const footer = async () => within(await screen.findByRole('contentinfo'));

it.each([...routes.map(({ path }) => path), '/nowhere'])('is on every page: %s', async (path) => {
  renderRoute(path, adminSession);
  const support = (await footer()).getByRole('link', { name: 'Contact Support' });
  expect(support).toHaveAttribute('href', 'https://wa.me/60100000000');
  expect(support).toHaveAttribute('target', '_blank');
  expect(support).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect((await footer()).getByText(`Serviced by ${companyName}`)).toBeVisible();
});

it('is left out of the login, which has its own link to support', async () => {
  renderRoute('/', null);
  expect(await screen.findByRole('link', { name: 'Contact Support' })).toBeVisible();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('switches the theme, and stores it on the device', async () => {
  const { user } = renderRoute('/guide');
  const theme = within((await footer()).getByRole('group', { name: 'Theme' }));
  const pressed = () => theme.getByRole('button', { pressed: true }).textContent;
  expect(pressed()).toBe('System');
  await user.click(theme.getByRole('button', { name: 'Dark' }));
  expect(pressed()).toBe('Dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('portal.theme')).toBe('dark');
  await user.click(theme.getByRole('button', { name: 'System' }));
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('light'));
});
