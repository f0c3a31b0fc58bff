import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AccessKey } from '../../../../src/records/access-key/access-key.ts';
import { keyRow } from '../../../support/rows.ts';
import { adminRow, openKeys } from '../serve-main.ts';

/** The key with which the admin of the tests is logged in. */
export const own = (values: Partial<AccessKey> = {}) => adminRow({ id: 1, label: 'My key', ...values });
/** The key of a client. */
export const desk = (id: number, values: Partial<AccessKey> = {}) => keyRow({ id, label: `Desk ${id}`, ...values });
/** The key of a technician. */
export const technicianKey = (id: number, values: Partial<AccessKey> = {}) =>
  keyRow({ id, label: `Technician ${id}`, role: 'technician', site_id: null, site_ids: [1], ...values });

/** Opens the screen with these keys and selects all of them. */
export async function selectAll(...rows: AccessKey[]) {
  const view = await openKeys('?sort=key', ...rows);
  await view.user.click(screen.getByRole('checkbox', { name: 'Select all that match' }));
  return view;
}

/** Presses a button of the bar, and returns the dialog that it opens. */
export async function ask(user: UserEvent, action: 'Rotate' | 'Set an end' | 'Revoke') {
  const bar = screen.getByRole('region', { name: 'Selected keys' });
  await user.click(within(bar).getByRole('button', { name: action }));
  return within(screen.getByRole('dialog'));
}
