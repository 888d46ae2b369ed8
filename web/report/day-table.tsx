import { clsx } from 'clsx';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { WeeklyReport } from '../api/reports.ts';
import { shortDate } from '../lib/words.ts';
import { Cell } from './parts.tsx';

const COLUMNS = [
  ['Planned', 'planned'],
  ['Kept', 'kept'],
  ['Missed', 'missed'],
  ['Skipped', 'skipped'],
  ['Open', 'open'],
] as const;
const TONES = { kept: 'kept', missed: 'missed' } as const;

/** The table of seven days and their sum. A double line is drawn below it once the week is over and nothing in it is open. */
export function DayTable({ report, clock }: { report: WeeklyReport; clock: OwnerClock }) {
  const closed = report.to < clock.today && report.counts.open === 0;
  const running = report.from <= clock.today && clock.today <= report.to;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scrollx" tabIndex={0} aria-label="The days and their sum">
      <table className={clsx('tb day-table', closed && 'is-closed')}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {COLUMNS.map(([name]) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.days.map((day) => (
            <tr key={day.date} className={clsx(day.date === clock.today && 'now')}>
              <th scope="row" className="nw">
                {shortDate(day.date, clock.today)} {day.date === clock.today && <span className="acc b s1">today</span>}
              </th>
              {COLUMNS.map(([name, field]) => (
                <td key={name} className="num">
                  <Cell value={day.counts[field]} {...(field in TONES ? { tone: TONES[field as keyof typeof TONES] } : {})} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{running ? 'Week so far' : 'Week'}</td>
            {COLUMNS.map(([name, field]) => (
              <td key={name} className="num">
                <span>{report.counts[field].toLocaleString('en-US')}</span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
