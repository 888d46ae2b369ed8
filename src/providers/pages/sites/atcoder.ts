import { isText } from 'domhandler';
import { elementOf } from '../reading/html.ts';
import { partsOf } from '../reading/parts.ts';
import type { Site } from './site.ts';

/** The statement is there in Japanese and, mostly, in English. */
export const atcoder: Site = {
  hosts: ['atcoder.jp'],
  read: (page) => {
    const statement = elementOf(page, '#task-statement .lang-en', '#task-statement .lang-ja', '#task-statement');
    if (statement === null) return null;
    // The heading holds the link to the editorial too; before the name stands the letter of the task.
    const heading = elementOf(page, 'span.h2', 'h2');
    const title = heading?.children
      .map((child) => (isText(child) ? child.data : ''))
      .join('')
      .trim();
    return { title: title?.replace(/^[A-Za-z]{1,2}\d? - /, '') ?? null, parts: partsOf(statement, page.url), kind: 'stdio' };
  },
};
