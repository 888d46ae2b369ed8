import { textOfFirst } from '../reading/html.ts';
import { partsOfAll, type Site } from './site.ts';

/** Its problems have no input: a program prints the answer. */
export const projectEuler: Site = {
  hosts: ['projecteuler.net'],
  read: (page) => {
    const parts = partsOfAll(page, '.problem_content');
    return parts && { title: textOfFirst(page, '#content h2', 'h2'), parts, kind: 'stdio' };
  },
};
