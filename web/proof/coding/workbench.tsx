import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { JAVASCRIPT_INPUT, PYTHON_INPUT } from '../../../src/contracts/coding/standard-input.ts';
import { UNNAMED } from '../../../src/contracts/coding/unnamed.ts';
import type { CodeLanguage, CodeTask } from '../../api/code-tasks.ts';
import { messageOf } from '../../api/problem.ts';
import { Kbd } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Status } from '../../ui/status.tsx';
import textStyles from '../../ui/text.module.css';
import { Attempts, drafts, firstCode, firstLanguage, LANGUAGE_NAMES, LANGUAGES, starter } from './attempts.tsx';
import editorStyles from './editor.module.css';
import { Results, useRuns } from './results.tsx';
import type { Case } from './sandbox.ts';
import styles from './workbench.module.css';

interface OwnCasesProps {
  readonly cases: readonly Case[];
  readonly onChange: (cases: readonly Case[]) => void;
  readonly kind: CodeTask['kind'];
  readonly disabled: boolean;
}

const MOST_CASES = 10;

/** The person's own cases. They run with the examples in the browser and are not stored. */
function OwnCases({ cases, onChange, kind, disabled }: OwnCasesProps) {
  if (disabled) return null;
  const put = (index: number, change: Partial<Case>): void =>
    onChange(cases.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const hint = kind === 'function' ? 'The arguments, for example: nums = [2, 7], target = 9' : 'What the program reads.';
  return (
    <div className={styles.cases}>
      {cases.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and their order never changes
        <fieldset key={index} className={styles.testCase}>
          <legend className={clsx(textStyles.small, textStyles.strong)}>Your case {index + 1}</legend>
          <Field label="Input" hint={hint}>
            <Textarea className={styles.code} rows={2} value={one.input} onChange={(event) => put(index, { input: event.target.value })} />
          </Field>
          <Field label="Expected" note="optional">
            <Textarea
              className={styles.code}
              rows={2}
              value={one.output ?? ''}
              onChange={(event) => put(index, { output: event.target.value === '' ? null : event.target.value })}
            />
          </Field>
          <IconButton label={`Remove case ${index + 1}`} onClick={() => onChange(cases.filter((_, at) => at !== index))}>
            <Icon of={X} />
          </IconButton>
        </fieldset>
      ))}
      {cases.length < MOST_CASES && (
        <Button size="s" variant="ghost" icon={<Icon of={Plus} />} onClick={() => onChange([...cases, { input: '', output: null }])}>
          Add a case of your own
        </Button>
      )}
    </div>
  );
}

/** Code samples that read standard input. A test runs each of them. */
function ReadingInput({ language }: { language: CodeLanguage }) {
  const ways = language === 'python' ? PYTHON_INPUT : JAVASCRIPT_INPUT;
  return (
    <details className={clsx(styles.help, textStyles.small)}>
      <summary>How a program reads its input</summary>
      <p>
        Each of these works. <code>solve</code> stands for your own function: it gets the whole text, or the list of its lines.
      </p>
      <Ways title="The whole text" ways={ways.filter(({ gives }) => gives === 'text')} />
      <Ways title="Line by line" ways={ways.filter(({ gives }) => gives === 'lines')} />
    </details>
  );
}

const Ways = ({ title, ways }: { title: string; ways: readonly { readonly code: string }[] }) => (
  <>
    <p className={clsx(textStyles.strong, styles.strong)}>{title}</p>
    {ways.map(({ code }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <pre key={code} tabIndex={0}>
        {code}
      </pre>
    ))}
  </>
);

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })));

export function Workbench({ question }: { question: CodeTask }) {
  const [language, setLanguage] = useState<CodeLanguage>(() => firstLanguage(question));
  const [typed, setTyped] = useState<string | null>(null);
  // Until the person types, the editor follows the question, because its statement may arrive later.
  const code = typed ?? firstCode(question, language);
  const [own, setOwn] = useState<readonly Case[]>([]);
  const { running, submitting, cancel } = useRuns(question);
  const isBusy = running.isPending || submitting.isPending;
  const isStated = question.statement !== null;
  const newest = running.submittedAt > submitting.submittedAt ? running : submitting;

  const choose = (next: CodeLanguage): void => {
    drafts.write(question.id, 'language', next);
    setLanguage(next);
    setTyped(null);
  };
  const write = (text: string): void => {
    setTyped(text);
    drafts.write(question.id, language, text);
  };
  // For a function, an empty input would only produce an error about missing arguments.
  const cases = own.filter(({ input }) => question.kind === 'stdio' || input.trim() !== '');
  const canRun = isStated && (question.examples.length > 0 || cases.length > 0);
  const run = (): void => {
    if (!isBusy && canRun) running.mutate({ program: { language, code }, own: cases });
  };
  return (
    <section aria-label="Code" className={styles.panel}>
      <div className={styles.header}>
        <Segmented
          label="Language"
          value={language}
          onChange={choose}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <span className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd)}>
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> runs it
        </span>
      </div>
      <Suspense fallback={<div className={editorStyles.frame} aria-busy="true" />}>
        <Editor
          key={starter(question, language)}
          label={`Code in ${LANGUAGE_NAMES[language]}`}
          language={language}
          code={code}
          onChange={write}
          onRun={run}
        />
      </Suspense>
      {question.kind === 'function' && question.signature?.name === UNNAMED && (
        <p className={clsx(textStyles.small, textStyles.muted)}>
          The statement names no function. Declare exactly one, under any name, or call the one that is to be run <code>{UNNAMED}</code>.
        </p>
      )}
      <p className={clsx(textStyles.tiny, textStyles.faint)}>Tab indents. Press Escape, then Tab, to leave the editor.</p>
      {question.kind === 'stdio' && <ReadingInput language={language} />}
      <OwnCases cases={own} onChange={setOwn} kind={question.kind} disabled={language === 'python'} />
      <div className={styles.actions}>
        <Button onClick={run} busy={running.isPending} busyLabel="Running..." disabled={isBusy || !canRun}>
          Run
        </Button>
        {running.isPending && language !== 'python' && (
          <Button variant="ghost" onClick={cancel}>
            Stop
          </Button>
        )}
        <Button
          variant="primary"
          onClick={() => submitting.mutate({ language, code })}
          busy={submitting.isPending}
          busyLabel="Submitting..."
          disabled={isBusy || !isStated}
        >
          Submit
        </Button>
        <span className={clsx(textStyles.small, textStyles.faint)}>{whereItRuns(language)}</span>
      </div>
      <Status as="div">{newest.data && !isBusy && <Results outcome={newest.data} />}</Status>
      {newest.error && !isBusy && (
        <Note tone="missed" alert title={messageOf(newest.error)}>
          Your code is kept in this browser.
        </Note>
      )}
      <Attempts question={question} />
    </section>
  );
}

const whereItRuns = (language: CodeLanguage): string =>
  language === 'python'
    ? 'Runs on the server. Only what you submit is kept.'
    : 'Runs in your browser. The server alone decides when you submit.';
