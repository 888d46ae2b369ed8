interface Attempt {
  readonly language: 'javascript' | 'typescript';
  readonly code: string;
}

/** A coding question with the text of its page, and the person's attempts: all but the last one are wrong. */
export interface Kata {
  readonly title: string;
  readonly path: string;
  readonly statement: string;
  readonly attempts: readonly Attempt[];
}

export const KATAS: readonly Kata[] = [
  {
    title: 'Two numbers that make a sum',
    path: 'two-numbers',
    statement: `# Two numbers that make a sum

Given a list of numbers and a target, return the places of the two numbers whose sum is the target. There is exactly one pair.

\`\`\`js
function pairOf(nums, target) {}
\`\`\`

**Example 1:**

    Input: nums = [2, 7, 11, 15], target = 9
    Output: [0, 1]

**Example 2:**

    Input: nums = [3, 2, 4], target = 6
    Output: [1, 2]
`,
    attempts: [
      {
        language: 'javascript',
        code: 'function pairOf(nums, target) {\n  for (const [i, a] of nums.entries())\n    for (const [j, b] of nums.entries()) if (a + b === target) return [i, j];\n}\n',
      },
      {
        language: 'javascript',
        code: 'function pairOf(nums, target) {\n  const seen = new Map();\n  for (const [i, one] of nums.entries()) {\n    if (seen.has(target - one)) return [seen.get(target - one), i];\n    seen.set(one, i);\n  }\n}\n',
      },
    ],
  },
  {
    title: 'Balanced brackets',
    path: 'balanced-brackets',
    statement: `# Balanced brackets

Say whether every bracket of a text is closed by one of its kind, in the right order.

\`\`\`js
function isBalanced(text) {}
\`\`\`

**Example 1:**

    Input: text = "([]{})"
    Output: true

**Example 2:**

    Input: text = "([)]"
    Output: false

**Example 3:**

    Input: text = "(("
    Output: false
`,
    attempts: [
      {
        language: 'javascript',
        code: "function isBalanced(text) {\n  const open = [];\n  for (const sign of text) {\n    if ('([{'.includes(sign)) open.push(sign);\n    else if ('([{'.indexOf(open.pop()) !== ')]}'.indexOf(sign)) return false;\n  }\n  return true;\n}\n",
      },
      {
        language: 'javascript',
        code: "function isBalanced(text) {\n  const open = [];\n  for (const sign of text) {\n    if ('([{'.includes(sign)) open.push(sign);\n    else if ('([{'.indexOf(open.pop()) !== ')]}'.indexOf(sign)) return false;\n  }\n  return open.length === 0;\n}\n",
      },
    ],
  },
  {
    title: 'The most frequent word',
    path: 'most-frequent-word',
    statement: `# The most frequent word

Return the word that a text has most often, in lower case. Of several, the one that comes first in the alphabet.

\`\`\`js
function mostFrequent(text) {}
\`\`\`

**Example 1:**

    Input: text = "the cat and the dog"
    Output: "the"

**Example 2:**

    Input: text = "b a b a"
    Output: "a"
`,
    attempts: [
      {
        language: 'javascript',
        code: "function mostFrequent(text) {\n  const counts = {};\n  for (const word of text.split(' ')) counts[word] = (counts[word] ?? 0) + 1;\n  return Object.entries(counts).sort((a, b) => b[1] - a[1])[0][0];\n}\n",
      },
      {
        language: 'javascript',
        code: 'function mostFrequent(text) {\n  const counts = new Map();\n  for (const word of text.toLowerCase().split(/\\W+/)) counts.set(word, (counts.get(word) ?? 0) + 1);\n  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0][0];\n}\n',
      },
    ],
  },
  {
    title: 'Merging intervals',
    path: 'merging-intervals',
    statement: `# Merging intervals

Merge intervals that touch or overlap, and return them in order.

\`\`\`js
function merged(intervals) {}
\`\`\`

**Example 1:**

    Input: intervals = [[1, 3], [2, 6], [8, 10]]
    Output: [[1, 6], [8, 10]]

**Example 2:**

    Input: intervals = [[4, 5], [1, 4]]
    Output: [[1, 5]]
`,
    attempts: [
      {
        language: 'javascript',
        code: 'function merged(intervals) {\n  const all = [];\n  for (const [from, to] of intervals) {\n    const last = all.at(-1);\n    if (last && from <= last[1]) last[1] = Math.max(last[1], to);\n    else all.push([from, to]);\n  }\n  return all;\n}\n',
      },
      {
        language: 'javascript',
        code: 'function merged(intervals) {\n  const all = [];\n  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {\n    const last = all.at(-1);\n    if (last && from <= last[1]) last[1] = Math.max(last[1], to);\n    else all.push([from, to]);\n  }\n  return all;\n}\n',
      },
    ],
  },
  {
    title: 'The way up a staircase',
    path: 'staircase',
    statement: `# The way up a staircase

In how many ways can one go up a staircase, with one or two steps at a time?

\`\`\`js
function ways(steps) {}
\`\`\`

**Example 1:**

    Input: steps = 3
    Output: 3

**Example 2:**

    Input: steps = 40
    Output: 165580141
`,
    attempts: [
      {
        language: 'javascript',
        code: 'function ways(steps) {\n  let [before, now] = [1, 1];\n  for (let step = 2; step < steps; step += 1) [before, now] = [now, before + now];\n  return now;\n}\n',
      },
      {
        language: 'javascript',
        code: 'function ways(steps) {\n  let [before, now] = [1, 1];\n  for (let step = 2; step <= steps; step += 1) [before, now] = [now, before + now];\n  return now;\n}\n',
      },
    ],
  },
  {
    title: 'Turning a grid',
    path: 'turning-a-grid',
    statement: `# Turning a grid

Turn a grid of numbers to the right by a quarter.

\`\`\`js
function turned(grid) {}
\`\`\`

**Example 1:**

    Input: grid = [[1, 2], [3, 4]]
    Output: [[3, 1], [4, 2]]

**Example 2:**

    Input: grid = [[1, 2, 3]]
    Output: [[1], [2], [3]]
`,
    attempts: [
      { language: 'javascript', code: 'const turned = (grid) => grid[0].map((_, x) => grid.map((row) => row[x]));\n' },
      {
        language: 'javascript',
        code: 'function turned(grid) {\n  return grid[0].map((_, x) => grid.map((row) => row[x]).reverse());\n}\n',
      },
    ],
  },
];

/** The question that the demo leaves open: it was tried once, and is not solved yet. */
export const OPEN_KATA: Kata = {
  title: 'The longest run',
  path: 'longest-run',
  statement: `# The longest run

Given the days on which something was done, return the length of the longest run of days that follow each other. The days come in any order.

\`\`\`js
function longestRun(days) {}
\`\`\`

**Example 1:**

    Input: days = [100, 4, 200, 1, 3, 2]
    Output: 4

**Example 2:**

    Input: days = [5, 5, 6]
    Output: 2

**Example 3:**

    Input: days = []
    Output: 0

Constraints:

- 0 <= days.length <= 100000
`,
  attempts: [
    {
      language: 'javascript',
      code: 'function longestRun(days) {\n  const sorted = days.toSorted((a, b) => a - b);\n  let [run, longest] = [1, 1];\n  for (let at = 1; at < sorted.length; at += 1) {\n    run = sorted[at] === sorted[at - 1] + 1 ? run + 1 : 1;\n    longest = Math.max(longest, run);\n  }\n  return longest;\n}\n',
    },
  ],
};
