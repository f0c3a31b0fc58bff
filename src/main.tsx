import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { captureCaught, watchErrors } from './app/errors/capture-later.ts';
import { shownLanguage, startLanguage } from './lib/language/choice.ts';
import { noteInitialController } from './lib/offline/initial-controller.ts';
import './styles/fonts.css';
import './styles/heading-font.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';

function startPortal(root: HTMLElement): void {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  const options = { onCaughtError: captureCaught };
  // synchronously, so that nothing is typed into the login, and nothing changes it, before React manages it
  const render = (canHydrate: boolean) =>
    flushSync(() => {
      if (canHydrate) hydrateRoot(root, app, options);
      else createRoot(root, options).render(app);
    });
  const renderPage = () => {
    if (window.takeOverLogin) window.takeOverLogin(shownLanguage.get(), render);
    else render(false);
  };
  // English needs no wait, because its messages are in the code
  const loading = startLanguage();
  if (loading) void loading.then(renderPage);
  else renderPage();
  watchErrors();
}

noteInitialController();
// `index.html` removes the element in a browser that is too old
const root = document.getElementById('root');
// Some hosts send this page for every path, or if a path ends with a slash or has capital letters. The path of a door leads on to its page.
const door = /^\/(report|shared)\/?$/iu.exec(location.pathname)?.[1];
if (door) location.replace(`/${door.toLowerCase()}.html${location.hash}`);
else if (root) startPortal(root);
