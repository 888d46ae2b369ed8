import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { queryClient } from './client.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFound } from './not-found.tsx';
import { useSession, useSessionWatch } from './session.tsx';
import { Shell } from './shell.tsx';
import { Unreachable } from './unreachable.tsx';

const Dashboard = lazy(() => import('../dashboard/dashboard.tsx').then((module) => ({ default: module.Dashboard })));
const Todo = lazy(() => import('../todo/todo.tsx').then((module) => ({ default: module.Todo })));
// While these two are being written, the build must not break for the others.
const coming = import.meta.glob<Record<string, ComponentType>>(['../alerts/alerts.tsx', '../report/report.tsx']);
const screen = (path: string, name: string) => lazy(async () => ({ default: (await coming[path]?.())?.[name] ?? NotFound }));
const Alerts = screen('../alerts/alerts.tsx', 'Alerts');
const Report = screen('../report/report.tsx', 'Report');
const Profile = lazy(() => import('../profile/profile.tsx').then((module) => ({ default: module.Profile })));

function Guard() {
  const { user, failed, retry } = useSession();
  useSessionWatch(user);
  if (failed) return <Unreachable onRetry={retry} />;
  if (user === undefined) return <LoadingScreen />;
  if (user === null) return <Navigate to="/" replace />;
  return (
    <Shell user={user}>
      <Routes>
        <Route path="/dashboard" element={<Dashboard />} />
        <Route path="/todo" element={<Todo />} />
        <Route path="/alerts" element={<Alerts />} />
        <Route path="/report" element={<Report />} />
        <Route path="/profile" element={<Profile />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Shell>
  );
}

/** Behind the sign-in: who is not signed in goes to the landing page, and the address he tried is not kept. */
export const SignedIn = () => (
  <QueryClientProvider client={queryClient}>
    <TooltipProvider>
      <Guard />
    </TooltipProvider>
  </QueryClientProvider>
);
