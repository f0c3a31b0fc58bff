import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '../lib/language/choice.ts';
import { watchTheme } from '../lib/screen/theme.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/heading-font.css';
import './fonts.css';

/**
 * Starts a page without a login, once the words of its language are there: no session, and none of the portal's screens. It sends no errors,
 * as one might tell the secret in its address.
 * @param begin starts what the page knows, and returns it; not called in a browser that is too old, whose page has no place for it
 */
export function startPage(begin: () => ReactNode): void {
  watchTheme();
  // index.html takes it out in a browser that is too old
  const root = document.getElementById('root');
  if (!root) return;
  const page = begin();
  const render = () => createRoot(root).render(<StrictMode>{page}</StrictMode>);
  const starting = startLanguage();
  if (starting) void starting.then(render);
  else render();
}
