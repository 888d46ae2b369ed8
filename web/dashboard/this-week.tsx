import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type WeeklyReport, weeklyQuery } from '../api/reports.ts';
import { ChartTable, TableToggle } from '../charts/chart.tsx';
import { WeekBars } from '../charts/week-bars.tsx';
import { number, shortDate, WEEKDAYS } from '../lib/words.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { BlockSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';

const HEIGHT = 140;

export function ThisWeek() {
  const query = useQuery(weeklyQuery(0));
  const week = query.data;
  return (
    <section aria-labelledby="week-h">
      <div className="sech">
        <h2 id="week-h">This week</h2>
        {week && <span className="end">{keptWords(week.counts)}</span>}
      </div>
      <div className="rail-b">
        {!week && query.error && (
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {!week && !query.error && <BlockSkeleton height={HEIGHT} label="Loading the week" />}
        {week && <Bars week={week} />}
      </div>
    </section>
  );
}

/** The counts of a week in words, the same as in the mails. */
export function keptWords({ planned, kept, skipped }: WeeklyReport['counts']): string {
  if (planned === 0) return 'nothing planned';
  if (skipped === planned) return `all ${number(skipped)} skipped`;
  return `${number(kept)} of ${number(planned)} kept${skipped === 0 ? '' : `, ${number(skipped)} skipped`}`;
}

function Bars({ week }: { week: WeeklyReport }) {
  const { clock } = useTaskScreen();
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      {asTable ? (
        <ChartTable
          label="This week by day"
          head={['Day', 'Planned', 'Kept', 'Missed']}
          rows={week.days.map((day) => [shortDate(day.date, clock.today), day.counts.planned, day.counts.kept, day.counts.missed])}
        />
      ) : (
        <WeekBars
          height={HEIGHT}
          label={`Planned and kept by weekday: ${week.counts.kept} of ${week.counts.planned} kept this week`}
          bars={week.days.map((day, index) => ({
            ...day.counts,
            label: WEEKDAYS[index]?.slice(0, 3) ?? '',
            now: day.date === clock.today,
          }))}
        />
      )}
      <p className="week-t">
        <TableToggle asTable={asTable} onChange={setAsTable} of="This week" />
      </p>
    </>
  );
}
