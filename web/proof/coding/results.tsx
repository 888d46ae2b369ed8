import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { plural } from '../../../src/contracts/words/format.ts';
import { type CodeAttempt, type CodeLanguage, type CodeTask, codeTaskKeys, runCode } from '../../api/code-tasks.ts';
import { markStale, readStale } from '../../api/query-client.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import textStyles from '../../ui/text.module.css';
import styles from './results.module.css';
import { type Case, type CaseResult, runInBrowser } from './sandbox.ts';

export function Results({ outcome: { results, examples, submitted } }: { outcome: Outcome }) {
  const passed = results.slice(0, examples).filter((one) => one.passed).length;
  const isAll = examples > 0 && passed === examples;
  return (
    <div>
      <p className={clsx(textStyles.strong, isAll ? textStyles.kept : examples > 0 && textStyles.missed)}>
        {sentence(passed, examples, submitted)}
      </p>
      <ResultList results={results} examples={examples} />
    </div>
  );
}

function sentence(passed: number, examples: number, submitted: boolean): string {
  if (examples === 0) return submitted ? 'Submitted. There are no examples; whoever judges your proof reads the code.' : 'Your own cases:';
  const what =
    passed === examples ? `Passed: ${passed} of ${plural(examples, 'example', 'examples')}.` : `${passed} of ${examples} examples passed.`;
  return submitted ? `Submitted. ${what}` : what;
}

/** Passed results are collapsed; the first failed one is open. */
export function ResultList({ results, examples }: { results: readonly CaseResult[] | CodeAttempt['results']; examples: number }) {
  const first = results.findIndex((one) => one.passed === false);
  return (
    <ol className={styles.list}>
      {results.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is that of the examples and never changes
        <li key={index}>
          <details open={index === first || one.passed === null}>
            <summary>
              <span>{index < examples ? `Example ${index + 1}` : `Your case ${index - examples + 1}`}</span>
              <b className={clsx(textStyles.small, one.passed === true && textStyles.kept, one.passed === false && textStyles.missed)}>
                {wordOf(one)}
              </b>
              <span className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd)}>{one.ms} ms</span>
            </summary>
            <dl>
              <Text name="Input" text={one.input} />
              {one.expected !== null && <Text name="Expected" text={one.expected} />}
              {one.actual !== null && <Text name="Result" text={one.actual} />}
              {one.output !== '' && one.output !== one.actual && <Text name="Printed" text={one.output} />}
              {one.error !== null && <Text name="Error" text={one.error} />}
            </dl>
          </details>
        </li>
      ))}
    </ol>
  );
}

function wordOf({ passed, actual, error }: Pick<CaseResult, 'passed' | 'actual' | 'error'>): string {
  if (passed === true) return 'passed';
  if (error !== null && actual === null) return 'stopped';
  return passed === null ? 'ran' : 'not passed';
}

const Text = ({ name, text }: { name: string; text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text === '' ? '(nothing)' : text}</pre>
    </dd>
  </>
);

interface Program {
  readonly language: CodeLanguage;
  readonly code: string;
}

export interface Outcome {
  readonly submitted: boolean;
  readonly results: readonly CaseResult[];
  /**
   * The first results, as many as this, belong to the examples of the question. The others belong to the person's own cases.
   */
  readonly examples: number;
}

/** Runs code on the examples and on the person's own cases, and submits it. */
export function useRuns(question: CodeTask) {
  const client = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  const { id, taskId, examples } = question;

  async function run(program: Program, own: readonly Case[]): Promise<Outcome> {
    const { language } = program;
    // Python would be a download of 13 MB, so the server runs it. It stores nothing of the run.
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
    // Solving the last question of a task submits its proof.
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
