import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import { installCharts } from '../../support/drawing/react-chartjs-2.tsx';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { serveCarPosts } from './serve-car-posts.ts';

// nothing scrolls into view in jsdom, so the charts, which it cannot draw, are not drawn
globalThis.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

/** Mocks charts for every test of the file, and removes the messages of a test before the next one. */
export function prepareEditing(): void {
  beforeEach(() => installCharts());
  afterEach(() => {
    for (const { id } of getMessages().toasts) dismissToast(id);
  });
}

/** Opens the page of Selasih Park for a year as an admin. */
export async function openEditing(table = serveCarPosts(), year = 2026) {
  const view = renderRoute(`/charts?site=Selasih+Park&year=${year}`, adminSession);
  await screen.findByRole('button', { name: 'Update Database' });
  // the posts after the first are rendered a moment later
  await waitFor(() => {
    for (const heading of document.querySelectorAll<HTMLElement>('section > header h2'))
      expect(
        within(heading.closest('section') ?? heading).getByRole('button', { name: 'Add New Issue' }),
      ).toBeVisible();
  });
  return { ...view, table };
}

type Side = 'Entrance' | 'Exit';

/** The field of a count. */
export const count = (post: string, type: string, side: Side = 'Entrance', year = 2026) =>
  screen.getByRole('spinbutton', { name: `${side} failures, ${type}, ${post}, ${year}` });
/** The field of the first count of the page, which is 5 in `somePosts`. */
export const jammed = () => count('P1 Main Gate', 'Barrier Arm Jammed');

export type User = ReturnType<typeof renderRoute>['user'];

/** Replaces the text of a field. @param text ends with `{Enter}` if that is pressed too */
export async function retype(user: User, field: HTMLElement, text: string): Promise<void> {
  const [words = '', enter] = text.split(/(?=\{Enter\}$)/u);
  await user.clear(field);
  // the whole page is rendered at every key
  if (words) await user.paste(words);
  if (enter) await user.keyboard(enter);
}

export const bar = () => within(screen.getByRole('region', { name: 'Unsaved changes' }));
export const update = (user: User) => user.click(screen.getByRole('button', { name: 'Update Database' }));
export const updated = () => screen.findByText('Data updated successfully!');

const conflict = async () =>
  within(await screen.findByRole('dialog', { name: 'Somebody else changed the same counts' }));

/** Chooses a value in the conflict dialog, and saves. */
export async function decide(user: User, choice: string): Promise<void> {
  const ask = await conflict();
  await user.click(ask.getByRole('radio', { name: choice }));
  await user.click(ask.getByRole('button', { name: 'Update with these values' }));
}

export const button = (name: string) => screen.getByRole('button', { name });
export const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
export const section = (name: string) => within(screen.getByRole('region', { name }));

/** The failure types of a post's cards. */
export const types = (post: string) =>
  section(post)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

export async function renameType(user: User, from: string, post: string, to: string): Promise<void> {
  await user.click(button(`Rename ${from}, ${post}`));
  await retype(user, dialog(`Rename “${from}”`).getByRole('combobox', { name: 'Failure type' }), to);
}

export async function removeType(user: User, type: string, post: string): Promise<void> {
  await user.click(button(`Remove ${type}, ${post}`));
  await user.click(dialog(`Remove “${type}”?`).getByRole('button', { name: 'Remove' }));
  await dialogClosed();
}

export async function removePost(user: User, post: string): Promise<void> {
  await user.click(button(`Remove post: ${post}`));
  await user.click(dialog(`Remove ${post} with its counts?`).getByRole('button', { name: 'Remove' }));
  await dialogClosed();
}

export async function renamePost(user: User, post: string, to: string): Promise<void> {
  await user.click(button(`Rename post: ${post}`));
  await retype(user, screen.getByRole('textbox', { name: 'Post name' }), `${to}{Enter}`);
  await dialogClosed();
}

/** Waits until a new name or a removal is saved, which closes its dialog. */
export async function dialogClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** The button of a message, which undoes what was just saved. */
export const undo = (user: User) => user.click(button('Undo'));
