import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CodeLanguage, type CodeTask, codeTaskKeys, runCode } from '../../api/code-tasks.ts';
import { markStale, readStale } from '../../api/stale.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import { type Case, type CaseResult, runInBrowser } from './sandbox.ts';

interface Program {
  readonly language: CodeLanguage;
  readonly code: string;
}

/** What came of a run. */
export interface Outcome {
  readonly submitted: boolean;
  readonly results: readonly CaseResult[];
  /** How many of the results are of the question's own examples. The others are cases of one's own. */
  readonly examples: number;
}

/** Running code on the examples and on cases of one's own, and submitting it. */
export function useRuns(question: CodeTask) {
  const client = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  const { id, taskId, examples } = question;

  async function run(program: Program, own: readonly Case[]): Promise<Outcome> {
    const { language } = program;
    // Python is 13 MB, which no browser is sent: the server runs it, and keeps nothing.
    if (language === 'python') {
      const { attempt } = await runCode(id, { ...program, submit: false });
      return { submitted: false, results: attempt.results, examples: attempt.results.length };
    }
    stop.current = new AbortController();
    const results = await runInBrowser(question, { ...program, language }, [...examples, ...own], stop.current.signal);
    return { submitted: false, results, examples: examples.length };
  }

  async function submit(program: Program): Promise<Outcome> {
    const { attempt, codeTask } = await runCode(id, { ...program, submit: true });
    client.setQueryData<CodeTask[]>(codeTaskKeys.of(taskId), (all) => all?.map((one) => (one.id === id ? codeTask : one)));
    // The last question of a task hands in its proof.
    markStale(client, [codeTaskKeys.of(taskId), codeTaskKeys.attempts(id), ...ALL_OF_TASKS]);
    readStale(client);
    return { submitted: true, results: attempt.results, examples: attempt.results.length };
  }

  return {
    running: useMutation({ mutationFn: ({ program, own }: { program: Program; own: readonly Case[] }) => run(program, own) }),
    submitting: useMutation({ mutationFn: submit }),
    cancel: () => stop.current?.abort(new Error('It was stopped.')),
  };
}
