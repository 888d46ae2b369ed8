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
  expect(tried.refuses(attempt('more'), 'limit_reached').message).toBe('A question takes 200 attempts, and there are as many.');
  let edited = fresh.when(add);
  for (let revision = 0; revision < MOST_EDITS; revision += 1) edited = edited.when(edit({ revision }));
  expect(edited.refuses(edit({ revision: MOST_EDITS }), 'limit_reached').message).toBe(
    'A question can be changed 200 times. Add it again to change it further.',
  );
  expect(edited.when({ type: 'Remove', owner, if_match: null }).fresh).toHaveLength(1);
});

test('a sentence describes the result of an attempt', () => {
  expect(attemptSentence({ language: 'python', passed: 2, total: 3 })).toBe('Python; 2 of 3 examples passed.');
  expect(attemptSentence({ language: 'javascript', passed: 3, total: 3 })).toBe('JavaScript; all 3 examples passed.');
  expect(attemptSentence({ language: 'typescript', passed: 1, total: 1 })).toBe('TypeScript; the only example passed.');
  expect(attemptSentence({ language: 'python', passed: 0, total: 0 })).toBe('Python; there were no examples to run it on.');
});

test('the refusal of a command for a question says why', () => {
  const added = fresh.when(add);
  expect(fresh.refuses(edit(), 'not_found').message).toBe('There is no such coding question.');
  expect(added.refuses(edit({ if_match: 2 }), 'precondition_failed').message).toBe(
    'This coding question has changed since you read it. Read it again.',
  );
  expect(added.refuses(edit({ revision: 1 }), 'conflict').message).toBe('The question was changed meanwhile. Read it again.');
  expect(added.when(attempt('a1', { passed: 0 })).refuses(edit(), 'conflict').message).toBe(
    'Code was submitted for this question, so the question stays as it is.',
  );
  const unread = fresh.when({ ...add, data: { ...data, stated: false } } as CodeCommand);
  expect(unread.refuses(attempt('a1'), 'conflict').message).toBe('This question has no statement yet. Paste it first.');
});

test('the state of a question follows its changes, and its texts go when it is removed', () => {
  expect(fresh.state).toMatchObject({
    owner: null,
    task_id: '',
    stated: false,
    pasted: false,
    attempts: [],
    completed: false,
    texts: null,
  });
  const added = fresh.when(add);
  const { kind, stated, pasted, examples, found } = data;
  const common = { owner, task_id: data.task_id, attempts: [], completed: false };
  expect(added.state).toEqual({
    ...common,
    kind,
    stated,
    pasted,
    examples,
    found,
    revision: 0,
    texts: added.fresh[0]?.private,
    version: 1,
  });
  const pastedNow = added.when(edit({ data: { ...question, pasted: true, examples: 3 } }));
  expect(pastedNow.state).toMatchObject({ pasted: true, examples: 3, revision: 1, texts: pastedNow.fresh[0]?.private, version: 2 });
  const tried = added.when(attempt('a1', { passed: 0 }));
  expect(tried.state).toMatchObject({ attempts: ['a1'], completed: false, version: 2 });
  expect(added.when({ type: 'Remove', owner, if_match: null }).state).toMatchObject({ owner: null, texts: null, version: 2 });
  expect(added.past.reduce(codeDecider.evolve, tried.state)).toEqual(tried.state);
});

test('only a question that is solved, or that has code but no examples, is answered', () => {
  const standing = { stated: true, examples: 2, attempts: 0, completed: false };
  expect(isAnswered(standing)).toBe(false);
  expect(isAnswered({ ...standing, examples: 0 })).toBe(false);
  expect(isAnswered({ ...standing, attempts: 1 })).toBe(false);
  expect(isAnswered({ ...standing, attempts: 1, examples: 0 })).toBe(true);
  expect(isAnswered({ ...standing, attempts: 1, completed: true })).toBe(true);
});
