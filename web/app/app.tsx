import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Landing } from '../landing/landing.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';

// Everything but the landing page is loaded when it is opened, since its script is the first for which a visitor waits.
const AuthRoutes = lazy(() => import('./auth-routes.tsx').then((module) => ({ default: module.AuthRoutes })));
const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })));
const LegalPage = lazy(() => import('../legal/legal-page.tsx').then((module) => ({ default: module.LegalPage })));
const Parts = lazy(() => import('../gallery/gallery.tsx').then((module) => ({ default: module.Gallery })));

function AllRoutes() {
  useScrollToTop();
  return (
    <Routes>
      <Route path="/" element={<Landing />} />
      <Route path="/auth/*" element={<AuthRoutes />} />
      <Route path="/terms" element={<LegalPage page="terms" />} />
      <Route path="/privacy" element={<LegalPage page="privacy" />} />
      <Route path="/security" element={<LegalPage page="security" />} />
      <Route path="/dev/ui" element={<Parts />} />
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
