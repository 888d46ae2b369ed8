import './lib/without-eval.ts';
import './ui/styles/index.css';
import './ui/styles/order.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { conventionsOf, followConventions } from '../src/contracts/words/conventions.ts';
import { App, preloadPage } from './app/app.tsx';

/** In milliseconds. For this long an empty page looks better than a loading indicator. */
const MOST_EMPTY_MS = 300;

const own = conventionsOf(navigator.language);
followConventions(() => own);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Text that is shown in another font first is as wide as that font makes it, and moves the page when its own font arrives.
const font = document.fonts.load('1rem "Hanken Grotesk Variable"');
const first = Promise.allSettled([preloadPage(location.pathname), font]);
// Not awaited at the top level: the scripts of the first page import from this script and would wait for its end.
void Promise.race([first, new Promise((resolve) => setTimeout(resolve, MOST_EMPTY_MS))]).then(() =>
  // A transition is rendered in short pieces, between which the page reacts.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
);
