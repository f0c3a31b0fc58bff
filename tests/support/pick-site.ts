import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The field in which an admin picks a site, once the names have loaded. */
export async function siteField(): Promise<HTMLElement> {
  const field = await screen.findByRole('combobox', { name: 'Site' });
  await waitFor(() => expect(field).toBeEnabled());
  return field;
}

/** By mouse. */
export async function pickSite(user: UserEvent, name: string): Promise<void> {
  await user.click(await siteField());
  // another choice on the screen may have the same names
  await user.click(within(screen.getByRole('listbox', { name: 'Site' })).getByRole('option', { name }));
}

/** Fills a field at once: in a large form every key press is slow. */
export async function pasteInto(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
