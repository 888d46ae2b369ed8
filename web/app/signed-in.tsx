import { QueryClientProvider } from '@tanstack/react-query';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { sessionQuery } from '../api/session.ts';
import { preloadable, type Screens } from '../lib/preloadable.ts';
import { TooltipProvider } from '../ui/popover.tsx';
import { queryClient } from './client.ts';
import { useSession, useSessionWatch } from './session.tsx';
import { Shell } from './shell.tsx';
import { LoadingScreen, NotFound, Unreachable } from './whole-page.tsx';

const folders = import.meta.glob<Screens>('../*/screens.ts', { eager: true, import: 'screens' });
const screens: Screens = Object.assign({}, ...Object.values(folders));
const Welcome = preloadable(() => import('../welcome/welcome.tsx').then((module) => ({ default: module.Welcome })));
const routes = Object.entries(screens).map(([path, load]) => ({ path, ...preloadable(load) }));

// Loads the session and the script of the screen at the same time. If one of them fails, rendering fails in the same way and
// shows the error.
void queryClient.prefetchQuery(sessionQuery());
const { pathname: opened } = window.location;
const first = opened === '/welcome' ? Welcome : routes.find(({ path }) => matchPath(path, opened));
/** Also resolves if the script could not be loaded. */
export const firstScreen = first?.preload().catch(() => undefined);

function Guard() {
  const { user, failed, retry } = useSession();
  const { pathname } = useLocation();
  useSessionWatch(user);
  if (failed) return <Unreachable onRetry={retry} />;
  if (user === undefined) return <LoadingScreen />;
  if (user === null) return <Navigate to="/" replace />;
  // The introduction has no side bar and no top bar.
  if (pathname === '/welcome') return <Welcome.Component />;
  return (
    <Shell user={user}>
      <Routes>
        {routes.map(({ path, Component }) => (
          <Route key={path} path={path} element={<Component />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Shell>
  );
}

/** Without a session the person is sent to the landing page, and the address is not remembered. */
export const SignedIn = () => (
  <QueryClientProvider client={queryClient}>
    <TooltipProvider>
      <Guard />
    </TooltipProvider>
  </QueryClientProvider>
);
