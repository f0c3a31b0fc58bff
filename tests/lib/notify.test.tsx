import { describe, expect, it, vi } from 'vitest';
import { endSession, setSession } from '../../src/lib/device/session.ts';
import { message } from '../../src/lib/language/translate.ts';
import {
  dismissAlert,
  dismissToast,
  dismissToasts,
  sortedToasts,
  setToastListOpen,
  withdrawToasts,
  getMessages,
  pauseToasts,
  notify,
  resumeToasts,
  successDurationMs,
  undoDurationMs,
} from '../../src/lib/notify.ts';
import { userSession } from '../support/render-route.tsx';

const texts = () => getMessages().toasts.map((toast) => toast.text);

describe('notify', () => {
  it('removes a success after five seconds, and keeps an error or warning until it is closed', () => {
    vi.useFakeTimers();
    notify.success('Data updated successfully!');
    notify.warning('Saved. 1 photo is missing.');
    notify.error('Error updating data.');
    expect(texts()).toEqual(['Data updated successfully!', 'Saved. 1 photo is missing.', 'Error updating data.']);
    vi.advanceTimersByTime(successDurationMs);
    expect(texts()).toEqual(['Saved. 1 photo is missing.', 'Error updating data.']);
    vi.advanceTimersByTime(10 * successDurationMs);
    for (const { id } of getMessages().toasts) dismissToast(id);
    expect(texts()).toEqual([]);
  });

  it('offers Undo for ten seconds, and longer while the pointer is on it', () => {
    vi.useFakeTimers();
    notify.undo('Visit removed.', () => undefined);
    const [toast] = getMessages().toasts;
    expect(toast?.action?.label).toBe('Undo');
    vi.advanceTimersByTime(undoDurationMs - 1);
    pauseToasts('pointer');
    vi.advanceTimersByTime(10 * undoDurationMs);
    expect(texts()).toEqual(['Visit removed.']);
    resumeToasts('pointer');
    vi.advanceTimersByTime(undoDurationMs - 1);
    expect(texts()).toEqual(['Visit removed.']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('keeps the Undo of a toast when another toast has the same text', () => {
    vi.useFakeTimers();
    const undone: number[] = [];
    notify.undo('Visit removed.', () => undone.push(1));
    notify.undo('Visit removed.', () => undone.push(2));
    for (const toast of getMessages().toasts) toast.action?.run();
    expect(undone).toEqual([1, 2]);
    expect(texts()).toEqual([]);
  });

  it('removes no message while it is pointed at, focused or listed, whatever else of the three ends', () => {
    vi.useFakeTimers();
    notify.undo('Visit removed.', () => undefined);
    pauseToasts('focus');
    setToastListOpen(true);
    resumeToasts('focus');
    notify.success('Data updated successfully!');
    vi.advanceTimersByTime(10 * undoDurationMs);
    expect(texts()).toEqual(['Visit removed.', 'Data updated successfully!']);
    setToastListOpen(false);
    vi.advanceTimersByTime(undoDurationMs);
    expect(texts()).toEqual([]);
  });

  it('orders errors first, then the newest of what stays or can be undone, then what disappears', () => {
    vi.useFakeTimers();
    const action = { label: message('Share'), run: () => undefined };
    notify.error('Error updating data.');
    notify.success('Report saved.', action);
    notify.undo('Visit removed.', () => undefined);
    notify.success('Data updated successfully!');
    notify.warning('One photo is missing.');
    expect(sortedToasts(getMessages().toasts).map(({ text }) => text)).toEqual([
      'Error updating data.',
      'One photo is missing.',
      'Visit removed.',
      'Report saved.',
      'Data updated successfully!',
    ]);
  });

  it('replaces a message about the same thing, and tells its sender when it is closed', () => {
    const closed: string[] = [];
    const alertAbout = (text: string, about: string) =>
      notify.success(
        text,
        { label: message('See it'), run: () => undefined },
        { about, onClose: () => closed.push(about) },
      );
    alertAbout('Now under March.', 'visit/1');
    alertAbout('Now under April.', 'visit/1');
    alertAbout('Now under May.', 'visit/2');
    expect(texts()).toEqual(['Now under April.', 'Now under May.']);
    withdrawToasts((about) => about === 'visit/1');
    expect([texts(), closed]).toEqual([['Now under May.'], ['visit/1']]);
    dismissToasts();
    expect([texts(), closed]).toEqual([[], ['visit/1', 'visit/2']]);
  });

  it('keeps a success with an action until it is closed', () => {
    vi.useFakeTimers();
    const run = vi.fn<() => void>();
    notify.success('Report saved.', { label: message('Share'), run });
    vi.advanceTimersByTime(10 * undoDurationMs);
    const [toast] = getMessages().toasts;
    toast?.action?.run();
    expect(run).toHaveBeenCalledOnce();
    expect(texts()).toEqual(['Report saved.']);
    dismissToast(toast?.id ?? 0);
    expect(texts()).toEqual([]);
  });

  it('removes everything after a logout', () => {
    setSession(userSession);
    notify.error('The report could not be made.');
    notify.alert('ERROR: Please Insert Date!');
    endSession('logout');
    expect(getMessages()).toEqual({ toasts: [], alerts: [] });
  });

  it('removes actions when their session expires, and plain messages at the next login', () => {
    setSession(userSession);
    notify.error('Error updating data.');
    notify.success('Report saved.', { label: message('Share'), run: () => undefined });
    // a later expiry, but the same session
    setSession({ ...userSession, expiresAt: '2027-01-01T00:00:00+08:00' });
    expect(texts()).toEqual(['Error updating data.', 'Report saved.']);
    endSession('expired');
    expect(texts()).toEqual(['Error updating data.']);
    setSession({ ...userSession, token: 'another' });
    expect(texts()).toEqual([]);
  });

  it('does not show the same error twice', () => {
    notify.error('Error updating data.');
    notify.error('Error updating data.');
    expect(texts()).toEqual(['Error updating data.']);
    for (const toast of getMessages().toasts) dismissToast(toast.id);
  });

  it('shows alerts one after the other', () => {
    notify.alert('first');
    notify.alert('second');
    expect(getMessages().alerts[0]).toBe('first');
    dismissAlert();
    expect(getMessages().alerts).toEqual(['second']);
    dismissAlert();
    expect(getMessages().alerts).toEqual([]);
  });
});
