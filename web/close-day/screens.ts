import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/close-of-day': () => import('./close-day.tsx').then((module) => ({ default: module.CloseDay })),
};
