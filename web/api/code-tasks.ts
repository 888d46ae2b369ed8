import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CodeAttempt, CodeAttempted, CodeTask } from '../../src/contracts/code-task.ts';
import { json, page, send, tagged } from './client.ts';

export type { CodeAttempt, CodeAttempted, CodeTask } from '../../src/contracts/code-task.ts';
export type CodeExample = CodeTask['examples'][number];
export type CodeLanguage = CodeAttempt['language'];
export type ExampleResult = CodeAttempt['results'][number];

export const codeTaskKeys = {
  of: (taskId: string) => ['code-tasks', 'of', taskId] as const,
  attempts: (id: string) => ['code-tasks', 'attempts', id] as const,
};

const PATH = '/api/verifications/code-by-url';
const path = (id: string, rest = ''): string => `${PATH}/${encodeURIComponent(id)}${rest}`;

/** The coding questions of a task, in the order in which they were added. */
export const codeTasksQuery = (taskId: string) =>
  queryOptions({
    queryKey: codeTaskKeys.of(taskId),
    queryFn: ({ signal }) =>
      json<CodeTask[]>(PATH, { query: { task_id: taskId }, signal, fallback: 'Failed to fetch coding questions from URLs' }),
  });

/** The attempts at a question, newest first. */
export const attemptsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: codeTaskKeys.attempts(id),
    queryFn: ({ pageParam, signal }) =>
      page<CodeAttempt>(path(id, '/attempts'), { query: { after: pageParam }, signal, fallback: 'Failed to fetch code submit status' }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Reads the pages of coding questions. `key` is the idempotency key: a second try with the same key adds them only once. */
export const addQuestions = (taskId: string, urls: readonly string[], key: string): Promise<CodeTask[]> =>
  json<CodeTask[]>(path(taskId), { method: 'POST', body: { urls }, key, fallback: 'Failed to submit coding questions from URLs' });

export interface QuestionEdits {
  readonly title?: string | null;
  readonly statement?: string;
  readonly examples?: readonly Pick<CodeExample, 'input' | 'output' | 'explanation'>[];
  readonly kind?: CodeTask['kind'];
  readonly signature?: CodeTask['signature'];
}
export const editQuestion = async (id: string, edits: QuestionEdits): Promise<CodeTask> =>
  (await tagged<CodeTask>(path(id), { method: 'PUT', body: edits, fallback: 'Failed to update coding attempt' })).value;

/** Takes a question away for which no code was submitted. */
export const removeQuestion = (id: string): Promise<void> =>
  send(path(id), { method: 'DELETE', fallback: 'Failed to remove coding question' }).then(() => undefined);

/** Runs code on the server, and keeps it as an attempt if it is submitted. */
export const runCode = (id: string, run: { language: CodeLanguage; code: string; submit: boolean }): Promise<CodeAttempted> =>
  json<CodeAttempted>(path(id), { method: 'PUT', body: run, fallback: 'Failed to update coding attempt' });
