import { describe, expect, it, test } from 'vitest';
import type { CodingQuestion } from '../../../src/ports/pages.ts';
import { questionOfPage } from '../../../src/providers/pages/reading/page.ts';
import { SITE_PAGES } from './site-pages.ts';

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
    // Neither what stands around the question nor what is for the site's own programs.
    expect(statement).not.toMatch(/Editorial|Register|Copy|__NEXT_DATA__|time limit|灯籠|identify yourself|Learn/i);
  });

  it('has its formulas and powers in the statement', () => {
    expect(read('codeforces').statement).toMatch(/^There are \$n\$ books of at most \$10\^5\$ pages\./);
    expect(read('atcoder').statement).toContain('lantern `i` is lit if `A_i` is `1`');
    expect(read('projectEuler').statement).toContain('below 10^6 whose');
    expect(read('leetcode').statement).toContain('- `1 <= lamps.length <= 10^5`');
  });

  it('has links that lead to the web, and no others', () => {
    expect(read('exercism').statement).toContain('See the [way of folding](https://exercism.org/docs/folding) and this trick.');
  });

  it('is read as any other page where the site has changed', () => {
    const html = '<main><h1>Lanterns</h1><p>Count the pairs of neighbours that are both lit.</p></main>';
    expect(questionOfPage(html, new URL(SITE_PAGES.atcoder.url))).toMatchObject({ title: 'Lanterns', kind: 'stdio' });
  });
});
