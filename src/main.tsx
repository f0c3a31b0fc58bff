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
  // at once: nothing may be typed into a login, or change it, before React knows it
  const render = (isPainted: boolean) =>
    flushSync(() => {
      if (isPainted) hydrateRoot(root, app, options);
      else createRoot(root, options).render(app);
    });
  const renderPage = () => {
    if (window.takeOverLogin) window.takeOverLogin(shownLanguage.get(), render);
    else render(false);
  };
  // without a wait for English
  const starting = startLanguage();
  if (starting) void starting.then(renderPage);
  else renderPage();
  watchErrors();
}

noteInitialController();
// index.html takes it out in a browser that is too old
const root = document.getElementById('root');
// a host that sends this page for every path, or for an address with a slash behind or in capitals; the pages of stickers and links are others
const door = /^\/(report|shared)\/?$/iu.exec(location.pathname)?.[1];
if (door) location.replace(`/${door.toLowerCase()}.html${location.hash}`);
else if (root) startPortal(root);
