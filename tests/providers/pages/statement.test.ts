import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { questionOfPage } from '../../../src/providers/pages/reading/page.ts';
import { questionOfText } from '../../../src/providers/pages/reading/question.ts';

const example = (input: string, output: string, explanation: string | null = null) => ({ input, output, explanation });
const examplesOf = (text: string) => questionOfText(text).examples;

describe('examples in a pasted statement', () => {
  test.each([
    [
      'on lines',
      'Sum them.\n\nExample 1:\n\nInput: nums = [2,7], target = 9\nOutput: [0,1]\nExplanation: Because.\nReally.\n\nConstraints:\n\n1 <= n',
    ],
    ['in Markdown', '## Example\n\n**Input:** nums = [2,7], target = 9\n**Output:** `[0,1]`\n**Explanation:** Because.\nReally.\n'],
    ['as a list', '### Examples\n\n- **Input**: nums = [2,7], target = 9\n- **Output**: [0,1]\n- *Explanation*: Because.\nReally.'],
    [
      'within one block of code',
      'Text.\n\n```\nInput: nums = [2,7], target = 9\nOutput: [0,1]\nExplanation: Because.\nReally.\n```\n\nOutput is not important.',
    ],
  ])('%s', (_, text) => {
    expect(examplesOf(text)).toEqual([example('nums = [2,7], target = 9', '[0,1]', 'Because.\nReally.')]);
  });

  test('a function that the statement names nowhere is called solution, with the arguments of the examples', () => {
    const { kind, signature } = questionOfText('Find two.\n\nExample 1:\n\nInput: nums = [2,7], target = 9\nOutput: [0,1]\n');
    expect({ kind, signature }).toEqual({ kind: 'function', signature: { name: 'solution', parameters: ['nums', 'target'] } });
  });

  test.each([
    [
      'under titles, as code',
      '## Input\n\nThe first line has n.\n\n## Output\n\nOne number.\n\n## Sample Input 1\n\n```\n3\n1 2 3\n```\n\n## Sample Output 1\n\n```text\n6\n```\n',
    ],
    [
      'under titles, as text',
      'Input\nThe first line has n.\n\nOutput\nOne number.\n\nSample Input\n3\n1 2 3\n\nSample Output\n6\n\nHint: add.',
    ],
    ['after labels in bold', 'Text.\n\n**Sample input #1**\n\n~~~\n3\n1 2 3\n~~~\n\n**Expected output**\n\n~~~\n6\n~~~'],
    ['announced once', 'Examples\n\nInput:\n3\n1 2 3\n\nOutput:\n6\n'],
  ])('of a program: %s', (_, text) => {
    const { examples, kind, signature } = questionOfText(text);
    expect({ examples, kind, signature }).toEqual({ examples: [example('3\n1 2 3', '6')], kind: 'stdio', signature: null });
  });

  it('may declare their arrays as in C', () => {
    expect(examplesOf('Input: arr[] = [1, 2], grid[][] = [[3]], k = 1\nOutput: 2')).toEqual([
      example('arr = [1, 2], grid = [[3]], k = 1', '2'),
    ]);
  });

  it('keep their order, indentation and inner blank lines', () => {
    const text =
      'Sample Input 1\n```\n  a\n\n b\n```\nSample Output 1\n```\nx\n```\nSample Input 2\n```\nc\n```\nSample Output 2\n```\ny\n```';
    expect(examplesOf(text)).toEqual([example('  a\n\n b', 'x'), example('c', 'y')]);
  });

  it('are not read from the description of a format, or without an input or an output', () => {
    expect(examplesOf('Input: The first line contains an integer n.\nOutput: Print the sum of all numbers.')).toEqual([]);
    expect(examplesOf('### Input\n\nGiven in this form:\n\n```\nN\nA B\n```\n\n### Output\n\nPrint it.')).toEqual([]);
    expect(examplesOf('Example:\n\nInput: 5')).toEqual([]);
    expect(examplesOf('Inputs are numbers. Output them.')).toEqual([]);
  });

  it('are at most 50', () => {
    expect(examplesOf('Input: 1\nOutput: 2\n\n'.repeat(80))).toHaveLength(50);
  });
});

it('the examples of a page are limited in number and in length', () => {
  const sample = (input: string) =>
    `<div class="sample-test"><div class="input"><pre>${input}</pre></div><div class="output"><pre>1</pre></div></div>`;
  const page = (samples: string) =>
    questionOfPage(
      `<div class="problem-statement"><p>${'Add all numbers. '.repeat(5)}</p>${samples}</div>`,
      new URL('https://codeforces.com/'),
    );
  expect(page(sample('2').repeat(80)).examples).toHaveLength(50);
  expect(page([sample('2'.repeat(200_000)), sample('3')].join('')).examples).toEqual([example('3', '1')]);
});

describe('the other content of a pasted statement', () => {
  it('is its title, its constraints and the requested function', () => {
    const text = [
      '# Two Sum',
      'Write a function.',
      '**Constraints:**\n\n- `2 <= nums.length <= 10^4`\n- Only one answer exists.\n',
      '**Follow-up:** Less than O(n^2)?',
      '```python\ndef helper(x):\n    pass\n\nclass Solution:\n    def two_sum(self, nums: List[int], target: int = 0) -> List[int]:\n```',
      'Input: nums = [2,7], target = 9\nOutput: [0,1]',
    ].join('\n\n');
    expect(questionOfText(text)).toEqual({
      title: 'Two Sum',
      statement: text,
      examples: [example('nums = [2,7], target = 9', '[0,1]')],
      constraints: ['2 <= nums.length <= 10^4', 'Only one answer exists.'],
      kind: 'function',
      signature: { name: 'two_sum', parameters: ['nums', 'target'] },
    });
  });

  test.each([
    ['def f(a, b):', 'f', ['a', 'b']],
    ['async def f(*args, **options) -> Dict[str, int]:', 'f', ['args', 'options']],
    ['function addAll(numbers) {', 'addAll', ['numbers']],
    ['export default async function f(a: Map<string, number>, b?: number): number {', 'f', ['a', 'b']],
    ['var twoSum = function(nums, target) {', 'twoSum', ['nums', 'target']],
    ['const f = (a: number[], b = 1): number => {', 'f', ['a', 'b']],
    ['Write a function `count($words, size)` that counts.', 'count', ['$words', 'size']],
  ])('the function of “%s”', (line, name, parameters) => {
    expect(questionOfText(`Text.\n\n\`\`\`\n${line}\n\`\`\``.replace(/```\n(Write.*)\n```/, '$1')).signature).toEqual({ name, parameters });
  });

  it('is no function where a program begins or brackets contain no names', () => {
    for (const line of ['def main():', 'def __init__(self, x):', 'function f({ a, b }) {', 'print(f(1, 2))', 'function of n (see below)'])
      expect(questionOfText(`Text.\n\n${line}`).signature, line).toBeNull();
  });

  it('gives a single value the name of the only parameter', () => {
    expect(questionOfText('def f(nums):\n\nInput: [1, 2]\nOutput: 3')).toMatchObject({
      kind: 'function',
      examples: [example('nums = [1, 2]', '3')],
    });
    expect(questionOfText('def f(a, b):\n\nInput: 1 2\nOutput: 3')).toMatchObject({ kind: 'stdio', signature: null });
  });
});

it('any text is read, stays unchanged, and is cut at 50,000 characters', () => {
  const words = [
    'Input:',
    'Output',
    'Example 1:',
    '```',
    '~~~',
    'Constraints:',
    '- ',
    '# ',
    '**',
    '`',
    '\n',
    '\n\n',
    ' ',
    'x = [1',
    ', y = "',
    'def f(',
    ')',
    '\ud800',
    '\u0000',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 })), { maxLength: 60 }), (pieces) => {
      const { statement, examples } = questionOfText(pieces.join(''));
      expect(statement.isWellFormed()).toBe(true);
      for (const { input, output } of examples) expect([typeof input, typeof output]).toEqual(['string', 'string']);
    }),
  );
  expect(questionOfText('a'.repeat(60_000)).statement).toHaveLength(50_000);
});
