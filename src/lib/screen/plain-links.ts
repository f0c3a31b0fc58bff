import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Opens the plain links of a long list within the page, without a reload. Links of the router would be slow here, because all of them
 * render again with every change of the URL. A click that opens a new tab is left to the browser.
 * @returns the `onClick` of the list
 */
export function usePlainLinkNavigation(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const isWithinPage = link && !link.target && link.origin === location.origin;
    if (!isWithinPage || !isPlainClick || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
}
