import { textOfFirst } from '../reading/html.ts';
import { partsOfAll, type Site } from './site.ts';

/** Its samples are tables of two columns, titled 'Sample Input 1' and 'Sample Output 1'. */
export const kattis: Site = {
  hosts: ['kattis.com'],
  read: (page) => {
    const parts = partsOfAll(page, '.problembody');
    return parts && { title: textOfFirst(page, 'h1.book-page-heading', 'h1'), parts, kind: 'stdio' };
  },
};
