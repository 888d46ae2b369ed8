import { useState } from 'react';
import { shortDate, WEEKDAYS } from '../../src/contracts/words/format.ts';
import type { WeeklyReport } from '../api/reports.ts';
import { WeekBars } from '../charts/bars.tsx';
import { ChartTable, TableToggle } from '../charts/chart.tsx';
import { Year, type YearDay, yearWords } from '../charts/year.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Section } from '../ui/page.tsx';
import styles from './dashboard.module.css';

/** `height`: in pixels. */
export function BarsOfWeek({ week, height }: { week: WeeklyReport; height: number }) {
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
          height={height}
          label={`Planned and kept by weekday: ${week.counts.kept} of ${week.counts.planned} kept this week`}
          bars={week.days.map((day, index) => ({
            ...day.counts,
            label: WEEKDAYS[index]?.slice(0, 3) ?? '',
            now: day.date === clock.today,
          }))}
        />
      )}
      <p className={styles.weekToggle}>
        <TableToggle asTable={asTable} onChange={setAsTable} of="This week" />
      </p>
    </>
  );
}

export function YearOfDays({ days, today }: { days: readonly YearDay[]; today: string }) {
  const words = yearWords(days, today, today) ?? undefined;
  return (
    <Section title="The year" end={words}>
      <Year days={days} today={today} label={words ? `A year of days: ${words}` : 'A year of days, nothing decided yet'} />
    </Section>
  );
}
