import './ui/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadPage } from './app/app.tsx';

/** For so long a visitor sees an empty page rather than that it is loading. */
const MOST_EMPTY_MS = 300;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await Promise.race([preloadPage(location.pathname).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, MOST_EMPTY_MS))]);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
