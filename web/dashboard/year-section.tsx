import { useQuery } from '@tanstack/react-query';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { overallQuery } from '../api/reports.ts';
import { Year } from '../charts/year.tsx';
import { yearSums } from '../charts/year-map.ts';
import { mondayOf } from '../lib/calendar.ts';
import { longDate, number, plural } from '../lib/words.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Section } from '../ui/page.tsx';
import { BlockSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';

/** The number of weeks in the map, including this one. */
export function YearSection() {
  const { clock } = useTaskScreen();
  const from = addDays(mondayOf(clock.today), -7 * 52);
  const query = useQuery(overallQuery(from, clock.today));
  const days = query.data?.days;
  const sums = days && yearSums(days);
  const first = days?.find((day) => day.counts.planned > 0)?.date;
  const words =
    sums && first
      ? `${number(sums.kept)} kept since ${longDate(first).replace(/^\S+ /, '')}, ${plural(sums.missDays, 'day')} with a miss`
      : undefined;
  return (
    <Section title="The year" end={words}>
      {!days && query.error && (
        <div className="rail-b">
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
            The record is safe.
          </ErrorState>
        </div>
      )}
      {!days && !query.error && (
        <div className="rail-b">
          <BlockSkeleton height={200} label="Loading the year" />
        </div>
      )}
      {days && <Year days={days} today={clock.today} label={words ? `A year of days: ${words}` : 'A year of days, nothing decided yet'} />}
    </Section>
  );
}
