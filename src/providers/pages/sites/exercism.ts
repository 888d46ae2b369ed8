import { attributeOf, textOfFirst } from '../reading/html.ts';
import { partsOfAll, type Site } from './site.ts';

/** The page without signing in shows introduction and instructions. The function is named in the exercise's files, not here. */
export const exercism: Site = {
  hosts: ['exercism.org'],
  read: (page) => {
    const parts = partsOfAll(page, 'section.introduction, section.instructions');
    const shared = attributeOf(page, 'meta[property="og:title"]', 'content')?.replace(/ in [^ ]+(?: [^ ]+)? on Exercism$/, '') ?? null;
    return parts && { title: shared ?? textOfFirst(page, 'h1'), parts };
  },
};
