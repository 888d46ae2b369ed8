import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Landing } from '../landing/landing.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import type { OtherPage } from './other-pages.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';

// Everything but the landing page is loaded when it is opened, since its script is the first for which a visitor waits.
const AuthRoutes = lazy(() => import('./auth-routes.tsx').then((module) => ({ default: module.AuthRoutes })));
const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })));
const OtherPages = lazy(() => import('./other-pages.tsx').then((module) => ({ default: module.OtherPages })));

const OTHERS: readonly OtherPage[] = ['terms', 'privacy', 'security', 'oauth/redirect', 'dev/ui'];

function AllRoutes() {
  useScrollToTop();
  return (
    <Routes>
      <Route path="/" element={<Landing />} />
      <Route path="/auth/*" element={<AuthRoutes />} />
      {OTHERS.map((page) => (
        <Route key={page} path={page} element={<OtherPages page={page} />} />
      ))}
      <Route path="*" element={<SignedIn />} />
    </Routes>
  );
}

export const App = () => (
  <ErrorBoundary>
    <BrowserRouter>
      <Suspense fallback={<LoadingScreen />}>
        <AllRoutes />
      </Suspense>
    </BrowserRouter>
  </ErrorBoundary>
);
