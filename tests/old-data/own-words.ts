import type { Answer } from './answers.ts';
import type { Body } from './public-names.ts';

/** Changes every text inside a body. */
const everyText =
  (change: (text: string) => string) =>
  (body: Body): Body => {
    if (typeof body === 'string') return change(body);
    if (Array.isArray(body)) return body.map(everyText(change));
    if (typeof body !== 'object' || body === null) return body;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, everyText(change)(value)]));
  };

const inOwnDirection = (html: string): string =>
  html
    .replaceAll(/<td class="p"><bdi>(.*?)<\/bdi><\/td>/g, '<td class="p" dir="auto">$1</td>')
    .replaceAll('<p class="ld">', '<p class="ld" dir="auto">');

/** Pages that are not found have a body as well. */
const withBody = (answer: Answer, body: Body): Answer =>
  JSON.stringify(body) === JSON.stringify(answer.body) ? answer : { ...answer, body };

/** One of the known changes of issue 25. `known-changes.ts` says what such an entry is. */
export const OWN_WORDS: readonly { readonly reason: string; readonly change: (answer: Answer) => Answer }[] = [
  {
    reason: 'Texts that people wrote follow their own direction, in reports as HTML and on the pages of a partner (issue 25, part 5).',
    change: (answer) =>
      /reports\/html|^\/partner\//.test(answer.path) ? withBody(answer, everyText(inOwnDirection)(answer.body)) : answer,
  },
];
