import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { PortalMessages } from '../../src/app/App.tsx';
import { retryDelayMs } from '../../src/app/LazyScreen.tsx';
import { notify } from '../../src/lib/notify.ts';
import { AlertDialog } from '../../src/ui/AlertDialog.tsx';
import { allowConsole } from '../support/console.ts';
import { renderRoute } from '../support/render-route.tsx';

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('messages', () => {
  it('announces a success as a status and an error as an alert that stays until closed', async () => {
    const { user } = renderRoute('/', null);
    act(() => {
      notify.success('Data updated successfully!');
      notify.error('Error updating data.');
    });
    expect(screen.getByRole('status')).toHaveTextContent('Data updated successfully!');
    const error = screen.getByRole('alert');
    expect(error).toHaveTextContent('Error updating data.');
    const closers = screen.getAllByRole('button', { name: 'Close this message' });
    for (const closer of closers) await user.click(closer);
    expect(error).not.toBeInTheDocument();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows alerts one by one until each is acknowledged; Escape acknowledges', async () => {
    const { user } = renderRoute('/', null);
    act(() => {
      notify.alert('first');
      notify.alert('second');
    });
    expect(await screen.findByRole('alertdialog', { name: 'first' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'second' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows alerts as messages while their dialog cannot be loaded', async () => {
    allowConsole(/Failed to fetch/u);
    render(<PortalMessages load={lost} />);
    act(() => {
      notify.alert('One file is not uploaded.');
      notify.alert('second');
    });
    expect((await screen.findAllByRole('alert')).map((one) => one.textContent)).toEqual([
      'One file is not uploaded.',
      'second',
    ]);
    act(() => notify.alert('third'));
    expect(await screen.findByText('third')).toBeVisible();
  });

  it.each([
    ['the network is back', () => act(async () => dispatchEvent(new Event('online')))],
    ['a while has passed', () => act(() => vi.advanceTimersByTimeAsync(retryDelayMs))],
  ])('loads the dialog again when %s', async (_, happens) => {
    allowConsole(/Failed to fetch/u);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const load = vi.fn(() => Promise.resolve(AlertDialog));
    load.mockImplementationOnce(lost);
    const listening = vi.spyOn(globalThis, 'addEventListener');
    render(<PortalMessages load={load} />);
    act(() => notify.alert('first'));
    expect(await screen.findByRole('alert')).toHaveTextContent('first');
    // the message is there before it waits for the network
    await waitFor(() => expect(listening).toHaveBeenCalledWith('online', expect.anything(), expect.anything()));
    await happens();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    act(() => notify.alert('second'));
    expect(await screen.findByRole('alertdialog', { name: 'second' })).toBeVisible();
  });
});
