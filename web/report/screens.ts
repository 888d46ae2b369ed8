import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/report': () => import('./report.tsx').then((module) => ({ default: module.Report })),
};
