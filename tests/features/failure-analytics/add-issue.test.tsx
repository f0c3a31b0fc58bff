import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { bar, closeToasts, count, openEditing, update, updated } from './open-editing.ts';

afterEach(closeToasts);

const section = (name: string) => within(screen.getByRole('region', { name }));
const open = (post: string) => section(post).getByRole('button', { name: 'Add New Issue' });
const form = () => within(screen.getByRole('form'));
const field = (name: string) => form().getByLabelText<HTMLInputElement>(name);

describe('Add New Issue', () => {
  it('asks for the type, with suggestions, and the counts, and adds them to the draft only', async () => {
    const { user, table } = await openEditing();
    await user.click(open('P1 Main Gate'));
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
    expect(count('P1 Main Gate', 'Loop Detector Fault')).toHaveValue('4');
    expect(count('P1 Main Gate', 'Loop Detector Fault', 'Exit')).toHaveValue('0');
    expect(count('P1 Main Gate', 'Loop Detector Fault')).toHaveAccessibleDescription('New');
    expect(open('P1 Main Gate')).toHaveFocus();
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

  it('is open for one post at a time, and begins anew each time', async () => {
    const { user } = await openEditing();
    await user.click(open('P1 Main Gate'));
    await user.type(field('Issue Type'), 'Loop');
    await user.click(open('P2 Rear Gate'));
    expect(screen.getAllByRole('form')).toHaveLength(1);
    expect(field('Issue Type')).toHaveValue('');
    expect([field('Entrance'), field('Exit')].map((one) => one.value)).toEqual(['0', '0']);
    expect(field('Issue Type')).toHaveFocus();
  });

  it.each(['Cancel', 'Escape'])('is left by %s, and the button has the focus again', async (how) => {
    const { user } = await openEditing();
    await user.click(open('P1 Main Gate'));
    await user.type(field('Issue Type'), 'Loop');
    if (how === 'Escape') await user.keyboard('{Escape}');
    else await user.click(form().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('form')).toBeNull();
    expect(open('P1 Main Gate')).toHaveFocus();
    expect(bar().getByText('All is saved.')).toBeVisible();
  });

  it('takes an empty type, and refuses one that cannot be stored', async () => {
    const { user } = await openEditing();
    await user.click(open('P1 Main Gate'));
    await user.click(field('Issue Type'));
    await user.paste('x'.repeat(121));
    await user.keyboard('{Enter}');
    expect(form().getByRole('alert')).toHaveTextContent('Use 120 characters or fewer.');
    expect(field('Issue Type')).toHaveFocus();
    await user.clear(field('Issue Type'));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    expect(count('P1 Main Gate', '(no type)')).toHaveValue('0');
  });
});
