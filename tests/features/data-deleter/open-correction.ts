import { fireEvent, screen, within } from '@testing-library/react';
import { backend, buttonOf, openMarch, type User } from './open-deleter.ts';

export const form = () => screen.findByRole('dialog', { name: 'Need Correction?' });
export const done = () => screen.findByText('Data updated successfully!');
export const title = () => screen.getByLabelText('Title');
export const second = () => backend.tasks.find(({ id }) => id === 2);
/** In the form; the choice behind it has the same labels. */
export const choose = async (user: User, label: string, value: string) =>
  user.selectOptions(within(await form()).getByLabelText(label), value);

/** As a picker does it: a typed date is half a date on the way. */
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

export const asked = () => screen.findByRole('dialog', { name: 'Somebody else changed this task first' });
export const choice = (name: string) => screen.getByRole('radio', { name });
