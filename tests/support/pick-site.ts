import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The field in which a site is picked, once the names have loaded. */
export async function siteField(label = 'Site'): Promise<HTMLElement> {
  const field = await screen.findByRole('combobox', { name: label });
  await waitFor(() => {
    expect(field).toBeEnabled();
    expect(field).not.toHaveAttribute('aria-busy', 'true');
  });
  return field;
}

/** By mouse. */
export async function pickSite(user: UserEvent, name: string, label = 'Site'): Promise<void> {
  await user.click(await siteField(label));
  // another choice on the screen may have the same names
  await user.click(within(screen.getByRole('listbox', { name: label })).getByRole('option', { name }));
}

/** Fills a field at once: in a large form every key press is slow. */
export async function pasteInto(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
