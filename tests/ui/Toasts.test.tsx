import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify, successDurationMs } from '../../src/lib/notify.ts';
import { Toasts } from '../../src/ui/message/Toasts.tsx';

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const press = () => fireEvent.pointerDown(document.body);

describe('while something is pressed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toasts />);
  });

  it('a message whose time is over stays until the click', () => {
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

  it('a new message waits, for a moment also where no click follows', () => {
    press();
    act(() => notify.error('Not saved.'));
    fireEvent.pointerUp(document.body);
    expect(screen.queryByText('Not saved.')).toBeNull();
    wait(300);
    expect(screen.getByText('Not saved.')).toBeVisible();
  });

  it('nothing waits longer than a press takes, such as a signature', () => {
    press();
    act(() => notify.error('Not saved.'));
    wait(2_000);
    expect(screen.getByText('Not saved.')).toBeVisible();
  });
});
