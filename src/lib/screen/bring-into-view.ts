/** A ref that scrolls to its element, as little as it takes. */
export function bringIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
