import { screen, within } from '@testing-library/react';
import { openKeys } from './serve-main.ts';

/** Opens the screen and the dialog that issues a key. */
export const open = async (query = '') => {
  const view = await openKeys(query);
  await view.user.click(screen.getByRole('button', { name: 'Issue a key' }));
  return { ...view, dialog: within(screen.getByRole('dialog', { name: 'Issue a key' })) };
};
export const keySiteField = () => screen.getByRole('combobox', { name: 'Site' });
export const labelField = () => screen.getByRole('textbox', { name: 'Label' });
export const issueButton = () => screen.getByRole('button', { name: 'Issue key' });
export const newKeyDialog = () => screen.findByRole('dialog', { name: /^The new key for / });
export const copyButton = () => screen.getByRole('button', { name: 'Copy' });
/** Issues a key of Selasih Park, and waits for the dialog that shows it. */
export const issueGuardHouseKey = async () => {
  const view = await open('?site=Selasih+Park');
  await view.user.type(labelField(), 'Guard house');
  await view.user.click(issueButton());
  await newKeyDialog();
  return view;
};
