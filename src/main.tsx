import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { reportCaught, watchErrors } from './app/errors/report-later.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root, { onCaughtError: reportCaught }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
watchErrors();
