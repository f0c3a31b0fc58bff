import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installCharts } from '../../support/drawing/react-chartjs-2.tsx';
import {
  bar,
  closeToasts,
  count,
  openEditing,
  removePost,
  removeType,
  renameType,
  retype,
  update,
  updated,
} from './open-editing.ts';
import { entry, saveElsewhere, somePosts } from './serve-car-posts.ts';

beforeEach(() => installCharts());

afterEach(closeToasts);

const theirs = () => ({ ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });

describe('somebody else who saves meanwhile', () => {
  it('a count of the type that I renamed: both are kept', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Barrier Arm Jammed', 'P2 Rear Gate', 'Arm Jammed{Enter}');
    saveElsewhere(table, theirs());
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Arm Jammed', 40, 4)]);
    expect(count('P2 Rear Gate', 'Arm Jammed')).toHaveValue('40');
  });

  it.each([
    ['Yours: removed', [], true],
    ['Theirs: Barrier Arm Jammed: 2026 entrance 40, exit 4', [entry('Barrier Arm Jammed', 40, 4)], false],
  ])('a count of the type that I removed: asked; %s', async (choice, kept, written) => {
    const { user, table } = await openEditing();
    await removeType(user, 'Barrier Arm Jammed', 'P2 Rear Gate');
    saveElsewhere(table, theirs());
    await update(user);
    const ask = within(await screen.findByRole('dialog', { name: 'Somebody else changed the same posts' }));
    const group = ask.getByRole('group', { name: 'P2 Rear Gate, the failure type Barrier Arm Jammed' });
    expect(group).toHaveTextContent('Before: Barrier Arm Jammed: 2026 entrance 4, exit 4');
    await user.click(ask.getByRole('radio', { name: choice }));
    await user.click(ask.getByRole('button', { name: 'Update with these values' }));
    expect(await bar().findByText('All is saved.')).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual(kept);
    expect(table.written).toHaveLength(written ? 1 : 0);
  });

  it('a count of the post that I removed: asked', async () => {
    const { user, table } = await openEditing();
    await removePost(user, 'P2 Rear Gate');
    saveElsewhere(table, theirs());
    await update(user);
    const ask = within(await screen.findByRole('dialog', { name: 'Somebody else changed the same posts' }));
    expect(ask.getByRole('group', { name: 'The post P2 Rear Gate' })).toBeVisible();
    await user.click(ask.getByRole('radio', { name: 'Yours: removed' }));
    await user.click(ask.getByRole('button', { name: 'Update with these values' }));
    expect(await updated()).toBeVisible();
    expect(Object.keys(table.row?.json ?? {})).toEqual(['P1 Main Gate']);
  });

  it('a post less, in which I changed a count: asked, and mine brings it back', async () => {
    const { user, table } = await openEditing();
    await retype(user, count('P2 Rear Gate', 'Barrier Arm Jammed'), '12');
    saveElsewhere(table, { 'P1 Main Gate': somePosts()['P1 Main Gate'] ?? [] });
    await update(user);
    const ask = within(await screen.findByRole('dialog', { name: 'Somebody else changed the same posts' }));
    expect(ask.getByRole('radio', { name: 'Theirs: removed' })).toHaveFocus();
    await user.click(ask.getByRole('radio', { name: 'Yours: P2 Rear Gate: 2026 entrance 12, exit 4' }));
    await user.click(ask.getByRole('button', { name: 'Update with these values' }));
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Barrier Arm Jammed', 12, 4)]);
  });

  it('a type of the name that I gave: asked before counts are added together', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Barrier Arm Jammed', 'P2 Rear Gate', 'Loop{Enter}');
    const rear = [entry('Barrier Arm Jammed', 4, 4), entry('Loop', 1, 2)];
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': rear });
    await update(user);
    const ask = within(await screen.findByRole('dialog', { name: 'Somebody else changed the same posts' }));
    await user.click(ask.getByRole('radio', { name: 'Yours: Loop, added together: 2026 entrance 5, exit 6' }));
    await user.click(ask.getByRole('button', { name: 'Update with these values' }));
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Loop', 5, 6)]);
  });
});
