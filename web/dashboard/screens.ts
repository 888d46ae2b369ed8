import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/dashboard': () => import('./dashboard.tsx').then((module) => ({ default: module.Dashboard })),
};
