import { screen, within } from '@testing-library/react';
import { openKeys } from './serve-main.ts';

export const open = async (query = '') => {
  const view = await openKeys(query);
  await view.user.click(screen.getByRole('button', { name: 'Issue a key' }));
  return { ...view, dialog: within(screen.getByRole('dialog', { name: 'Issue a key' })) };
};
export const site = () => screen.getByRole('combobox', { name: 'Site' });
export const label = () => screen.getByRole('textbox', { name: 'Label' });
export const issue = () => screen.getByRole('button', { name: 'Issue key' });
export const newKey = () => screen.findByRole('dialog', { name: /^The new key for / });
export const copy = () => screen.getByRole('button', { name: 'Copy' });
export const make = async () => {
  const view = await open('?site=Selasih+Park');
  await view.user.type(label(), 'Guard house');
  await view.user.click(issue());
  await newKey();
  return view;
};
