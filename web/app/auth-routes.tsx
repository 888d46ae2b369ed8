import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom';
import { AuthPage } from '../account/auth-page.tsx';
import { ConfirmPage, ForgotPage, ResetPage } from '../account/emailed-links.tsx';
import { Toaster } from '../ui/toast.tsx';
import { queryClient } from './client.ts';
import { useSession, useSessionWatch } from './session.tsx';
import { refusedState } from './shell-notes.tsx';
import { LoadingScreen } from './whole-page.tsx';

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
      <Route path="forgot" element={<ForgotPage />} />
      <Route path="confirm" element={<ConfirmPage />} />
      <Route path="reset" element={<ResetPage />} />
      <Route path="*" element={<Navigate to="/auth" replace />} />
    </Routes>
    <Toaster />
  </QueryClientProvider>
);
