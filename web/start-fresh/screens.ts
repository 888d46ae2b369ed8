import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/start-fresh': () => import('./start-fresh.tsx').then((module) => ({ default: module.StartFresh })),
};
