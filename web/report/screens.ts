import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/report': () => import('./report.tsx').then((module) => ({ default: module.Report })),
};
