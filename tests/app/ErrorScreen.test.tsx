import { render, screen, act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { LazyScreen, type LoadComponent } from '../../src/app/LazyScreen.tsx';
import { routes } from '../../src/app/routes.tsx';
import { codeTimeoutMs, slowAfterMs } from '../../src/lib/fetch-code.ts';
import { setLanguage } from '../../src/lib/language/translate.ts';
import * as paths from '../../src/records/portal-paths.ts';
import { allowConsole } from '../support/console.ts';
import { adminSession, renderRoute } from '../support/render-route.tsx';

function renderBroken(error: unknown) {
  allowConsole(/Error|error|Response/u);
  const Broken = () => {
    throw error;
  };
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
}

describe('the error screen', () => {
  it.each([
    ['a message', new Error('Cannot read the plate'), 'Cannot read the plate'],
    ['a status', new Response(null, { status: 404, statusText: 'Not Found' }), '404 Not Found'],
    ['a text', 'out of order', 'out of order'],
    ['nothing to say', null, 'Unknown error'],
  ])('shows %s', (_kind, error, text) => {
    renderBroken(error);
    expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to start' })).toHaveAttribute('href', '/');
  });
});

it.each([
  ['message', new TypeError("Cannot read properties of undefined (reading 'plate')"), 'Ralat tidak diketahui'],
  ['status', new Response(null, { status: 404, statusText: 'Not Found' }), 'Ralat tidak diketahui'],
])('shows no %s in English to a reader of another language', (_kind, error, text) => {
  setLanguage('ms', 'ms-MY', { 'Unknown error': 'Ralat tidak diketahui' });
  renderBroken(error);
  expect(screen.getByRole('alert').textContent).toBe(text);
  setLanguage('en', 'en-GB', {});
});

describe('a screen that breaks', () => {
  it('shows the error in the frame, and the next screen works', async () => {
    allowConsole(/Cannot read the plate/u);
    const broken = routes.find(({ path }) => path === paths.records);
    if (!broken) throw new Error('There is no such screen');
    vi.spyOn(broken, 'screen').mockResolvedValue(() => {
      throw new Error('Cannot read the plate');
    });
    const { user } = renderRoute(paths.records, adminSession);
    expect(await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Cannot read the plate');
    await user.click(screen.getByRole('link', { name: 'Update ZIP' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a portal that was not set up', () => {
  it('names the missing variables', () => {
    vi.stubEnv('VITE_SUPABASE_URL', '');
    renderRoute('/', null);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The portal is not set up yet');
    expect(screen.getByText('VITE_SUPABASE_URL')).toBeVisible();
    expect(screen.queryByText('VITE_SUPABASE_ANON_KEY')).toBeNull();
  });
});

const Part = ({ words }: { words: string }) => <p>{words}</p>;

const failedFetch = () => Promise.reject(new TypeError('Failed to fetch http://portal.test/assets/Part-1.js'));

const neverLoads: LoadComponent<object> = () => new Promise(() => undefined);

const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('a screen is shown once its code is loaded, and at once the next time', async () => {
  const load = vi.fn<LoadComponent<{ words: string }>>(() => Promise.resolve(Part));
  const { unmount } = render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  expect(await screen.findByText('Here')).toBeVisible();
  unmount();
  render(<LazyScreen load={load} props={{ words: 'Again' }} title="Profile" />);
  expect(screen.getByText('Again')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('a screen that failed to load says so without naming the file, and is loaded again with Try again', async () => {
  const load = vi.fn<LoadComponent<{ words: string }>>(() => Promise.resolve(Part));
  load.mockImplementationOnce(failedFetch).mockImplementationOnce(failedFetch);
  render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This page could not be loaded. Check your connection and try again.',
  );
  expect(document.body).not.toHaveTextContent('assets');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});

it('a screen has its heading while it loads and when it fails', async () => {
  const load = vi.fn<LoadComponent<{ words: string }>>(failedFetch);
  render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  expect(screen.getByRole('heading', { level: 1, name: 'Profile (loading)' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  await screen.findByRole('alert');
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(document.title).toBe('Profile | RFID Boom Gate Portal');
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

it('a screen reports slow loading after 15 s, gives up after 120 s, and is still shown if it arrives later', async () => {
  vi.useFakeTimers();
  const later: { come?: (part: typeof Part) => void } = {};
  const load: LoadComponent<{ words: string }> = () =>
    new Promise((resolve) => {
      later.come = resolve;
    });
  render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  await advanceTime(slowAfterMs - 1);
  expect(screen.queryByRole('button')).toBeNull();
  await advanceTime(1);
  expect(screen.getByRole('status')).toHaveTextContent(
    'This page is taking a long time to load. The connection may be slow.',
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await advanceTime(codeTimeoutMs - slowAfterMs - 1);
  expect(screen.queryByRole('alert')).toBeNull();
  await advanceTime(1);
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be loaded.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await act(async () => later.come?.(Part));
  expect(screen.getByText('Here')).toBeVisible();
});

it('a screen leaves no timer running when it is unmounted', async () => {
  vi.useFakeTimers();
  const { unmount } = render(<LazyScreen load={neverLoads} props={{}} title="Profile" />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
