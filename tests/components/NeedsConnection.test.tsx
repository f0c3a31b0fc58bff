import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NeedsConnection } from '../../src/components/NeedsConnection.tsx';

it('the hint is shown only while offline, even if the data on the screen was read before', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const turn = (online: boolean) => {
    isOnline.mockReturnValue(online);
    act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NeedsConnection text="Saving needs a connection." />
    </QueryClientProvider>,
  );
  expect(screen.queryByText('Saving needs a connection.')).toBeNull();
  turn(false);
  expect(screen.getByText('Saving needs a connection.')).toBeVisible();
  turn(true);
  await waitFor(() => expect(screen.queryByText('Saving needs a connection.')).toBeNull());
});
