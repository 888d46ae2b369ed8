import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { attemptsQuery, type CodeAttempt, type CodeTask } from '../../api/code-tasks.ts';
import { useOwnerClock } from '../../api/owner-clock.ts';
import { dayMonth } from '../../lib/words.ts';
import { localTime } from '../../lib/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { LANGUAGE_NAMES } from './drafts.ts';
import { ResultList } from './results.tsx';

const Difference = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Difference })));

const WORDS: Readonly<Record<CodeAttempt['status'], string>> = {
  passed: 'Passed',
  failed: 'Wrong',
  error: 'Error',
  timeout: 'Too slow',
  memory: 'Too much memory',
};

/** What was submitted, newest first, each with what changed since the attempt before. */
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
      <ul className="ats">
        {attempts.map((attempt, index) => {
          const before = attempts.slice(index + 1).find(({ language }) => language === attempt.language);
          const isOpen = open === attempt.id;
          return (
            <li key={attempt.id}>
              <Line attempt={attempt} isOpen={isOpen} onToggle={() => setOpen(isOpen ? null : attempt.id)} />
              {isOpen && (
                <>
                  <p className="s2 q3">
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
    <button type="button" className="at" aria-expanded={isOpen} onClick={onToggle}>
      <b className={clsx(status === 'passed' && total > 0 ? 'kept' : total > 0 && 'missed')}>{total === 0 ? 'Submitted' : WORDS[status]}</b>
      <span className="s2 q2">
        {total > 0 && `${passed} of ${total}, `}
        {LANGUAGE_NAMES[language]}
      </span>
      <time className="s2 q3 end" dateTime={at}>
        {dayMonth(when.date, today)}, {when.time}
      </time>
    </button>
  );
}
