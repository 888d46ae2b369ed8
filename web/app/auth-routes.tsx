import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom';
import { AuthPage } from '../account/auth-page.tsx';
import type { EmailedLinkProps } from '../account/emailed-links.tsx';
import { loadLater } from '../lib/load-later.ts';
import { preloadable } from '../lib/preloadable.ts';
import { Toaster } from '../ui/toast.tsx';
import { queryClient } from './client.ts';
import { refusedState } from './refused.ts';
import { useSession, useSessionWatch } from './session.tsx';

import { LoadingScreen } from './whole-page.tsx';

// Most visitors come to sign in or up, not from a mail.
const EmailedLink = preloadable<EmailedLinkProps>(() =>
  import('../account/emailed-links.tsx').then((module) => ({ default: module.EmailedLink })),
);
/** Also resolves if the script could not be loaded. */
export const firstLink = /^\/auth\/./.test(window.location.pathname) ? EmailedLink.preload().catch(() => undefined) : undefined;

/**
 * Sends a signed-in person to the dashboard, with the error of a provider if there was one. Links in mails work with and
 * without a session.
 */
function VisitorsOnly() {
  const { user, failed } = useSession();
  const refusal = useSearchParams()[0].get('error');
  useSessionWatch(user);
  if (user) return <Navigate to="/dashboard" replace state={refusedState(refusal)} />;
  if (user === undefined && !failed) return <LoadingScreen />;
  return <AuthPage />;
}

export const AuthRoutes = () => (
  <QueryClientProvider client={queryClient}>
    <Routes>
      <Route index element={<VisitorsOnly />} />
      <Route path="forgot" element={<EmailedLink.Component page="forgot" />} />
      <Route path="confirm" element={<EmailedLink.Component page="confirm" />} />
      <Route path="reset" element={<EmailedLink.Component page="reset" />} />
      <Route path="*" element={<Navigate to="/auth" replace />} />
    </Routes>
    <Toaster loadLater={loadLater} />
  </QueryClientProvider>
);
