import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { type Streaks, streaksQuery } from '../api/streaks.ts';
import type { Task } from '../api/tasks.ts';
import { plural } from '../lib/words.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { BlockSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ofToday } from './today.ts';

type Today = Streaks['user']['today'];
const TODAY: Readonly<Record<Today, string>> = { kept: 'kept', open: 'open', missed: 'missed', none: 'nothing due' };
const TONES: Readonly<Record<Today, string>> = { kept: 'kept', open: '', missed: 'missed', none: 'q3' };

/** The current and the longest streak, the freezes held, and what today means for the streak. */
export function StreakCard({ tasks }: { tasks: readonly Task[] | undefined }) {
  const { clock } = useTaskScreen();
  const query = useQuery(streaksQuery());
  const streak = query.data?.user;
  const misses = tasks ? ofToday(tasks, clock).filter((task) => task.outcome === 'missed').length : 0;
  return (
    <section aria-labelledby="streak-h">
      <div className="sech">
        <h2 id="streak-h">Streak</h2>
        <Link className="end link" to="/report">
          Report
        </Link>
      </div>
      {!streak && query.error && (
        <div className="rail-b">
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </div>
      )}
      {!streak && !query.error && (
        <div className="rail-b">
          <BlockSkeleton height={62} label="Loading the streak" />
        </div>
      )}
      {streak && (
        <>
          <div className="stk">
            <span className={clsx('big', streak.current > 0 && 'is-settled')}>
              {streak.current.toLocaleString('en-US')}
              <small> {streak.current === 1 ? 'day' : 'days'}</small>
            </span>
            <dl>
              <div>
                <dt>Longest</dt>
                <dd>{streak.longest.toLocaleString('en-US')}</dd>
              </div>
              <div>
                <dt>Freezes held</dt>
                <dd>{streak.freezes} of 2</dd>
              </div>
              <div>
                <dt>Today</dt>
                <dd className={TONES[streak.today]}>
                  {streak.today === 'missed' && misses > 0 ? plural(misses, 'miss', 'misses') : TODAY[streak.today]}
                </dd>
              </div>
            </dl>
          </div>
          <p className="s2 q2 stk-w">{streakWords(streak)}</p>
        </>
      )}
    </section>
  );
}

/** What today means for the streak, in one or two sentences. */
export function streakWords({ current, freezes, today }: Streaks['user']): string {
  if (today === 'missed') {
    if (freezes > 0) return 'Today has a miss. A freeze covers it at midnight; the miss stays in the record.';
    return current > 0
      ? 'Today has a miss, and no freeze is held. The streak ends at midnight.'
      : 'Today has a miss. Tomorrow can begin a streak.';
  }
  if (today === 'kept') return 'All that is due today is kept, and today counts.';
  if (today === 'open')
    return current > 0 ? 'Keep what is open today, and it grows by one.' : 'Keep all that is due today, and a streak begins.';
  return current > 0
    ? 'Nothing is due today. Such a day neither adds nor breaks.'
    : 'A day on which all that was due is kept begins a streak.';
}
