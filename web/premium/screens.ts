import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/posts': () => import('./posts.tsx').then((module) => ({ default: module.Posts })),
};
