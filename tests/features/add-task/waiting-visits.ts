import { screen } from '@testing-library/react';
import { emptyForm, type TaskForm } from '../../../src/features/add-task/task-form.ts';
import { storeDraft } from '../../../src/lib/device/drafts.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { backend } from './open-add-task.ts';

export const visit: TaskForm = {
  ...emptyForm(new Date()),
  siteId: 1,
  siteName: 'Selasih Park',
  date: '2026-03-17',
  clock: '10:05',
  year: '2026',
  month: 'mar',
  kind: 'other',
  title: 'Repair',
  text: 'Arm replaced',
  added: true,
  update: 'waiting',
  finishedAt: 1,
};

/** Stores a visit that was finished offline before the portal was closed. */
export function storeVisit(values: Partial<TaskForm> = {}, files: object[] = []): string {
  const id = crypto.randomUUID();
  storeDraft(`add-task/${id}`, storedMessage('New task'), { ...visit, ...values, files });
  return id;
}

export const waitingLine = (text: string | RegExp = '1 visit waits for a connection.') => screen.findByText(text);
/** The link in the line about unfinished visits. */
export const unfinished = (name: string | RegExp) => screen.findByRole('link', { name });
export const titles = () => backend.tasks.map(({ title }) => title);
export const heading = () => screen.findByRole('heading', { level: 1, name: 'Guidelines' });
export const listed = () =>
  screen.queryAllByRole('listitem').filter((item) => item.closest('[aria-label="Visits on this device"]'));
export const storedTaskNames = () => Object.keys(localStorage).filter((key) => key.includes('/add-task/'));
export const savedMessage = (words = 'Selasih Park, 17 March 2026 at 10:05, Repair, no photos') =>
  screen.findByText(`${words}: saved.`);
