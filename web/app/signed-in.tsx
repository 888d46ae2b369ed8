import { QueryClientProvider } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { sessionQuery, type User } from '../api/session.ts';
import { preloadable, type Screens } from '../lib/preloadable.ts';
import { forgetReturnAddress, keepReturnAddress, type LandingState, returnAddress } from '../lib/return-address.ts';
import { queryClient } from './client.ts';
import { useRestoring } from './last-read.ts';
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

const isScreen = (pathname: string): boolean => routes.some(({ path }) => matchPath(path, pathname) !== null);

interface Way {
  /** The address to go on to after signing in. Null: stay here. */
  readonly on: string | null;
  /** Whether a person without a session opened this screen. Who signs out does not want the screen that they left. */
  readonly wantsScreen: boolean;
}

/** Every way to sign in leads to the dashboard, so the address that was wanted before is looked for only there. */
function useWay(user: User | null | undefined): Way {
  const { pathname, search, hash } = useLocation();
  const here = `${pathname}${search}${hash}`;
  const wasSignedIn = useRef(false);
  const wanted = user && pathname === '/dashboard' ? returnAddress() : null;
  const on = wanted === here ? null : wanted;
  const wantsScreen = user === null && !wasSignedIn.current && isScreen(pathname);
  useEffect(() => {
    if (wantsScreen) keepReturnAddress(here);
    if (user && on === null && pathname !== '/welcome') forgetReturnAddress();
    wasSignedIn.current ||= Boolean(user);
  }, [user, on, wantsScreen, pathname, here]);
  return { on, wantsScreen };
}

// The same element each time, so that the shell around it renders again only when another screen is opened.
const screen = (
  <Routes>
    {routes.map(({ path, Component }) => (
      <Route key={path} path={path} element={<Component />} />
    ))}
    <Route path="*" element={<NotFound />} />
  </Routes>
);

function Guard() {
  const { user, failed, unanswered, retry } = useSession();
  const isRestoring = useRestoring(unanswered);
  const { pathname } = useLocation();
  const { on, wantsScreen } = useWay(user);
  useSessionWatch(user);
  // The frame and the screen are rendered in short pieces, between which the page reacts.
  const isKnown = useDeferredValue(user !== undefined);
  if (failed && !isRestoring) return <Unreachable onRetry={retry} />;
  if (user === undefined || !isKnown) return <LoadingScreen />;
  if (user === null) return <Navigate to="/" replace state={{ wantsScreen } satisfies LandingState} />;
  if (on !== null) return <Navigate to={on} replace />;
  // The introduction has no side bar and no top bar.
  if (pathname === '/welcome') return <Welcome.Component />;
  return (
    <Shell user={user} pathname={pathname}>
      {screen}
    </Shell>
  );
}

/** Without a session the person is sent to the landing page. After signing in they go on to the address that they wanted. */
export const SignedIn = () => (
  <QueryClientProvider client={queryClient}>
    <Guard />
  </QueryClientProvider>
);
