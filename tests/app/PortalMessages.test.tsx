import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { notify } from '../../src/lib/notify.ts';
import { renderRoute } from '../support/render-route.tsx';

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

  it('shows texts to be acknowledged one by one; Escape acknowledges', async () => {
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
});
