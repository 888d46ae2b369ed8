import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { hoursAndMinutes, number, plural, pluralWord } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { overallQuery, type Streaks, streaksQuery, type WeeklyReport, weeklyQuery } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { mondayOf } from '../lib/calendar.ts';
import { sumsOf } from '../tasks/due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { late, useLate } from '../ui/late.ts';
import layoutStyles from '../ui/layout.module.css';
import { Section } from '../ui/page.tsx';
import { BlockSkeleton, ErrorState } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { TEXT_TONES } from '../ui/text-tones.ts';
import styles from './dashboard.module.css';

type Today = Streaks['user']['today'];
const TODAY_WORDS: Readonly<Record<Today, string>> = { kept: 'kept', open: 'open', missed: 'missed', none: 'nothing due' };
const TODAY_TONES: Readonly<Record<Today, string | undefined>> = {
  kept: TEXT_TONES.kept,
  open: undefined,
  missed: TEXT_TONES.missed,
  none: TEXT_TONES.faint,
};

/** `counted`: the tasks that today's report counts. */
export function StreakCard({ counted = [] }: { counted: readonly Task[] | undefined }) {
  const query = useQuery(streaksQuery());
  const streak = query.data?.user;
  const { missed: misses } = sumsOf(counted);
  return (
    <section aria-labelledby="streak-h">
      <div className={styles.sectionHeader}>
        <h2 id="streak-h">Streak</h2>
        <Link className={clsx(textStyles.atEnd, styles.atEnd, textStyles.link, styles.link)} to="/report">
          Report
        </Link>
      </div>
      {!streak && query.error && (
        <div className={styles.body}>
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </div>
      )}
      {!streak && !query.error && (
        <div className={styles.body}>
          <BlockSkeleton height={62} label="Loading the streak" />
        </div>
      )}
      {streak && (
        <>
          <div className={styles.streak}>
            <span className={clsx(styles.streakLength, streak.current > 0 && styles.settled)}>
              {number(streak.current)}
              <small> {pluralWord(streak.current, 'day')}</small>
            </span>
            <dl>
              <div>
                <dt>Longest</dt>
                <dd>{number(streak.longest)}</dd>
              </div>
              <div>
                <dt>Freezes held</dt>
                <dd>{streak.freezes} of 2</dd>
              </div>
              <div>
                <dt>Today</dt>
                <dd className={TODAY_TONES[streak.today]}>
                  {streak.today === 'missed' && misses > 0 ? plural(misses, 'miss', 'misses') : TODAY_WORDS[streak.today]}
                </dd>
              </div>
            </dl>
          </div>
          <p className={clsx(textStyles.small, textStyles.muted, styles.streakWords)}>{streakWords(streak)}</p>
        </>
      )}
    </section>
  );
}

/** Explains in one or two sentences how today affects the streak. */
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

// On a phone they are below the window.
const CHARTS = late(() => import('./charts.tsx'));

const BARS_HEIGHT = 140;

export function ThisWeek() {
  const query = useQuery(weeklyQuery(0));
  const week = query.data;
  const charts = useLate(CHARTS, true);
  return (
    <section aria-labelledby="week-h">
      <div className={styles.sectionHeader}>
        <h2 id="week-h">This week</h2>
        {week && <span className={clsx(textStyles.atEnd, styles.atEnd)}>{keptWords(week.counts)}</span>}
      </div>
      <div className={styles.body}>
        {!week && query.error && (
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {(week ? !charts : !query.error) && <BlockSkeleton height={BARS_HEIGHT} label="Loading the week" />}
        {week && charts && <charts.BarsOfWeek week={week} height={BARS_HEIGHT} />}
        {week && week.focus.sessions > 0 && (
          <p className={clsx(textStyles.small, textStyles.muted, layoutStyles.before8)}>
            <b>{hoursAndMinutes(week.focus.minutes)}</b> focused in {plural(week.focus.sessions, 'session')}
          </p>
        )}
      </div>
    </section>
  );
}

/** The same words as in the mails. */
export function keptWords({ planned, kept, skipped }: WeeklyReport['counts']): string {
  if (planned === 0) return 'nothing planned';
  if (skipped === planned) return `all ${number(skipped)} skipped`;
  return `${number(kept)} of ${number(planned)} kept${skipped === 0 ? '' : `, ${number(skipped)} skipped`}`;
}

/** The days of the year that ends with the week of `today`. */
export const yearQuery = (today: string) => overallQuery(addDays(mondayOf(today), -7 * 52), today);

/** Includes the current week. */
export function YearSection() {
  const { clock } = useTaskScreen();
  const query = useQuery(yearQuery(clock.today));
  const days = query.data?.days;
  const charts = useLate(CHARTS, true);
  if (days && charts) return <charts.YearOfDays days={days} today={clock.today} />;
  return (
    <Section title="The year">
      <div className={styles.body}>
        {query.error && !days ? (
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
            The record is safe.
          </ErrorState>
        ) : (
          <BlockSkeleton height={200} label="Loading the year" />
        )}
      </div>
    </Section>
  );
}
