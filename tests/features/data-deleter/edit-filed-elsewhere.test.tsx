import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asked, choice, form, openForm, retitle, saves } from './open-correction.ts';
import { changedByAnother, importScreen, press, row, serveTasks, stored } from './open-deleter.ts';

beforeAll(importScreen);

const mend = () => screen.queryByRole('region', { name: 'Date and month' });

describe('an entry filed under a month other than that of its date', () => {
  const note = 'Filed under March 2026, dated 22 April 2026';
  beforeEach(() =>
    serveTasks(stored({ id: 1 }), stored({ id: 2, title: 'Second', time: '2026-04-22T10:00:07+08:00' })),
  );

  it('is marked in its row and its form, and unchanged when another field is corrected', async () => {
    const { user } = await openForm();
    expect(row('Second')).toHaveTextContent(note);
    expect(mend()).toHaveTextContent(note);
    await retitle(user, 'Repair');
    await saves(user, { title: 'Repair', time: '2026-04-22T10:00:07+08:00', month: 'mar' });
  });

  it('can be filed under the month of its date with two presses', async () => {
    const { user } = await openForm();
    await press(user, 'File under April 2026');
    expect(mend()).toBeNull();
    expect(within(await form()).getByLabelText('Year')).toHaveFocus();
    await saves(user, { time: '2026-04-22T10:00:07+08:00', year: '2026', month: 'apr' });
  });

  it('can be dated in its month with two presses', async () => {
    const { user } = await openForm();
    await press(user, 'Date it in March 2026');
    expect(screen.getByLabelText('Visit date')).toHaveFocus();
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-03-22');
    await saves(user, { time: '2026-03-22T10:00:00+08:00', year: '2026', month: 'mar' });
    expect(row('Second')).not.toHaveTextContent('Filed under');
  });

  it('corrected the other way meanwhile needs one choice, and a mix of both is not saved', async () => {
    const { user } = await openForm();
    await press(user, 'Date it in March 2026');
    changedByAnother(2, { month: 'apr' });
    await press(user, 'Save');
    await asked();
    await user.click(choice('Theirs 22 April 2026 at 10:00'));
    await user.click(choice('Yours March'));
    await press(user, 'Save choice');
    expect(await screen.findByText('Please correct the visit date.')).toBeVisible();
    expect(mend()).toHaveTextContent(note);
    await press(user, 'Date it in March 2026');
    await saves(user, { time: '2026-03-22T10:00:00+08:00', month: 'mar' });
  });
});
