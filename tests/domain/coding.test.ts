import { expect, test } from 'vitest';
import { type CodeCommand, codeDecider } from '../../src/domain/coding/decide.ts';
import { attemptSentence, CodeAttempted, CodeTaskAdded, codeStream } from '../../src/domain/coding/events.ts';
import { isAnswered, MOST_ATTEMPTS, MOST_EDITS, statusOf } from '../../src/domain/coding/rules.ts';
import { given } from '../support/given.ts';

const owner = 'u1';
const fresh = given(codeDecider, { stream: codeStream('c1'), owner });
const { data, private: texts } = CodeTaskAdded.example as unknown as Omit<Extract<CodeCommand, { type: 'Add' }>, 'type' | 'texts'> & {
  private: Extract<CodeCommand, { type: 'Add' }>['texts'];
};
const { task_id: _, place: _place, ...question } = data;
const { task_id: _task, ...result } = CodeAttempted.example.data as never as Extract<CodeCommand, { type: 'Attempt' }>['data'] & {
  task_id: string;
};
const solved = CodeAttempted.example.private as unknown as Extract<CodeCommand, { type: 'Attempt' }>['texts'];

const add: CodeCommand = { type: 'Add', data, texts };
const sent = { owner, if_match: null, revision: 0 } as const;
const edit = (more: object = {}): CodeCommand => ({ type: 'Edit', ...sent, data: question, texts, ...more });
const attempt = (id: string, more: object = {}, with_: object = {}): CodeCommand => ({
  type: 'Attempt',
  ...sent,
  data: { ...result, attempt_id: id, ...more },
  texts: solved,
  ...with_,
});
/** The event of an attempt of that id. */
const attempted = (id: string, more: object = {}) =>
  ({ type: 'CodeAttempted', data: { ...result, attempt_id: id, task_id: data.task_id, ...more }, private: solved }) as const;
const standing = (scenario: { readonly state: typeof fresh.state }) =>
  statusOf({ ...scenario.state, attempts: scenario.state.attempts.length });

test('a question is added once, changed until code was submitted, and solved by an attempt that passes every example', () => {
  const added = fresh.when(add).gives({ type: 'CodeTaskAdded', data, private: texts });
  added.when(add).gives();
  expect(standing(added)).toBe('ready');
  const edited = added.when(edit()).gives({ type: 'CodeTaskEdited', data: question, private: texts });
  const failed = edited
    .when(attempt('a1', { passed: 0, status: 'failed' }, { revision: 1 }))
    .gives(attempted('a1', { passed: 0, status: 'failed' }));
  expect(standing(failed)).toBe('attempted');
  failed.when(attempt('a1', {}, { revision: 1 })).gives();
  failed.refuses(edit({ revision: 1 }), 'conflict');
  const passed = failed.when(attempt('a2', {}, { revision: 1 })).gives(attempted('a2'));
  expect(standing(passed)).toBe('completed');
  // what was solved stays solved
  expect(standing(passed.when(attempt('a3', { passed: 0, status: 'error' }, { revision: 1 })))).toBe('completed');
});

test('commands of another owner, for another version, or for a question that has changed since are refused', () => {
  const added = fresh.when(add);
  for (const command of [edit, (more: object) => attempt('a1', {}, more)]) {
    fresh.refuses(command({}), 'not_found');
    added.refuses(command({ owner: 'u2' }), 'not_found');
    added.refuses(command({ if_match: 2 }), 'precondition_failed');
    added.refuses(command({ revision: 1 }), 'conflict');
    added.when(command({ if_match: 1 }));
  }
});

test('a question is removed until code was submitted for it, and not added again under the same id', () => {
  const remove: CodeCommand = { type: 'Remove', owner, if_match: null };
  const added = fresh.when(add);
  const removed = added.when(remove).gives({ type: 'CodeTaskRemoved', data: { task_id: data.task_id } });
  removed.when(add).gives();
  removed.refuses(remove, 'not_found');
  removed.refuses(attempt('a1'), 'not_found');
  added.refuses({ ...remove, if_match: 7 }, 'precondition_failed');
  added.when(attempt('a1', { passed: 0, status: 'failed' })).refuses(remove, 'conflict');
});

test('without a statement nothing can be submitted', () => {
  const unread = fresh.when({ ...add, data: { ...data, stated: false, examples: 0 } } as CodeCommand);
  expect(standing(unread)).toBe('needs_statement');
  unread.refuses(attempt('a1'), 'conflict');
  unread
    .when(edit())
    .when(attempt('a1', {}, { revision: 1 }))
    .gives(attempted('a1'));
});

test('code for a question without examples answers the question but does not solve it', () => {
  const tried = fresh.when({ ...add, data: { ...data, examples: 0 } } as CodeCommand).when(attempt('a1', { passed: 0, total: 0 }));
  expect(standing(tried)).toBe('attempted');
  expect(isAnswered({ ...tried.state, attempts: 1 })).toBe(true);
});

test('attempts and changes are bounded', () => {
  let tried = fresh.when(add);
  for (let index = 0; index < MOST_ATTEMPTS; index += 1) tried = tried.when(attempt(`a${index}`, { passed: 0 }));
  tried.refuses(attempt('more'), 'limit_reached');
  let edited = fresh.when(add);
  for (let revision = 0; revision < MOST_EDITS; revision += 1) edited = edited.when(edit({ revision }));
  edited.refuses(edit({ revision: MOST_EDITS }), 'limit_reached');
});

test('a sentence describes the result of an attempt', () => {
  expect(attemptSentence({ language: 'python', passed: 2, total: 3 })).toBe('Python; 2 of 3 examples passed.');
  expect(attemptSentence({ language: 'javascript', passed: 3, total: 3 })).toBe('JavaScript; all 3 examples passed.');
  expect(attemptSentence({ language: 'typescript', passed: 1, total: 1 })).toBe('TypeScript; the only example passed.');
  expect(attemptSentence({ language: 'python', passed: 0, total: 0 })).toBe('Python; there were no examples to run it on.');
});
