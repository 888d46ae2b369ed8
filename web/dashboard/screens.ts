import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/dashboard': () => import('./dashboard.tsx').then((module) => ({ default: module.Dashboard })),
};
