import { preloadable } from '../lib/preloadable.ts';
import type { TitleFieldProps } from './title-in-place.tsx';

/** The library of schemas, by which the field checks a title, is larger than a list. */
export const TitleField = preloadable<TitleFieldProps>(() =>
  import('./title-in-place.tsx').then((module) => ({ default: module.TitleField })),
);
