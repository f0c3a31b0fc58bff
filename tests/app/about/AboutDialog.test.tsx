import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderRoute, userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';

const page = location.origin;
const terms = () => new HttpResponse('jspdf 4.2.1\n\nLicence: MIT', { headers: { 'content-type': 'text/plain' } });

/** The script of a build, which has a hash in its name. */
const builtScript = document.createElement('script');
builtScript.type = 'module';
builtScript.setAttribute('src', '/assets/index-D3kX9a.js');
afterEach(() => builtScript.remove());

async function openAbout() {
  renderRoute('/guide', userSession);
  await userEvent.click(await screen.findByRole('button', { name: 'About this portal' }));
  return screen.findByRole('dialog', { name: 'About this portal' });
}

beforeEach(() => {
  server.use(http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])));
});

test('the dialog says which release and browser this is, and the terms of all that the portal contains', async () => {
  document.head.append(builtScript);
  server.use(http.get(`${page}/notices.txt`, terms));
  const dialog = await openAbout();
  expect(within(dialog).getByText('D3kX9a')).toBeVisible();
  expect(within(dialog).getByText(navigator.userAgent)).toBeVisible();
  expect(await within(dialog).findByText(/^jspdf 4\.2\.1\s+Licence: MIT$/)).toBeVisible();
});

test.each([
  ['the host has no such file', () => new HttpResponse(null, { status: 404 })],
  [
    'the host answers with the page',
    () => new HttpResponse('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['there is no connection', () => HttpResponse.error()],
])('the dialog says that the terms could not be loaded if %s, and a press requests them again', async (_, respond) => {
  document.head.append(builtScript);
  server.use(http.get(`${page}/notices.txt`, respond));
  const dialog = await openAbout();
  expect(await within(dialog).findByText('These terms could not be loaded.')).toBeVisible();
  server.use(http.get(`${page}/notices.txt`, terms));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByText(/^jspdf 4\.2\.1/)).toBeVisible();
});

test('the dialog of a portal that was not built says so, and requests no terms', async () => {
  const onRequest = vi.fn(terms);
  server.use(http.get(`${page}/notices.txt`, onRequest));
  const dialog = await openAbout();
  expect(within(dialog).getByText('The build writes these terms; this is no build.')).toBeVisible();
  expect(onRequest).not.toHaveBeenCalled();
});
