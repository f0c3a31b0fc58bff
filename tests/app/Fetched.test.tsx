import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Fetched, type Load } from '../../src/app/Fetched.tsx';

const Part = ({ words }: { words: string }) => <p>{words}</p>;
const failedFetch = () => Promise.reject(new TypeError('Failed to fetch http://portal.test/assets/Part-1.js'));

it('shows what it fetched, and the next time at once', async () => {
  const load = vi.fn<Load<{ words: string }>>(() => Promise.resolve(Part));
  const { unmount } = render(<Fetched load={load} props={{ words: 'Here' }} />);
  expect(await screen.findByText('Here')).toBeVisible();
  unmount();
  render(<Fetched load={load} props={{ words: 'Again' }} />);
  expect(screen.getByText('Again')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('says that it did not come, names no file, and fetches it again when asked', async () => {
  const load = vi.fn<Load<{ words: string }>>(() => Promise.resolve(Part));
  load.mockImplementationOnce(failedFetch).mockImplementationOnce(failedFetch);
  render(<Fetched load={load} props={{ words: 'Here' }} />);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This page could not be loaded. Check your connection and try again.',
  );
  expect(document.body).not.toHaveTextContent('assets');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});
