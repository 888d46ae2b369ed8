import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Asterisk } from 'lucide-react';
import { number, pluralWord, shortDate, weekdayName } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { dailyQuery, overallQuery, streaksQuery } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { BlockSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { brokenDay, type DayLook, freezeWords, lookOf, type ReportDay } from './freezes.ts';
import styles from './start-fresh.module.css';

const EXPLAINED = [
  ['Again', 'Makes a new promise. The miss stays.'],
  ['Drop', 'Leaves the miss as it is, and asks no more.'],
  ['Archive', 'Drops it, and takes it off the lists.'],
] as const;

const DAYS = 7;
/** How far back the freezes are told, in days. */
const MOST_BACK = 60;

export const StreakAside = ({ misses }: { misses: readonly Task[] }) => (
  <aside className={styles.rail} aria-label="What it means">
    <YourStreak misses={misses} />
    <section aria-labelledby="does-h">
      <h2 id="does-h">What each does</h2>
      <dl className={styles.explained}>
        {EXPLAINED.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  </aside>
);

function YourStreak({ misses }: { misses: readonly Task[] }) {
  const { today } = useTaskScreen().clock;
  const dates = misses.flatMap(({ dueDate }) => dueDate ?? []).sort();
  const last = dates.at(-1) ?? today;
  const earliest = addDays(today, -MOST_BACK);
  const first = dates.find((date) => date >= earliest) ?? earliest;
  const from = [first, addDays(last, 1 - DAYS)].sort()[0] ?? first;
  const streak = useQuery(streaksQuery()).data?.user;
  const days = useQuery(overallQuery(from, today)).data?.days;
  const told = days?.filter(({ date }) => date >= first);
  const broken = told && brokenDay(told, today);
  const before = useQuery({ ...dailyQuery(broken ? addDays(broken, -1) : null), enabled: broken !== null && broken !== undefined });
  return (
    <section aria-labelledby="streak-h">
      <h2 id="streak-h">Your streak</h2>
      {streak && days && told && (!broken || !before.isPending) ? (
        <>
          <p className={styles.length}>
            {number(streak.current)} {pluralWord(streak.current, 'day')}
          </p>
          <WeekOfDays days={days} last={last} today={today} />
          {freezeWords(told, { ...streak, today, before: before.data?.streak.current ?? 0 }).map((sentence) => (
            <p key={sentence} className={clsx(textStyles.small, textStyles.muted)}>
              {sentence}
            </p>
          ))}
        </>
      ) : (
        <BlockSkeleton height={180} label="Loading the streak" />
      )}
    </section>
  );
}

const LOOKS: Readonly<Record<DayLook, string>> = { kept: 'kept', freeze: 'a freeze', missed: 'missed', open: 'open', none: 'nothing due' };

function WeekOfDays({ days, last, today }: { days: readonly ReportDay[]; last: string; today: string }) {
  const dates = Array.from({ length: DAYS }, (_, index) => addDays(last, index + 1 - DAYS));
  return (
    <ol className={styles.days}>
      {dates.map((date) => {
        const look = lookOf(days.find((day) => day.date === date));
        return (
          <li key={date} aria-label={`${shortDate(date, today)}: ${LOOKS[look]}`}>
            <span aria-hidden="true">{weekdayName(date).slice(0, 1)}</span>
            <DayMark look={look} />
          </li>
        );
      })}
    </ol>
  );
}

function DayMark({ look }: { look: DayLook }) {
  if (look === 'freeze')
    return (
      <span className={styles.freeze}>
        <Icon of={Asterisk} />
      </span>
    );
  if (look === 'none') return <span className={styles.nothing} />;
  return <Mark name={look === 'kept' ? 'completed' : look === 'missed' ? 'missed' : 'pending'} named={false} />;
}
