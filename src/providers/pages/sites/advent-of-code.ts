import { textOfFirst } from '../reading/html.ts';
import { partsOfAll, type Site } from './site.ts';

/** What it shows without signing in is the first part of a day. Its answer belongs to the input that each person gets. */
export const adventOfCode: Site = {
  hosts: ['adventofcode.com'],
  read: (page) => {
    const parts = partsOfAll(page, 'article.day-desc');
    const title = textOfFirst(page, 'article.day-desc h2')?.replaceAll(/^-+ | -+$/g, '') ?? null;
    return parts && { title, parts, kind: 'stdio' };
  },
};
