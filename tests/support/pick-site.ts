import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Returns the field in which a site is picked, once its names have loaded. */
export async function siteField(label = 'Site'): Promise<HTMLElement> {
  const field = await screen.findByRole('combobox', { name: label });
  await waitFor(() => {
    expect(field).toBeEnabled();
    expect(field).not.toHaveAttribute('aria-busy', 'true');
  });
  return field;
}

/** Picks a site with the mouse. */
export async function pickSite(user: UserEvent, name: string, label = 'Site'): Promise<void> {
  await user.click(await siteField(label));
  // another list on the screen may have options with the same names
  await user.click(within(screen.getByRole('listbox', { name: label })).getByRole('option', { name }));
}

/** Fills a field by pasting: in a large form, typing is slow, because each key renders the form. */
export async function pasteInto(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
