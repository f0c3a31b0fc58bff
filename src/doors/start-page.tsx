import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '../lib/language/choice.ts';
import { watchTheme } from '../lib/screen/theme.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/heading-font.css';
import './fonts.css';

/**
 * Starts a page without a login, and renders it when the messages of its language are loaded. Errors are not sent to the server, because
 * an error may contain the secret in the address.
 * @param begin starts the page and returns its element; not called in a browser that is too old
 */
export function startPage(begin: () => ReactNode): void {
  watchTheme();
  // the HTML page removes the element in a browser that is too old
  const root = document.getElementById('root');
  if (!root) return;
  const page = begin();
  const render = () => createRoot(root).render(<StrictMode>{page}</StrictMode>);
  const loading = startLanguage();
  if (loading) void loading.then(render);
  else render();
}
