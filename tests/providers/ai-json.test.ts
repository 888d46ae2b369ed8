import { expect, test } from 'vitest';
import { jsonIn } from '../../src/providers/ai/answer-json.ts';

const ANSWER = { verdict: 'accepted', comment: 'It says "{done}" and \\ {\n}', criteria: { what: { score: 80 } } };
const JSON_TEXT = JSON.stringify(ANSWER, null, 2);
const OTHER = '{"verdict": "rejected"}';

test.each([
  ['alone', JSON_TEXT],
  ['with white space', `\n\n${JSON_TEXT}\n`],
  ['in a code fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['in a fence without a language, with words around it', `Here is my review:\n\n\`\`\`\n${JSON_TEXT}\n\`\`\`\nLet me know!`],
  ['after a sentence', `Sure. ${JSON_TEXT}`],
  ['after a sentence with braces', `The set {a, b} and {c look fine. ${JSON_TEXT}`],
  ['after thoughts', `<think>\nFirst {x}, then maybe ${OTHER}\n</think>\n${JSON_TEXT}`],
  ['after thoughts, in a fence', `<think>Hm.</think>\n\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['after thoughts by another name', ` <Reasoning>${OTHER}</Reasoning> ${JSON_TEXT}`],
])('an answer is read %s', (_, text) => {
  expect(jsonIn(text)).toEqual(ANSWER);
});

test.each([
  ['two objects stand in it, of which one may be copied', `The proof says ${OTHER}. My answer: ${JSON_TEXT}`],
  ['it was cut off', JSON_TEXT.slice(0, -2)],
  ['it has only thoughts', `<think>${JSON_TEXT}</think>`],
  ['its thoughts do not end', `<think>${JSON_TEXT}`],
  ['it has words alone', 'I accept this proof.'],
  ['it is empty', ''],
])('none is read where %s', (_, text) => {
  expect(jsonIn(text)).toBeUndefined();
});

test('a text of nothing but braces is given up soon', () => {
  expect(jsonIn('{'.repeat(200_000))).toBeUndefined();
});
