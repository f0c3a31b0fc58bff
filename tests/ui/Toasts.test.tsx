import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { message } from '../../src/lib/language/translate.ts';
import { notify, successDurationMs, undoDurationMs, type ToastGroup } from '../../src/lib/notify.ts';
import { Toasts } from '../../src/ui/message/Toasts.tsx';
import { PageToasts } from '../../src/ui/message/ToastSheet.tsx';

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const press = () => fireEvent.pointerDown(document.body);

describe('while the pointer is pressed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toasts />);
  });

  it('an expired message stays until the click', () => {
    act(() => notify.success('Kept on this device.'));
    wait(successDurationMs - 50);
    press();
    wait(100);
    expect(screen.getByText('Kept on this device.')).toBeVisible();
    fireEvent.pointerUp(document.body);
    expect(screen.getByText('Kept on this device.')).toBeVisible();
    fireEvent.click(document.body);
    expect(screen.queryByText('Kept on this device.')).toBeNull();
  });

  it('a new message waits, and for a moment even if no click follows', () => {
    press();
    act(() => notify.error('Not saved.'));
    fireEvent.pointerUp(document.body);
    expect(screen.queryByText('Not saved.')).toBeNull();
    wait(300);
    expect(screen.getByText('Not saved.')).toBeVisible();
  });

  it('nothing waits longer than a press lasts, for example during a signature', () => {
    press();
    act(() => notify.error('Not saved.'));
    wait(2_000);
    expect(screen.getByText('Not saved.')).toBeVisible();
  });
});

const saved: ToastGroup = { title: (count) => `${count} visits saved` };
const link = (run = () => undefined as void) => ({ label: message('See it'), to: '/maintenance', run });
const notifySaved = (text: string, run?: () => void) =>
  notify.success(text, link(run), { group: saved, about: `saved/${text}` });
const messageCount = () => screen.queryAllByRole('button', { name: 'Dismiss this message' }).length;

function open() {
  render(
    <>
      <main id="content" tabIndex={-1} />
      <PageToasts />
    </>,
  );
  return userEvent.setup();
}
const list = (name: string) => within(screen.getByRole('dialog', { name }));

describe('the card of messages', () => {
  it('shows five permanent messages in one card: the error first, then the newest, and the others on demand', async () => {
    const user = open();
    act(() => {
      notify.error('Error updating data.');
      notifySaved('Selasih Park, 09:05');
      notifySaved('Kingfisher Rise, 15:40');
      notifySaved('Selasih Park, 20:10');
      notify.warning('One photo is missing.');
    });
    expect(messageCount()).toBe(1);
    expect(screen.getByRole('button', { name: 'Dismiss this message' }).parentElement).toHaveTextContent(
      /^Error updating data\.$/u,
    );
    await user.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(
      list('5 messages')
        .getAllByRole('listitem')
        .map((item) => item.querySelector('p')?.textContent),
    ).toEqual([
      'Error updating data.',
      'One photo is missing.',
      'Selasih Park, 20:10',
      'Kingfisher Rise, 15:40',
      'Selasih Park, 09:05',
    ]);
  });

  it('counts messages of one kind, both in front and behind an error', () => {
    open();
    act(() => {
      notifySaved('Kingfisher Rise, 15:40');
      notifySaved('Selasih Park, 20:10');
    });
    expect(screen.getByText('2 visits saved')).toBeVisible();
    expect(screen.getByText('Newest: Selasih Park, 20:10')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See it' })).toHaveAttribute('href', '/maintenance');
    expect(screen.getByRole('button', { name: 'Show all 2' })).toBeVisible();
    act(() => notify.error('Error updating data.'));
    expect(screen.getByText('Error updating data.')).toBeVisible();
    expect(screen.getByRole('button', { name: '2 visits saved' })).toBeVisible();
  });

  it('closes all at once, and gives the focus to the page', async () => {
    const user = open();
    act(() => {
      notifySaved('Kingfisher Rise, 15:40');
      notifySaved('Selasih Park, 20:10');
    });
    await user.click(screen.getByRole('button', { name: 'Close all' }));
    expect(messageCount()).toBe(0);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('closes one, and shows the next', async () => {
    const user = open();
    act(() => {
      notify.warning('One photo is missing.');
      notify.error('Error updating data.');
    });
    await user.click(screen.getByRole('button', { name: 'Dismiss this message' }));
    expect(screen.getByText('One photo is missing.')).toBeVisible();
    expect(screen.queryByText('Error updating data.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Dismiss this message' })).toHaveFocus();
  });

  it('opens the list, which Escape closes, and the focus returns to the button', async () => {
    const user = open();
    act(() => {
      notifySaved('Kingfisher Rise, 15:40');
      notifySaved('Selasih Park, 20:10');
    });
    await user.click(screen.getByRole('button', { name: 'Show all 2' }));
    await user.click(list('2 visits saved').getByRole('button', { name: 'Close: Kingfisher Rise, 15:40' }));
    expect(list('1 visits saved').getAllByRole('listitem')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Selasih Park, 20:10')).toBeVisible();
  });

  it('follows a link, which closes its message and the list', async () => {
    const onFollow = vi.fn<() => void>();
    const user = open();
    act(() => {
      notifySaved('Kingfisher Rise, 15:40', onFollow);
      notifySaved('Selasih Park, 20:10');
    });
    await user.click(screen.getByRole('button', { name: 'Show all 2' }));
    const [, older] = list('2 visits saved').getAllByRole('link', { name: 'See it' });
    await user.click(older ?? document.body);
    expect(onFollow).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Kingfisher Rise, 15:40')).toBeNull();
    expect(screen.getByText('Selasih Park, 20:10')).toBeVisible();
  });

  it('shows a temporary success beside permanent messages, and an undo before it', () => {
    vi.useFakeTimers();
    open();
    act(() => {
      notify.error('Error updating data.');
      notify.success('Data updated successfully!');
    });
    expect(screen.getByText('Data updated successfully!')).toBeVisible();
    expect(messageCount()).toBe(2);
    act(() => void notify.undo('Visit removed.', () => undefined));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    wait(undoDurationMs);
    expect(messageCount()).toBe(1);
    expect(screen.getByText('Error updating data.')).toBeVisible();
  });

  it('shows each of three undos while the list is open', async () => {
    const undone: string[] = [];
    const user = open();
    act(() => {
      for (const name of ['First', 'Second', 'Third']) notify.undo(`${name} removed.`, () => undone.push(name));
    });
    expect(messageCount()).toBe(2);
    await user.click(screen.getByRole('button', { name: 'Show all 3' }));
    const undos = list('3 messages').getAllByRole('button', { name: 'Undo' });
    await user.click(undos[2] ?? document.body);
    expect(undone).toEqual(['First']);
  });

  it('announces each message once, also a message behind others', () => {
    vi.useFakeTimers();
    open();
    act(() => notify.error('Error updating data.'));
    expect(screen.getByRole('alert')).toHaveTextContent('Error updating data.');
    act(() => notifySaved('Selasih Park, 20:10'));
    expect(screen.getByRole('status')).toHaveTextContent('Selasih Park, 20:10');
    // it moves to the front without being announced again
    wait(2_000);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss this message' }));
    expect(screen.getByText('Selasih Park, 20:10')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
