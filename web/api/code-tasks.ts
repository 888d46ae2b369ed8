import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/coding.ts';
import type * as wire from '../../src/contracts/code-task.ts';
import type { CodeRun } from '../../src/contracts/code-task.ts';
import type { Camel } from './names.ts';
import { request, requestDone, requestPage } from './request.ts';

export type CodeAttempt = Camel<wire.CodeAttempt>;
export type CodeAttempted = Camel<wire.CodeAttempted>;
export type CodeTask = Camel<wire.CodeTask>;
export type QuestionEdits = Camel<wire.QuestionEdits>;

export type CodeLanguage = CodeAttempt['language'];
export type ExampleResult = CodeAttempt['results'][number];

export const codeTaskKeys = {
  all: ['code-tasks'] as const,
  of: (taskId: string) => ['code-tasks', 'of', taskId] as const,
  attempts: (id: string) => ['code-tasks', 'attempts', id] as const,
};

/** In the order in which they were added. */
export const codeTasksQuery = (taskId: string) =>
  queryOptions({
    queryKey: codeTaskKeys.of(taskId),
    queryFn: ({ signal }) => request(calls.listQuestions, { query: { taskId }, signal }),
  });

/** Newest first. */
export const attemptsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: codeTaskKeys.attempts(id),
    queryFn: ({ pageParam, signal }) => requestPage(calls.listAttempts, { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/**
 * The server fetches the pages of the questions. `key` is the idempotency key: a retry with the same key adds them only once.
 */
export const addQuestions = (taskId: string, urls: readonly string[], key: string): Promise<CodeTask[]> =>
  request(calls.addQuestions, { params: { id: taskId }, body: { urls: [...urls] }, key });

// One call both edits a question and runs code on it. The body that was sent determines which of the two answers arrives.
export const editQuestion = async (id: string, edits: QuestionEdits): Promise<CodeTask> =>
  (await request(calls.changeQuestion, { params: { id }, body: edits })) as CodeTask;

/** Deletes a question. The server refuses this after code was submitted for it. */
export const removeQuestion = (id: string): Promise<void> => requestDone(calls.removeQuestion, { params: { id } });

/** Runs code on the server. The attempt is stored only if it is submitted. */
export const runCode = async (id: string, run: CodeRun): Promise<CodeAttempted> =>
  (await request(calls.changeQuestion, { params: { id }, body: run })) as CodeAttempted;
