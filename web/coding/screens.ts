import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/verify/task/:taskId/attempt/:codeTaskId': () => import('./attempt-screen.tsx').then((module) => ({ default: module.AttemptScreen })),
};
