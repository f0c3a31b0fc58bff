/**
 * Copies a text that the page shows. If the clipboard is not allowed, or missing without HTTPS, it selects the text, so that the person can
 * copy it. Returns whether it was copied.
 * @param element the element that shows the text
 */
export async function copyShown(text: string, element: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (element) getSelection()?.selectAllChildren(element);
    return false;
  }
}
