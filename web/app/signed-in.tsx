import { QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Screens } from '../lib/screen-list.ts';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { queryClient } from './client.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFound } from './not-found.tsx';
import { useSession, useSessionWatch } from './session.tsx';
import { Shell } from './shell.tsx';
import { Unreachable } from './unreachable.tsx';

/** What each folder says of its screens. */
const folders = import.meta.glob<Screens>('../*/screens.ts', { eager: true, import: 'screens' });
const screens: Screens = Object.assign({}, ...Object.values(folders));
const Welcome = lazy(() => import('../welcome/welcome.tsx').then((module) => ({ default: module.Welcome })));
const routes = Object.entries(screens).map(([path, load]) => ({ path, Screen: lazy(load) }));

// The script of the screen is loaded while the session is still being read. A failure here happens again, and is shown, when
// the screen is rendered.
const first = Object.keys(screens).find((path) => matchPath(path, window.location.pathname));
if (first !== undefined) screens[first]?.().catch(() => undefined);

function Guard() {
  const { user, failed, retry } = useSession();
  const { pathname } = useLocation();
  useSessionWatch(user);
  if (failed) return <Unreachable onRetry={retry} />;
  if (user === undefined) return <LoadingScreen />;
  if (user === null) return <Navigate to="/" replace />;
  // The introduction is shown without the frame of the other screens.
  if (pathname === '/welcome') return <Welcome />;
  return (
    <Shell user={user}>
      <Routes>
        {routes.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Shell>
  );
}

/** The screens that need a session. Without one, the person is sent to the landing page, and the address is not remembered. */
export const SignedIn = () => (
  <QueryClientProvider client={queryClient}>
    <TooltipProvider>
      <Guard />
    </TooltipProvider>
  </QueryClientProvider>
);
