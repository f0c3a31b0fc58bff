import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LazyScreen, type LoadComponent } from '../../src/app/LazyScreen.tsx';
import { codeTimeoutMs, slowAfterMs } from '../../src/lib/fetch-code.ts';

const Part = ({ words }: { words: string }) => <p>{words}</p>;
const failedFetch = () => Promise.reject(new TypeError('Failed to fetch http://portal.test/assets/Part-1.js'));
const never: LoadComponent<object> = () => new Promise(() => undefined);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('shows the component once it is loaded, and at once the next time', async () => {
  const load = vi.fn<LoadComponent<{ words: string }>>(() => Promise.resolve(Part));
  const { unmount } = render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  expect(await screen.findByText('Here')).toBeVisible();
  unmount();
  render(<LazyScreen load={load} props={{ words: 'Again' }} title="Profile" />);
  expect(screen.getByText('Again')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('reports a failed load without naming the file, and loads it again with Try again', async () => {
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

it('shows the heading of its page while it loads and when it fails', async () => {
  const load = vi.fn<LoadComponent<{ words: string }>>(failedFetch);
  render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  expect(screen.getByRole('heading', { level: 1, name: 'Profile (loading)' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  await screen.findByRole('alert');
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(document.title).toBe('Profile | RFID Boom Gate Portal');
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

it('reports a slow load after 15 s, gives up after 120 s, and still shows a component that arrives later', async () => {
  vi.useFakeTimers();
  const later: { come?: (part: typeof Part) => void } = {};
  const load: LoadComponent<{ words: string }> = () =>
    new Promise((resolve) => {
      later.come = resolve;
    });
  render(<LazyScreen load={load} props={{ words: 'Here' }} title="Profile" />);
  await pass(slowAfterMs - 1);
  expect(screen.queryByRole('button')).toBeNull();
  await pass(1);
  expect(screen.getByRole('status')).toHaveTextContent(
    'This page is taking a long time to load. The connection may be slow.',
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await pass(codeTimeoutMs - slowAfterMs - 1);
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(1);
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be loaded.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await act(async () => later.come?.(Part));
  expect(screen.getByText('Here')).toBeVisible();
});

it('leaves no timer running when it is unmounted', async () => {
  vi.useFakeTimers();
  const { unmount } = render(<LazyScreen load={never} props={{}} title="Profile" />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
