import type { UserEvent } from '@testing-library/user-event';

/** Fills a field at once: in a large form every key press is slow. */
export async function pasteInto(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
