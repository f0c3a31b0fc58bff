import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { bar, prepareEditing, count, openEditing, update, updated, retype, type User } from './open-editing.ts';
import { entry, saveElsewhere, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();

const postNames = () => [...document.querySelectorAll('section h2')].map(({ textContent }) => textContent);
const section = (name: string) => within(screen.getByRole('region', { name }));
const addButton = (post: string) => section(post).getByRole('button', { name: 'Add New Issue' });
const form = () => within(screen.getByRole('form'));
const field = (name: string) => form().getByLabelText<HTMLInputElement>(name);

/** Starts an issue for the first post, with this count at the entrance. */
async function typeLoop(user: User, entrance: string): Promise<void> {
  await user.click(addButton('P1 Main Gate'));
  await user.type(field('Issue Type'), 'Loop');
  await retype(user, field('Entrance'), entrance);
}

describe('Add New Issue', () => {
  it('asks for the type, with suggestions, and the counts, and adds them to the draft only', async () => {
    const { user, table } = await openEditing();
    await user.click(addButton('P1 Main Gate'));
    expect(field('Issue Type')).toHaveFocus();
    expect(field('Issue Type')).toHaveAttribute('placeholder', 'e.g. Barrier Arm Jammed');
    const options = field('Issue Type').list?.options ?? [];
    expect([...options].map(({ value }) => value)).toContain('Spring Broken');
    await user.type(field('Issue Type'), 'Loop Detector Fault');
    await user.clear(field('Entrance'));
    await user.type(field('Entrance'), '4');
    await user.clear(field('Exit'));
    await user.type(field('Exit'), 'none');
    await user.click(form().getByRole('button', { name: 'Add Issue' }));
    expect(form().getByRole('alert')).toHaveTextContent('“none” is not a whole number. Write how often it failed.');
    expect(field('Exit')).toHaveFocus();
    expect(field('Exit')).toHaveValue('none');
    await retype(user, field('Exit'), '0{Enter}');
    expect(count('P1 Main Gate', 'Loop Detector Fault')).toHaveValue('4');
    expect(count('P1 Main Gate', 'Loop Detector Fault', 'Exit')).toHaveValue('0');
    expect(count('P1 Main Gate', 'Loop Detector Fault')).toHaveAccessibleDescription('New');
    expect(addButton('P1 Main Gate')).toHaveFocus();
    expect(table.written).toEqual([]);
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written[0]?.['P1 Main Gate']?.at(-1)).toEqual({
      type: 'Loop Detector Fault',
      entrance: 4,
      exit: 0,
      year: 2026,
    });
  });

  it('does not add a count that nobody typed, such as 1 for 1e3', async () => {
    const { user } = await openEditing();
    await typeLoop(user, '1e3{Enter}');
    expect(form().getByRole('alert')).toHaveTextContent('“1e3” is not a whole number. Write how often it failed.');
    expect(field('Entrance')).toHaveValue('1e3');
    await retype(user, field('Entrance'), '1,000{Enter}');
    expect(count('P1 Main Gate', 'Loop')).toHaveValue('1000');
  });

  it('adds a count as it was read, which is shown beside it', async () => {
    const { user } = await openEditing();
    await typeLoop(user, '１２');
    expect(field('Entrance')).toHaveAccessibleDescription('Read as 12.');
    await user.click(field('Exit'));
    await user.keyboard('3{Enter}');
    expect(count('P1 Main Gate', 'Loop')).toHaveValue('12');
    expect(count('P1 Main Gate', 'Loop', 'Exit')).toHaveValue('3');
  });

  it('is open for one post at a time, and starts over each time', async () => {
    const { user } = await openEditing();
    await user.click(addButton('P1 Main Gate'));
    await user.type(field('Issue Type'), 'Loop');
    await user.click(addButton('P2 Rear Gate'));
    expect(screen.getAllByRole('form')).toHaveLength(1);
    expect(field('Issue Type')).toHaveValue('');
    expect([field('Entrance'), field('Exit')].map((input) => input.value)).toEqual(['0', '0']);
    expect(field('Issue Type')).toHaveFocus();
  });

  it.each(['Cancel', 'Escape'])('is closed by %s, and the button has the focus again', async (how) => {
    const { user } = await openEditing();
    await user.click(addButton('P1 Main Gate'));
    await user.type(field('Issue Type'), 'Loop');
    if (how === 'Escape') await user.keyboard('{Escape}');
    else await user.click(form().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('form')).toBeNull();
    expect(addButton('P1 Main Gate')).toHaveFocus();
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });

  it('stays with its post if somebody else adds one before it', async () => {
    const posts = { ...somePosts(), 'P3 Ramp': [entry('Arm', 1, 1)] };
    const { user, table } = await openEditing(serveCarPosts(posts));
    await user.click(addButton('P3 Ramp'));
    await user.type(field('Issue Type'), 'Loop');
    saveElsewhere(table, { ...posts, 'A Gate': [entry('Arm', 1, 1)] });
    await act(() => queryClient.invalidateQueries());
    await screen.findByRole('region', { name: 'A Gate' });
    await user.click(form().getByRole('button', { name: 'Add Issue' }));
    expect(count('P3 Ramp', 'Loop')).toHaveValue('0');
    expect(addButton('P3 Ramp')).toHaveFocus();
  });

  it('stays with its post when a renamed post moves to its new place', async () => {
    const { user, table } = await openEditing();
    await user.click(screen.getByRole('button', { name: 'Rename post: P1 Main Gate' }));
    await user.clear(screen.getByRole('textbox', { name: 'Post name' }));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'Z Gate{Enter}');
    await user.click(addButton('P2 Rear Gate'));
    await user.type(field('Issue Type'), 'Loop');
    await update(user);
    await waitFor(() => expect(postNames()).toEqual(['P2 Rear Gate', 'Z Gate']));
    await user.click(form().getByRole('button', { name: 'Add Issue' }));
    await update(user);
    expect(await bar().findByText('Everything is saved.')).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']?.at(-1)).toMatchObject({ type: 'Loop' });
  });

  it('accepts an empty type, and refuses a type that is too long', async () => {
    const { user } = await openEditing();
    await user.click(addButton('P1 Main Gate'));
    await user.click(field('Issue Type'));
    await user.paste('x'.repeat(121));
    await user.keyboard('{Enter}');
    expect(form().getByRole('alert')).toHaveTextContent('Use at most 120 characters. These are 121, 1 too many.');
    expect(field('Issue Type')).toHaveFocus();
    await user.clear(field('Issue Type'));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    expect(count('P1 Main Gate', '(no type)')).toHaveValue('0');
  });
});
