import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { onPopStateFirst, historyIndex } from '../../src/lib/history-watch.ts';
import { adminSession, renderRoute } from '../support/render-route.tsx';

let unwatch = () => {};
afterEach(() => unwatch());

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('reads the place in the history where the router keeps it', async () => {
  const { user } = renderRoute('/fb', adminSession);
  await heading('Project Records');
  expect(history.state).toHaveProperty('idx', 0);
  await user.click(screen.getByRole('link', { name: 'Update ZIP' }));
  await heading('Update ZIP');
  expect(history.state).toHaveProperty('idx', 1);
  expect(historyIndex(history.state)).toBe(1);
  expect(historyIndex(null)).toBe(0);
});

it('handles Back before the router, and can hide it from the router', async () => {
  const { user } = renderRoute('/fb', adminSession);
  await heading('Project Records');
  await user.click(screen.getByRole('link', { name: 'Update ZIP' }));
  await heading('Update ZIP');

  const heard: number[] = [];
  unwatch = onPopStateFirst((event) => {
    heard.push(historyIndex(event.state));
    event.stopImmediatePropagation();
  });
  act(() => history.back());
  await waitFor(() => expect(heard).toEqual([0]));
  expect(location.pathname).toBe('/fb');
  expect(screen.getByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();

  unwatch();
  act(() => history.forward());
  await waitFor(() => expect(location.pathname).toBe('/UploadZip'));
  act(() => history.back());
  expect(await heading('Project Records')).toBeVisible();
  expect(heard).toEqual([0]);
});
