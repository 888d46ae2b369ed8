import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/posts': () => import('./posts.tsx').then((module) => ({ default: module.Posts })),
};
