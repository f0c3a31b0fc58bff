import type { UserEvent } from '@testing-library/user-event';

/** Puts a text into a field at once: a form is large, and so is the work for each key. */
export async function pasteInto(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
