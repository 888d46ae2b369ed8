import { describe, expect, it, test } from 'vitest';
import type { CodingQuestion, PageReading } from '../../../src/ports/pages.ts';
import { questionOfPage } from '../../../src/providers/pages/reading/page.ts';
import { webPages } from '../../../src/providers/pages/web.ts';
import { type Answers, openSite, SITE_PAGES } from './site.ts';

type Name = keyof typeof SITE_PAGES;
const read = (name: Name): CodingQuestion => questionOfPage(SITE_PAGES[name].html, new URL(SITE_PAGES[name].url));
const example = (input: string, output: string, explanation: string | null = null) => ({ input, output, explanation });

const EXPECTED: Readonly<Record<Name, Omit<CodingQuestion, 'statement'>>> = {
  codeforces: {
    title: 'Two Shelves',
    examples: [example('3\n2 5 9', '7'), example('1\n4', '0')],
    constraints: [],
    kind: 'stdio',
    signature: null,
  },
  atcoder: {
    title: 'Lanterns',
    examples: [example('4\n1 1 0 1', '1', 'Only the first two lanterns are lit side by side.'), example('2\n0 0', '0')],
    constraints: ['2 \\leq N \\leq 2\\times 10^5', 'All values in input are integers.'],
    kind: 'stdio',
    signature: null,
  },
  kattis: { title: 'Teapots', examples: [example('10 4', '7'), example('1 0', '0')], constraints: [], kind: 'stdio', signature: null },
  cses: { title: 'Even Steps', examples: [example('4', '1')], constraints: ['1 \\le n \\le 10^6'], kind: 'stdio', signature: null },
  hackerrank: {
    title: 'Jar Count',
    examples: [example('3\nred\nblue\nred', '1\n1\n2', 'The third jar is the second red one.')],
    constraints: ['1 <= q <= 100', 'Colours have no spaces.'],
    kind: 'stdio',
    signature: null,
  },
  exercism: {
    title: 'Paper Boats',
    examples: [],
    constraints: [],
    kind: 'function',
    signature: { name: 'fold', parameters: ['sheets', 'size'] },
  },
  projectEuler: { title: 'Odd Mirrors', examples: [], constraints: [], kind: 'stdio', signature: null },
  adventOfCode: { title: 'Day 1: Sleigh Ropes', examples: [], constraints: [], kind: 'stdio', signature: null },
  leetcode: {
    title: 'Closest Lamp',
    examples: [example('lamps = [2,9], at = 4', '2', 'The lamp at 2 is closest.'), example('lamps = [5], at = 5', '0')],
    constraints: ['1 <= lamps.length <= 10^5', '0 <= at'],
    kind: 'function',
    signature: { name: 'closestLamp', parameters: ['lamps', 'at'] },
  },
  leetcodeDescription: {
    title: 'Closest Lamp',
    examples: [example('lamps = [2,9], at = 4', '2', 'The lamp at 2 is closest.'), example('lamps = [5], at = 5', '0')],
    constraints: ['1 <= lamps.length <= 105', '0 <= at'],
    kind: 'function',
    signature: { name: 'solution', parameters: ['lamps', 'at'] },
  },
};

describe('the question on a page of a practice site', () => {
  test.each(Object.keys(SITE_PAGES) as Name[])('%s', (name) => {
    const { statement, ...question } = read(name);
    expect(question).toEqual(EXPECTED[name]);
    // Neither the content around the question nor the data for the site's own scripts.
    expect(statement).not.toMatch(/Editorial|Register|Copy|__NEXT_DATA__|time limit|灯籠|identify yourself|Learn/i);
  });

  it('has its formulas and powers in the statement', () => {
    expect(read('codeforces').statement).toMatch(/^There are \$n\$ books of at most \$10\^5\$ pages\./);
    expect(read('atcoder').statement).toContain('lantern `i` is lit if `A_i` is `1`');
    expect(read('projectEuler').statement).toContain('below 10^6 whose');
    expect(read('leetcode').statement).toContain('- `1 <= lamps.length <= 10^5`');
  });

  it('has only links that lead to the web', () => {
    expect(read('exercism').statement).toContain('See the [way of folding](https://exercism.org/docs/folding) and this trick.');
  });

  it('is read like any other page if the site has changed', () => {
    const html = '<main><h1>Lanterns</h1><p>Count the pairs of neighbours that are both lit.</p></main>';
    expect(questionOfPage(html, new URL(SITE_PAGES.atcoder.url))).toMatchObject({ title: 'Lanterns', kind: 'stdio' });
  });
});

async function readPage(answers: Answers, path: string): Promise<PageReading> {
  const site = await openSite(answers);
  const pages = webPages({ contact: null, resolve: async () => ['127.0.0.1'], allow: [site.place] });
  return pages.read(`http://questions.example:${site.port}${path}`);
}
const QUESTION = `<h1>Sums</h1><p>Add all numbers and print their sum.</p><h2>Sample Input</h2><pre>1 2</pre><h2>Sample Output</h2><pre>3</pre>`;

describe('a page of the web', () => {
  it('is read from its address', async () => {
    expect(await readPage({ '/sums': QUESTION }, '/sums')).toEqual({
      outcome: 'read',
      question: {
        title: 'Sums',
        statement: '# Sums\n\nAdd all numbers and print their sum.\n\n## Sample Input\n\n```\n1 2\n```\n\n## Sample Output\n\n```\n3\n```',
        examples: [{ input: '1 2', output: '3', explanation: null }],
        constraints: [],
        kind: 'stdio',
        signature: null,
      },
    });
  });

  it('may be a file of text', async () => {
    const answers: Answers = {
      '/sums.md': (_, response) => response.writeHead(200, { 'content-type': 'text/markdown' }).end('# Sums\n\nAdd.'),
    };
    expect(await readPage(answers, '/sums.md')).toMatchObject({
      outcome: 'read',
      question: { title: 'Sums', statement: '### Sums\n\nAdd.' },
    });
  });

  it('may not be another file', async () => {
    const answers: Answers = { '/': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF') };
    expect(await readPage(answers, '/')).toEqual({
      outcome: 'unreadable',
      reason: 'At this address is a file (application/pdf) and no page with text.',
    });
  });

  it('that redirects to a sign-in is not read', async () => {
    const answers: Answers = {
      '/sums': (_, response) => response.writeHead(302, { location: '/users/sign_in?next=1' }).end(),
      '/users/sign_in?next=1': QUESTION,
    };
    expect(await readPage(answers, '/sums')).toEqual({
      outcome: 'unreadable',
      reason: 'The site shows this page only to people who have signed in.',
    });
  });
});

describe('a refusal', () => {
  const pages = webPages({
    contact: null,
    resolve: async (name) => (name === 'inside.example' ? ['10.0.0.1'] : []),
  });

  it('distinguishes a forbidden address from a page that cannot be read', async () => {
    expect(await pages.read('http://169.254.169.254/latest')).toMatchObject({ outcome: 'forbidden' });
    expect(await pages.read('http://inside.example/')).toMatchObject({ outcome: 'forbidden' });
    expect(await pages.read('http://outside.example:22/')).toMatchObject({ outcome: 'forbidden' });
    expect(await pages.read('https://nowhere.example/')).toEqual({
      outcome: 'unreadable',
      reason: 'There is no site named “nowhere.example”.',
    });
  });
});

it('a pasted statement is read without any request', () => {
  const pages = webPages({ contact: null, resolve: () => Promise.reject(new Error('asked')) });
  expect(pages.readStatement('# Sums\n\nInput: 1 2\nOutput: 3')).toMatchObject({
    title: 'Sums',
    examples: [{ input: '1 2', output: '3' }],
  });
});
