import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { retryDelayMs } from '../../src/app/LazyScreen.tsx';
import { PortalMessages } from '../../src/app/PortalMessages.tsx';
import { notify, undoDurationMs } from '../../src/lib/notify.ts';
import { AlertDialog } from '../../src/ui/AlertDialog.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { PageToasts } from '../../src/ui/message/ToastSheet.tsx';
import { allowConsole } from '../support/console.ts';
import { renderRoute } from '../support/render-route.tsx';

const failToLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('messages', () => {
  it('announces a success as a status and an error as an alert that stays until closed', async () => {
    const { user } = renderRoute('/', null);
    act(() => {
      notify.success('Data updated successfully!');
      notify.error('Error updating data.');
    });
    expect(await screen.findByRole('status')).toHaveTextContent('Data updated successfully!');
    const error = screen.getByRole('alert');
    expect(error).toHaveTextContent('Error updating data.');
    await user.click(screen.getAllByRole('button', { name: 'Dismiss this message' })[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Dismiss this message' }));
    expect(error).not.toBeInTheDocument();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows only the most important message while the card of all messages cannot be loaded', async () => {
    allowConsole(/Failed to fetch/u);
    const loadToasts = vi.fn(async () => PageToasts).mockImplementationOnce(failToLoad);
    render(<PortalMessages loadToasts={loadToasts} />);
    act(() => {
      notify.warning('One photo is missing.');
      notify.error('Error updating data.');
      notify.warning('Another photo is missing.');
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Error updating data.');
    expect(screen.getAllByRole('button', { name: 'Dismiss this message' })).toHaveLength(1);
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'Show all 3' })).toBeVisible();
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
    render(<PortalMessages loadAlert={failToLoad} />);
    act(() => {
      notify.alert('One file is not uploaded.');
      notify.alert('second');
    });
    // the newest message in front, and the other one announced as well
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
        'second',
        'One file is not uploaded.',
      ]),
    );
    act(() => notify.alert('third'));
    expect(await screen.findByText('third')).toBeVisible();
  });

  it.each([
    ['the network is back', () => act(async () => dispatchEvent(new Event('online')))],
    ['a while has passed', () => act(() => vi.advanceTimersByTimeAsync(retryDelayMs))],
  ])('loads the dialog again when %s', async (_, trigger) => {
    allowConsole(/Failed to fetch/u);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const loadAlert = vi.fn(() => Promise.resolve(AlertDialog));
    loadAlert.mockImplementationOnce(failToLoad);
    const listenerSpy = vi.spyOn(globalThis, 'addEventListener');
    render(<PortalMessages loadAlert={loadAlert} />);
    act(() => notify.alert('first'));
    expect(await screen.findByRole('alert')).toHaveTextContent('first');
    // the message is shown before the portal waits for the network
    await waitFor(() => expect(listenerSpy).toHaveBeenCalledWith('online', expect.anything(), expect.anything()));
    await trigger();
    await waitFor(() => expect(loadAlert).toHaveBeenCalledTimes(2));
    act(() => notify.alert('second'));
    expect(await screen.findByRole('alertdialog', { name: 'second' })).toBeVisible();
  });
});

const page = (...titles: string[]) => (
  <>
    <PortalMessages />
    {titles.map((title) => (
      <Dialog key={title} open title={title} onClose={() => undefined}>
        {null}
      </Dialog>
    ))}
  </>
);
const inDialog = (name: string) => within(screen.getByRole('dialog', { name }));
/** Waits until a message is no longer new: only a new one is announced when its element appears (`FirstToast.tsx`). */
const waitUntilAnnounced = () => act(() => vi.advanceTimersByTimeAsync(2_000));
const liveOf = (text: string) => screen.getByText(text).closest('[aria-live]');

// content outside the newest dialog can be neither pressed nor heard
describe('messages while dialogs are open', () => {
  it('are in the newest dialog, where they can be closed', async () => {
    const user = userEvent.setup();
    const { rerender } = render(page('Visit', 'Photo'));
    act(() => notify.error('The PDF could not be made.'));
    expect(screen.getAllByText('The PDF could not be made.')).toHaveLength(1);
    expect(inDialog('Photo').getByRole('alert')).toHaveTextContent('The PDF could not be made.');
    rerender(page('Visit'));
    expect(inDialog('Visit').getByText('The PDF could not be made.')).toBeVisible();
    await user.click(inDialog('Visit').getByRole('button', { name: 'Dismiss this message' }));
    expect(screen.queryByText('The PDF could not be made.')).toBeNull();
  });

  it('move into a dialog that opens and out of it when it closes, and are announced once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { rerender } = render(page());
    act(() => notify.warning('One file is missing.'));
    expect(await screen.findByRole('status')).toHaveTextContent('One file is missing.');
    await waitUntilAnnounced();
    rerender(page('Visit'));
    expect(screen.getByRole('dialog')).toContainElement(screen.getByText('One file is missing.'));
    expect(liveOf('One file is missing.')).toHaveAttribute('aria-live', 'off');
    rerender(page());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(liveOf('One file is missing.')).toHaveAttribute('aria-live', 'off');
    expect(screen.queryByRole('status')).toBeNull();
    act(() => notify.warning('One file is missing.'));
    expect(screen.getByRole('status')).toHaveTextContent('One file is missing.');
  });

  it('are announced on the page when their dialog closes at once', async () => {
    const { rerender } = render(page('Save'));
    act(() => notify.success('Data updated successfully!'));
    rerender(page());
    expect(await screen.findByRole('status')).toHaveTextContent('Data updated successfully!');
  });

  it('still disappear by themselves after the pointer was on them', async () => {
    vi.useFakeTimers();
    const { rerender } = render(page('Visit'));
    act(() => void notify.undo('The visit is hidden.', () => undefined));
    fireEvent.pointerOver(screen.getByText('The visit is hidden.'));
    rerender(page());
    await act(() => vi.advanceTimersByTimeAsync(undoDurationMs));
    expect(screen.queryByText('The visit is hidden.')).toBeNull();
  });
});
