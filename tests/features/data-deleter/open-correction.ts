import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { StoredTask } from '../../../src/records/task/task.ts';
import {
  backend,
  buttonOf,
  changedByAnother,
  openMarch,
  press,
  serveTasks,
  stored,
  type User,
} from './open-deleter.ts';

/** Two tasks of March; the second one is corrected. */
export const serveTwo = () =>
  serveTasks(stored({ id: 1, title: 'First' }), stored({ id: 2, title: 'Second', tasks: ' Kept as is ' }));

export const form = () => screen.findByRole('dialog', { name: 'Need Correction?' });
/** The message of a save, once the form is closed too. */
export async function done(): Promise<HTMLElement> {
  const message = await screen.findByText('Data updated successfully!');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return message;
}
export const title = () => screen.getByLabelText('Title');
export const second = () => backend.tasks.find(({ id }) => id === 2);
/** Chooses a value in the form. The fields behind the form have the same labels. */
export const choose = async (user: User, label: string, value: string) =>
  user.selectOptions(within(await form()).getByLabelText(label), value);

/** Sets the date at once, as a picker does, because typing passes through incomplete dates. */
export const setDate = (value: string) => fireEvent.change(screen.getByLabelText('Visit date'), { target: { value } });

export async function openForm() {
  const view = await openMarch();
  await view.user.click(buttonOf('Second', 'Edit'));
  await form();
  return view;
}

export async function retitle(user: User, text: string): Promise<void> {
  await user.clear(title());
  if (text) await user.type(title(), text);
}

/** Saves, and expects these values in the task. */
export async function saves(user: User, wanted: Partial<StoredTask>): Promise<void> {
  await press(user, 'Save');
  await isSaved(wanted);
}

export async function isSaved(wanted: Partial<StoredTask>): Promise<void> {
  expect(await done()).toBeVisible();
  expect(second()).toMatchObject(wanted);
}

/** Changes the title while somebody else changes it too, and waits for the dialog. */
export async function contestTitle() {
  const { user } = await openForm();
  await retitle(user, 'Mine');
  changedByAnother(2, { title: 'Theirs' });
  await press(user, 'Save');
  await asked();
  return user;
}

/** The question about the fields that both have changed. */
export const asked = () => screen.findByRole('dialog', { name: 'Somebody else changed this visit first' });
export const choice = (name: string) => screen.getByRole('radio', { name });
