import { clsx } from 'clsx';
import type { CodeAttempt } from '../../api/code-tasks.ts';
import { plural } from '../../lib/words.ts';
import type { CaseResult } from './sandbox.ts';
import type { Outcome } from './use-runs.ts';

/** What came of a run, case by case. */
export function Results({ outcome: { results, examples, submitted } }: { outcome: Outcome }) {
  const passed = results.slice(0, examples).filter((one) => one.passed).length;
  const isAll = examples > 0 && passed === examples;
  return (
    <div className="rs">
      <p className={clsx('b', isAll ? 'kept' : examples > 0 && 'missed')}>{sentence(passed, examples, submitted)}</p>
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

/** The results of an attempt, or of a run. What passed is closed, and the first that did not is open. */
export function ResultList({ results, examples }: { results: readonly CaseResult[] | CodeAttempt['results']; examples: number }) {
  const first = results.findIndex((one) => one.passed === false);
  return (
    <ol className="rl">
      {results.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the examples
        <li key={index}>
          <details open={index === first || one.passed === null}>
            <summary>
              <span>{index < examples ? `Example ${index + 1}` : `Your case ${index - examples + 1}`}</span>
              <b className={clsx('s2', one.passed === true && 'kept', one.passed === false && 'missed')}>{wordOf(one)}</b>
              <span className="s2 q3 end">{one.ms} ms</span>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by the keyboard */}
      <pre tabIndex={0}>{text === '' ? '(nothing)' : text}</pre>
    </dd>
  </>
);
