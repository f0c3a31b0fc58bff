import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { asked, choice, choose, form, openForm, saves, second } from './open-correction.ts';
import {
  backend,
  buttonOf,
  changedByAnother,
  importScreen,
  openMarch,
  press,
  row,
  serveTasks,
  stored,
} from './open-deleter.ts';

beforeAll(importScreen);

const jobNumber = () => screen.getByLabelText('Job number');

describe('the job number of a visit', () => {
  it('is in the list, and is corrected and removed', async () => {
    serveTasks(stored({ id: 1, title: 'First' }), stored({ id: 2, title: 'Second', ref: 'J-1' }));
    const { user } = await openForm();
    expect(jobNumber()).toHaveValue('J-1');
    await user.clear(jobNumber());
    await user.type(jobNumber(), ' J-1042 ');
    await saves(user, { ref: 'J-1042', title: 'Second' });
    expect(row('Second')).toHaveTextContent('Job number: J-1042');
    expect(row('First')).not.toHaveTextContent('Job number');

    await user.click(buttonOf('Second', 'Edit'));
    await user.clear(jobNumber());
    await saves(user, { title: 'Second' });
    expect(second()).not.toHaveProperty('ref');
  });

  it('causes a question if somebody else changed it too', async () => {
    serveTasks(stored({ id: 1, title: 'First' }), stored({ id: 2, title: 'Second' }));
    const { user } = await openForm();
    await user.type(jobNumber(), 'J-1');
    changedByAnother(2, { ref: 'J-2' });
    await press(user, 'Save');
    const question = within(await asked());
    expect(question.getByRole('group', { name: 'Job number' })).toBeVisible();
    await user.click(choice('Yours J-1'));
    await press(user, 'Save choice');
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(second()).toMatchObject({ ref: 'J-1' });
  });

  it('is refused above 40 characters', async () => {
    serveTasks(stored({ id: 1, title: 'First' }), stored({ id: 2, title: 'Second' }));
    const { user } = await openForm();
    await user.type(jobNumber(), 'x'.repeat(41));
    expect(jobNumber()).toHaveAccessibleDescription(/Use at most 40 characters/u);
    await press(user, 'Save');
    expect(await within(await form()).findByText('Please shorten what is too long.')).toBeVisible();
    expect(jobNumber()).toHaveFocus();
    expect(second()).not.toHaveProperty('ref');
  });
});

describe('a visit that was saved under older rules', () => {
  const long = 'x'.repeat(201);

  it.each([
    ['a title that is too long', { title: long }, 'Title'],
    ['a text that is too long', { tasks: 'x'.repeat(10_001), title: 'Old' }, 'Task text'],
    ['an empty text', { tasks: '', title: 'Old' }, 'Task text'],
    ['a job number that is too long', { ref: 'x'.repeat(41), title: 'Old' }, 'Job number'],
  ])('can be corrected in another field, without a message at the unchanged value: %s', async (_, values, label) => {
    serveTasks(stored({ id: 2, ...values }));
    const { user } = await openMarch();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await form());
    expect(dialog.getByLabelText(label)).not.toHaveAccessibleDescription(/characters/u);
    await choose(user, 'Kind of visit', 'emergency');
    await saves(user, { kind: 'emergency', ...values });
    expect(backend.tasks).toHaveLength(1);
  });

  it('is refused if it is changed and still breaks the rule', async () => {
    serveTasks(stored({ id: 2, title: long }));
    const { user } = await openMarch();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await form();
    await user.type(screen.getByLabelText('Title'), 'y');
    await press(user, 'Save');
    expect(await within(await form()).findByText('Please shorten what is too long.')).toBeVisible();
    expect(second()).toMatchObject({ title: long });
  });
});
