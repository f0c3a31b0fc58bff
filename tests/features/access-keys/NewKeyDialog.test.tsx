import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { copy, issue, label, make, newKey } from './open-issue-key.ts';
import { labels, madeKey } from './serve-main.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
});

const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const notCopied = () => screen.getByRole('dialog', { name: 'Close without copying the key?' });

describe('the new key', () => {
  it('is copied', async () => {
    const { user } = await make();
    await user.click(copy());
    expect(await screen.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(madeKey);
  });

  it('is selected where the browser does not allow copying', async () => {
    const { user } = await make();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(copy());
    expect(await screen.findByText(/It is selected: press Ctrl\+C/)).toBeVisible();
    expect(getSelection()?.toString()).toBe(madeKey);
    expect(screen.queryByText('Copied.')).toBeNull();
  });

  it.each([
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['Close', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ])('that was not copied is not lost by %s', async (_, close) => {
    const { user } = await make();
    await close(user);
    expect(notCopied()).toHaveTextContent('It is not stored and cannot be shown again.');
    expect(screen.getByRole('button', { name: 'Back to the key' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(within(await newKey()).getByText(madeKey)).toBeVisible();
    await close(user);
    await user.click(screen.getByRole('button', { name: 'Back to the key' }));
    expect(within(await newKey()).getByText(madeKey)).toBeVisible();
    await close(user);
    await user.click(screen.getByRole('button', { name: 'Close without copying' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('rowheader', { name: 'Guard house' })).toBeVisible();
  });

  it('that was copied, by the button or by hand, can be closed without confirmation', async () => {
    const first = await make();
    await first.user.click(copy());
    await screen.findByText('Copied.');
    await first.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await first.user.click(screen.getByRole('button', { name: 'Issue a key' }));
    await first.user.type(label(), 'Depot');
    await first.user.click(issue());
    fireEvent.copy(within(await newKey()).getByText(madeKey));
    await first.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that could not be copied does not count as copied', async () => {
    const { user } = await make();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(copy());
    await screen.findByText(/It is selected/);
    await user.keyboard('{Escape}');
    expect(notCopied()).toBeVisible();
  });

  it('that was not copied makes the browser ask before the tab is closed, and a copied one does not', async () => {
    const { user } = await make();
    expect(asks()).toBe(true);
    await user.click(copy());
    await screen.findByText('Copied.');
    expect(asks()).toBe(false);
  });

  it('is kept in no cache, URL, storage or console', async () => {
    const lines = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
    const { user } = await make();
    const kept = () =>
      JSON.stringify([
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state, queryKey }) => [state.data, queryKey]),
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => [state.data, state.variables]),
        location.href,
        history.state,
        sessionStorage,
        localStorage,
        lines.map(({ mock }) => mock.calls),
      ]);
    expect(kept()).toContain('Front desk');
    expect(kept()).not.toContain(madeKey);
    await user.click(copy());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(labels()).toContain('Guard house'));
    expect(kept()).not.toContain(madeKey);
    expect(document.documentElement.outerHTML).not.toContain(madeKey);
  });
});
