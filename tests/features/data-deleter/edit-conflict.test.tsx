import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  asked,
  choice,
  choose,
  contestTitle,
  isSaved,
  openForm,
  retitle,
  saves,
  second,
  serveTwo,
  setDate,
  title,
} from './open-correction.ts';
import { backend, byAnother, changedByAnother, importScreen, press, titles } from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(serveTwo);

describe('a concurrent change by somebody else', () => {
  it('to another field is merged', async () => {
    const { user } = await openForm();
    await retitle(user, 'Repair');
    changedByAnother(2, { tasks: 'Theirs', month: 'mar', pdf: '' });
    await saves(user, { title: 'Repair', tasks: 'Theirs' });
  });

  it('to the same field lets me choose theirs or mine, and keeps my other changes', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    await user.clear(screen.getByLabelText('Task text'));
    await user.type(screen.getByLabelText('Task text'), 'My text');
    await choose(user, 'Year', '2025');
    changedByAnother(2, { title: 'Theirs', tasks: 'Their text' });
    await press(user, 'Save');
    await asked();
    await press(user, 'Save choice');
    expect(screen.getByText('Choose one value for each field.')).toBeVisible();
    await user.click(choice('Theirs Theirs'));
    await user.click(choice('Yours My text'));
    expect(screen.queryByRole('radio', { name: /2025/u })).toBeNull();
    await press(user, 'Save choice');
    await isSaved({ title: 'Theirs', tasks: 'My text', year: '2025' });
  });

  it('to date or kind lets me choose theirs or mine by readable values', async () => {
    const { user } = await openForm();
    setDate('2026-03-20');
    await choose(user, 'Kind of visit', 'preventive');
    changedByAnother(2, { time: '2026-03-21T08:00:00+08:00', kind: 'other' });
    await press(user, 'Save');
    await asked();
    await user.click(choice('Theirs 21 March 2026 at 08:00'));
    await user.click(choice('Yours Preventive maintenance'));
    await press(user, 'Save choice');
    await isSaved({ time: '2026-03-21T08:00:00+08:00', kind: 'preventive' });
  });

  it('keeps my input with Back to the form, and asks again on the next save', async () => {
    const user = await contestTitle();
    await press(user, 'Back to the form');
    expect(title()).toHaveValue('Mine');
    await press(user, 'Save');
    await asked();
    expect(second()?.title).toBe('Theirs');
  });

  it('asks again after yet another change', async () => {
    const user = await contestTitle();
    changedByAnother(2, { title: 'Of a third' });
    await user.click(choice('Yours Mine'));
    await press(user, 'Save choice');
    expect(await screen.findByRole('radio', { name: 'Theirs Of a third' })).not.toBeChecked();
  });

  it('writes nothing when theirs is chosen everywhere, and shows theirs', async () => {
    const user = await contestTitle();
    const { revision } = backend;
    await user.click(choice('Theirs Theirs'));
    await press(user, 'Save choice');
    expect(await screen.findByText('Their values are kept. Nothing is left to save.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Theirs', 'First']));
    expect(backend.revision).toBe(revision);
  });

  it('that deletes the task is reported, and the task can be restored with my changes', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    changedByAnother(2, { showing: 'False' });
    await press(user, 'Save');
    expect(await screen.findByText(/^Somebody else has deleted this task in the meantime\./u)).toBeVisible();
    expect(second()).toMatchObject({ title: 'Second', showing: 'False' });
    expect(title()).toHaveValue('Mine');
    await press(user, 'Restore and save');
    await isSaved({ title: 'Mine', showing: 'True' });
  });

  it('that takes the task out of the record is reported, and nothing can be saved', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    byAnother((tasks) => tasks.filter(({ id }) => id !== 2));
    await press(user, 'Save');
    expect(await screen.findByText(/^This task no longer exists\./u)).toBeVisible();
    expect(title()).toHaveValue('Mine');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
