import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/profile': () => import('./profile.tsx').then((module) => ({ default: module.Profile })),
};
