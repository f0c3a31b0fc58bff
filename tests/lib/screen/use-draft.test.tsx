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
const storedText = (name = 'note') => readDraft(name, schema)?.value ?? null;
const open = () =>
  renderHook(() =>
    useDraft('note', schema, { title: (text, name) => storedMessage('{name}: {text}', { name, text }) }),
  );

/** Types, and closes the form during a save. Returns the function that ends the save. */
function closeDuringSave(): () => void {
  const { result, unmount } = open();
  act(() => result.current.change(() => 'Arm bent'));
  unmount();
  return () => void result.current.replace('Arm bent, sent');
}

beforeEach(() => setSession(adminSession));

describe('the input of a form', () => {
  it('is listed for the logout from the first letter, and stored once typing stops', () => {
    vi.useFakeTimers();
    const { result } = open();
    act(() => result.current.change(() => 'A'));
    expect(draftTitles()).toEqual(['note: A']);
    act(() => result.current.change((before) => `${before}rm`));
    vi.advanceTimersByTime(storeDelayMs - 1);
    act(() => result.current.change((before) => `${before} bent`));
    vi.advanceTimersByTime(storeDelayMs - 1);
    expect([storedText(), result.current.value]).toEqual(['A', 'Arm bent']);
    vi.advanceTimersByTime(1);
    expect(storedText()).toBe('Arm bent');
    act(() => result.current.change(() => null));
    expect(storedText()).toBeNull();
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
    expect(storedText()).toBe('Arm bent');
  });

  it('is neither replaced nor removed by a form that was only opened in another tab', () => {
    storeDraft('note', storedMessage('Note'), 'mine');
    const { result, unmount } = open();
    expect([result.current.value, result.current.restoredAt]).toEqual(['mine', expect.any(Number)]);
    storeDraft('note', storedMessage('Note'), 'of another tab');
    unmount();
    expect(storedText()).toBe('of another tab');
  });

  it('is reported as not stored if the device stores nothing', () => {
    const { result } = open();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => result.current.change(() => 'A'));
    expect([result.current.value, result.current.isStored]).toEqual(['A', false]);
  });
});

describe('a change by a save after its form has closed', () => {
  it('is stored', () => {
    const endSave = closeDuringSave();
    endSave();
    expect(storedText()).toBe('Arm bent, sent');
  });

  it('is not passed to the next key, nor restored after a logout', () => {
    const endSave = closeDuringSave();
    setSession(userSession);
    endSave();
    expect(storedText()).toBeNull();
    setSession(adminSession);
    expect(storedText()).toBe('Arm bent');
    endSession('logout');
    setSession(adminSession);
    endSave();
    expect([storedText(), draftTitles()]).toEqual([null, []]);
  });
});

describe('a discarded draft', () => {
  it('is restored by Undo, also after its form has closed', async () => {
    render(<PortalMessages />);
    const { result, unmount } = open();
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.discard());
    expect([result.current.value, storedText()]).toEqual([null, null]);
    unmount();
    expect(await screen.findByText('Your changes were discarded.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(storedText()).toBe('Arm bent');
  });

  it('is not restored over later input', async () => {
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
  it('is stored under the new name before it is removed under the old name', () => {
    const { result } = open();
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.moveTo('other', 'Arm bent at the other'));
    expect([storedText(), storedText('other'), draftTitles()]).toEqual([
      null,
      'Arm bent at the other',
      ['other: Arm bent at the other'],
    ]);
    expect([result.current.value, result.current.restoredAt]).toEqual(['Arm bent at the other', null]);
  });

  it('is not restored under the old name when the last input is stored', () => {
    vi.useFakeTimers();
    const { result } = open();
    act(() => result.current.change(() => 'Arm'));
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.moveTo('other', 'Arm bent'));
    act(() => void vi.advanceTimersByTime(storeDelayMs));
    expect([storedText(), storedText('other')]).toEqual([null, 'Arm bent']);
  });

  it('stays under the old name if the device has no room for it', () => {
    const { result } = open();
    act(() => result.current.change(() => 'Arm bent'));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => result.current.moveTo('other', 'Arm bent at the other'));
    expect([storedText(), result.current.value, result.current.isStored]).toEqual([
      'Arm bent',
      'Arm bent at the other',
      false,
    ]);
  });

  it('is opened as it is stored, and the old one stays too', () => {
    storeDraft('other', storedMessage('Other'), 'there');
    const { result } = open();
    act(() => result.current.change(() => 'A'));
    act(() => result.current.change(() => 'Arm bent'));
    act(() => result.current.open('other'));
    expect([result.current.value, storedText()]).toEqual(['there', 'Arm bent']);
  });
});
