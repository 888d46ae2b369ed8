import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/profile': () => import('./profile.tsx').then((module) => ({ default: module.Profile })),
};
