import type { Screens } from '../lib/preloadable.ts';

const load = () => import('./verify.tsx').then((module) => ({ default: module.Verify }));

export const screens: Screens = {
  '/verify': load,
  '/verify/task/:taskId': load,
  '/verify/task/:taskId/attempt/:codeTaskId': () =>
    import('./coding/attempt-screen.tsx').then((module) => ({ default: module.AttemptScreen })),
};
