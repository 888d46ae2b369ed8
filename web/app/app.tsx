import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { BrowserRouter, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { endFirstLook } from '../lib/first-look.ts';
import { preloadable } from '../lib/preloadable.ts';
import { Announcer } from '../ui/announcer.tsx';
import type { OtherPage } from './other-pages.tsx';
import { ErrorBoundary, LoadingScreen } from './whole-page.tsx';

/**
 * Scrolls a newly opened page to its top, or to the element named in the address. When the person goes back, the browser
 * restores the position.
 */
function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const how = useNavigationType();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page, even if nothing else changes
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else if (!first.current && how !== 'POP') window.scrollTo(0, 0);
    first.current = false;
  }, [pathname, hash, how]);
}

// The document of each address names the scripts of its page, so that the browser loads them beside this one.
const Landing = preloadable(() => import('../landing/landing.tsx').then((module) => ({ default: module.Landing })));
const AuthRoutes = preloadable(async () => {
  const { AuthRoutes, firstLink } = await import('./auth-routes.tsx');
  await firstLink;
  return { default: AuthRoutes };
});
const OtherPages = preloadable(() => import('./other-pages.tsx').then((module) => ({ default: module.OtherPages })));
const SignedIn = preloadable(async () => {
  const { SignedIn, firstScreen } = await import('./signed-in.tsx');
  await firstScreen;
  return { default: SignedIn };
});

const OTHERS: readonly OtherPage[] = ['terms', 'privacy', 'security', 'verify-a-report', 'oauth/redirect', 'dev/ui'];

/** Loads the scripts of an address. If that fails, rendering the page fails in the same way and shows the error. */
export async function preloadPage(pathname: string): Promise<void> {
  if (pathname === '/') await Landing.preload();
  else if (pathname.startsWith('/auth')) await AuthRoutes.preload();
  else await (OTHERS.some((page) => pathname === `/${page}`) ? OtherPages : SignedIn).preload();
}

function AllRoutes() {
  useScrollToTop();
  return (
    <Routes>
      <Route path="/" element={<Landing.Component />} />
      <Route path="/auth/*" element={<AuthRoutes.Component />} />
      {OTHERS.map((page) => (
        <Route key={page} path={page} element={<OtherPages.Component page={page} />} />
      ))}
      <Route path="*" element={<SignedIn.Component />} />
    </Routes>
  );
}

export function App() {
  // After the layout effects of all parts, those that wait among them.
  useLayoutEffect(endFirstLook, []);
  return (
    <>
      <ErrorBoundary>
        <BrowserRouter>
          <Suspense fallback={<LoadingScreen />}>
            <AllRoutes />
          </Suspense>
        </BrowserRouter>
      </ErrorBoundary>
      <Announcer />
    </>
  );
}
