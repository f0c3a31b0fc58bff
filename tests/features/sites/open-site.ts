import { screen } from '@testing-library/react';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { serveMaintable } from './serve-maintable.ts';

/** Removes the messages of a test before the next one. */
export function closeToasts(): void {
  for (const { id } of getMessages().toasts) dismissToast(id);
}

/** Opens the form of Selasih Park with a small table. */
export async function openForm(...rows: ReturnType<typeof listedSite>[]) {
  const table = serveMaintable(...(rows.length > 0 ? rows : [listedSite()]));
  const view = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
  await screen.findByRole('form', { name: 'Selasih Park' });
  return { ...view, ...table };
}

export const field = (name: string) => screen.getByRole('textbox', { name });
export const save = () => screen.getByRole('button', { name: 'Save' });
export const saved = () => screen.findByText('Data updated successfully!');

type User = Awaited<ReturnType<typeof openForm>>['user'];

export async function retype(user: User, name: string, text: string): Promise<void> {
  await user.clear(field(name));
  if (text) await user.type(field(name), text);
}
