import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PortalMessages } from '../../../src/app/PortalMessages.tsx';
import { draftTitles, storeDraft, readDraft } from '../../../src/lib/device/drafts.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { storeDelayMs, useDraft } from '../../../src/lib/screen/use-draft.ts';
import { adminSession, userSession } from '../../support/render-route.tsx';

const schema = v.string();
const stored = (name = 'note') => readDraft(name, schema)?.value ?? null;
const open = () =>
  renderHook(() =>
    useDraft('note', schema, { title: (text, name) => storedMessage('{name}: {text}', { name, text }) }),
  );

/** Types, and closes the form. Returns what a save does that ends later. */
function leave(): () => void {
  const { result, unmount } = open();
  act(() => result.current.change(() => 'Arm bent'));
  unmount();
  return () => void result.current.replace('Arm bent, sent');
}

beforeEach(() => setSession(adminSession));

describe('what is typed', () => {
  it('is listed for the logout from the first letter, and stored once nothing more is typed', () => {
    vi.useFakeTimers();
    const { result } = open();
    act(() => result.current.change(() => 'A'));
    expect(draftTitles()).toEqual(['note: A']);
    act(() => result.current.change((before) => `${before}rm`));
    vi.advanceTimersByTime(storeDelayMs - 1);
    act(() => result.current.change((before) => `${before} bent`));
    vi.advanceTimersByTime(storeDelayMs - 1);
    expect([stored(), result.current.value]).toEqual(['A', 'Arm bent']);
    vi.advanceTimersByTime(1);
    expect(stored()).toBe('Arm bent');
    act(() => result.current.change(() => null));
    expect(stored()).toBeNull();
  });

  it.each([
    ['the form closes', (unmount: () => void) => unmount()],
    ['the page is hidden', () => void dispatchEvent(new Event('pagehide'))],
    [
      'the session expires',
      (unmount: () => void) => {
        endSession('expired');
        unmount();
        setSession(adminSession);
      },
    ],
  ])('is stored at once when %s', (_, close) => {
    const { result, unmount } = open();
    act(() => result.current.change(() => 'A'));
    act(() => result.current.change(() => 'Arm bent'));
    act(() => close(unmount));
    expect(stored()).toBe('Arm bent');
  });

  it('of another tab is neither replaced nor removed by a form that was only opened', () => {
    storeDraft('note', storedMessage('Note'), 'mine');
    const { result, unmount } = open();
    expect([result.current.value, result.current.restoredAt]).toEqual(['mine', expect.any(Number)]);
    storeDraft('note', storedMessage('Note'), 'of another tab');
    unmount();
    expect(stored()).toBe('of another tab');
  });

  it('is said not to be kept where the device stores nothing', () => {
    const { result } = open();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => result.current.change(() => 'A'));
    expect([result.current.value, result.current.isStored]).toEqual(['A', false]);
  });
});

describe('what a save changes after its form has closed', () => {
  it('is stored', () => {
    leave()();
    expect(stored()).toBe('Arm bent, sent');
  });

  it('is not handed to the next key, nor brought back after a logout', () => {
    const end = leave();
    setSession(userSession);
    end();
    expect(stored()).toBeNull();
    setSession(adminSession);
    expect(stored()).toBe('Arm bent');
    endSession('logout');
    setSession(adminSession);
    end();
    expect([stored(), draftTitles()]).toEqual([null, []]);
  });
});

describe('a discarded draft', () => {
  it('comes back with Undo, also once its form has closed', async () => {
    render(<PortalMessages />);
    const { result, unmount } = open();
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.discard());
    expect([result.current.value, stored()]).toEqual([null, null]);
    unmount();
    expect(await screen.findByText('Your changes were discarded.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(stored()).toBe('Arm bent');
  });

  it('does not come back over what was typed since', async () => {
    render(<PortalMessages />);
    const { result } = open();
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.discard());
    act(() => result.current.change(() => 'Loop cut'));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(result.current.value).toBe('Loop cut');
  });
});

describe('a draft under another name', () => {
  it('is stored there before it is removed here', () => {
    const { result } = open();
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.moveTo('other', 'Arm bent at the other'));
    expect([stored(), stored('other'), draftTitles()]).toEqual([
      null,
      'Arm bent at the other',
      ['other: Arm bent at the other'],
    ]);
    expect([result.current.value, result.current.restoredAt]).toEqual(['Arm bent at the other', null]);
  });

  it('does not come back here when what was typed last is stored', () => {
    vi.useFakeTimers();
    const { result } = open();
    act(() => result.current.change(() => 'Arm'));
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.moveTo('other', 'Arm bent'));
    act(() => void vi.advanceTimersByTime(storeDelayMs));
    expect([stored(), stored('other')]).toEqual([null, 'Arm bent']);
  });

  it('stays here where the device has no room for it', () => {
    const { result } = open();
    act(() => result.current.change(() => 'Arm bent'));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => result.current.moveTo('other', 'Arm bent at the other'));
    expect([stored(), result.current.value, result.current.isStored]).toEqual([
      'Arm bent',
      'Arm bent at the other',
      false,
    ]);
  });

  it('is opened as it is stored, and this one is kept', () => {
    storeDraft('other', storedMessage('Other'), 'there');
    const { result } = open();
    act(() => result.current.change(() => 'A'));
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.open('other'));
    expect([result.current.value, stored()]).toEqual(['there', 'Arm bent']);
  });
});
