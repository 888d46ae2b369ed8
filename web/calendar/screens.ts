import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/todo/plan': () => import('./calendar.tsx').then((module) => ({ default: module.Calendar })),
};
