import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { reportCaught, watchErrors } from './app/errors/report-later.ts';
import { startLanguage } from './lib/language/choice.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const start = () =>
  createRoot(root, { onCaughtError: reportCaught }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// without a wait for English
const starting = startLanguage();
if (starting) void starting.then(start);
else start();
watchErrors();
