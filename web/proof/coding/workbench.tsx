import { lazy, Suspense, useState } from 'react';
import { UNNAMED } from '../../../src/contracts/coding/unnamed.ts';
import type { CodeLanguage, CodeTask } from '../../api/code-tasks.ts';
import { messageOf } from '../../api/problem.ts';
import { Kbd } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { Attempts } from './attempts.tsx';
import { drafts, firstCode, firstLanguage, LANGUAGE_NAMES, LANGUAGES, starter } from './drafts.ts';
import { OwnCases } from './own-cases.tsx';
import { ReadingInput } from './reading-input.tsx';
import { Results } from './results.tsx';
import type { Case } from './sandbox.ts';
import { useRuns } from './use-runs.ts';

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })));

/** The editor, with what runs the code and what came of it. */
export function Workbench({ question }: { question: CodeTask }) {
  const [language, setLanguage] = useState<CodeLanguage>(() => firstLanguage(question));
  const [typed, setTyped] = useState<string | null>(null);
  // Until something is typed it follows the question, whose statement may come later.
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
  // A function without arguments would only be told that there are none.
  const cases = own.filter(({ input }) => question.kind === 'stdio' || input.trim() !== '');
  const canRun = isStated && (question.examples.length > 0 || cases.length > 0);
  const run = (): void => {
    if (!isBusy && canRun) running.mutate({ program: { language, code }, own: cases });
  };
  return (
    <section aria-label="Code" className="wb">
      <div className="wb-h">
        <Segmented
          label="Language"
          value={language}
          onChange={choose}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <span className="s2 q3 end">
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> runs it
        </span>
      </div>
      <Suspense fallback={<div className="ce" aria-busy="true" />}>
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
        <p className="s2 q2">
          The statement names no function. Declare exactly one, under any name, or call the one that is to be run <code>{UNNAMED}</code>.
        </p>
      )}
      <p className="s1 q3">Tab indents. Press Escape, then Tab, to leave the editor.</p>
      {question.kind === 'stdio' && <ReadingInput language={language} />}
      <OwnCases cases={own} onChange={setOwn} kind={question.kind} disabled={language === 'python'} />
      <div className="wb-a">
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
        <span className="s2 q3">{whereItRuns(language)}</span>
      </div>
      <div role="status" aria-live="polite">
        {newest.data && !isBusy && <Results outcome={newest.data} />}
      </div>
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
