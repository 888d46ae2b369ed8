import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { clockTime, dayMonth } from '../../../src/contracts/words/format.ts';
import { attemptsQuery, type CodeAttempt, type CodeLanguage, type CodeTask } from '../../api/code-tasks.ts';
import { useOwnerClock } from '../../api/owner-clock.ts';
import { localTime } from '../../lib/calendar.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import styles from './attempts.module.css';
import { ResultList } from './results.tsx';

export const LANGUAGE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
};
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly CodeLanguage[];

type Asked = Pick<CodeTask, 'kind' | 'signature'>;

/** The initial text of the editor if there is no draft and no attempt. */
export function starter({ kind, signature }: Asked, language: CodeLanguage): string {
  if (kind === 'function' && signature !== null) {
    const { name, parameters } = signature;
    if (language === 'python') return `def ${name}(${parameters.join(', ')}):\n    pass\n`;
    const typed = language === 'typescript' ? parameters.map((parameter) => `${parameter}: any`) : parameters;
    return `function ${name}(${typed.join(', ')})${language === 'typescript' ? ': any' : ''} {\n  \n}\n`;
  }
  if (language === 'python') return 'import sys\n\nlines = sys.stdin.read().splitlines()\n';
  return "const lines = require('fs').readFileSync(0, 'utf8').split('\\n');\n";
}

const keyOf = (id: string, what: string): string => `code ${id} ${what}`;

/** Unsubmitted code, stored in this browser. If storage is full or not allowed, nothing is stored. */
export const drafts = {
  read(id: string, what: CodeLanguage | 'language'): string | null {
    try {
      return localStorage.getItem(keyOf(id, what));
    } catch {
      return null;
    }
  },
  write(id: string, what: CodeLanguage | 'language', text: string): void {
    try {
      localStorage.setItem(keyOf(id, what), text);
    } catch {
      // The code stays in the editor.
    }
  },
};

/** The language of the last draft, otherwise that of the best attempt. */
export function firstLanguage({ id, best }: Pick<CodeTask, 'id' | 'best'>): CodeLanguage {
  const kept = drafts.read(id, 'language');
  return LANGUAGES.find((language) => language === kept) ?? best?.language ?? 'javascript';
}

/** The draft in this language, otherwise the best attempt in it, otherwise the starter code. */
export function firstCode(question: CodeTask, language: CodeLanguage): string {
  const { id, best } = question;
  return drafts.read(id, language) ?? (best?.language === language ? best.code : starter(question, language));
}

const Difference = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Difference })));

const WORDS: Readonly<Record<CodeAttempt['status'], string>> = {
  passed: 'Passed',
  failed: 'Wrong',
  error: 'Error',
  timeout: 'Too slow',
  memory: 'Too much memory',
};

/** Newest first, each with the difference to the attempt before it. */
export function Attempts({ question }: { question: CodeTask }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...attemptsQuery(question.id),
    enabled: question.attempts > 0,
  });
  const [open, setOpen] = useState<string | null>(null);
  if (question.attempts === 0) return null;
  const attempts = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title="Attempts" end={question.attempts}>
      {error && <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching} />}
      <ul className={styles.list}>
        {attempts.map((attempt, index) => {
          const before = attempts.slice(index + 1).find(({ language }) => language === attempt.language);
          const isOpen = open === attempt.id;
          return (
            <li key={attempt.id}>
              <Line attempt={attempt} isOpen={isOpen} onToggle={() => setOpen(isOpen ? null : attempt.id)} />
              {isOpen && (
                <>
                  <p className={clsx(textStyles.small, textStyles.faint)}>
                    {before ? 'What changed since the attempt before:' : `The first attempt in ${LANGUAGE_NAMES[attempt.language]}.`}
                  </p>
                  <Suspense>
                    <Difference
                      label="The code of this attempt"
                      language={attempt.language}
                      before={before?.code ?? null}
                      after={attempt.code}
                    />
                  </Suspense>
                  <ResultList results={attempt.results} examples={attempt.results.length} />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button size="s" busy={isFetching} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
          Earlier attempts
        </Button>
      )}
    </Section>
  );
}

function Line({ attempt, isOpen, onToggle }: { attempt: CodeAttempt; isOpen: boolean; onToggle: () => void }) {
  const { today, zone } = useOwnerClock();
  const { status, passed, total, language, at } = attempt;
  const when = localTime(at, zone);
  return (
    <button type="button" className={styles.attempt} aria-expanded={isOpen} onClick={onToggle}>
      <b className={clsx(status === 'passed' && total > 0 ? textStyles.kept : total > 0 && textStyles.missed)}>
        {total === 0 ? 'Submitted' : WORDS[status]}
      </b>
      <span className={clsx(textStyles.small, textStyles.muted)}>
        {total > 0 && `${passed} of ${total}, `}
        {LANGUAGE_NAMES[language]}
      </span>
      <time className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd)} dateTime={at}>
        {dayMonth(when.date, today)}, {clockTime(when.time)}
      </time>
    </button>
  );
}
