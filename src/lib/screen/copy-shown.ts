/**
 * Copies a text that the page shows. Where the clipboard is not allowed, or missing without HTTPS, the text is selected for the person to
 * copy. Returns whether it was copied.
 */
export async function copyShown(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}
