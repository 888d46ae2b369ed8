import { useState } from 'react';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { OverallReport } from '../api/reports.ts';
import { isoWeek } from '../lib/calendar.ts';
import { dayMonth, percent, plural } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Cell } from './parts.tsx';

type Week = OverallReport['weeks'][number];
const FIRST = 12;

/** The table of weeks, newest first, with their sum. A double line is drawn below it when the period is over and nothing is open. */
export function WeeksTable({ report, clock, running }: { report: OverallReport; clock: OwnerClock; running: boolean }) {
  const [whole, setWhole] = useState(false);
  const weeks = [...report.weeks].reverse();
  const columns: readonly Column<Week>[] = [
    {
      key: 'week',
      head: 'Week',
      row: true,
      cell: (week) => (
        <span className="nw">{`W${isoWeek(week.from)}, ${dayMonth(week.from, clock.today)} to ${dayMonth(addDays(week.from, 6), clock.today)}`}</span>
      ),
    },
    { key: 'planned', head: 'Planned', num: true, cell: (week) => <Cell value={week.counts.planned} /> },
    { key: 'kept', head: 'Kept', num: true, cell: (week) => <Cell value={week.counts.kept} tone="kept" /> },
    { key: 'missed', head: 'Missed', num: true, cell: (week) => <Cell value={week.counts.missed} tone="missed" /> },
    { key: 'skipped', head: 'Skipped', num: true, cell: (week) => <Cell value={week.counts.skipped} /> },
    { key: 'open', head: 'Open', num: true, cell: (week) => <Cell value={week.counts.open} /> },
    { key: 'rate', head: 'Rate', num: true, cell: (week) => rate(week.counts.completionRate) },
  ];
  const { counts } = report;
  const foot = {
    week: running ? 'So far' : 'All weeks',
    planned: figure(counts.planned),
    kept: figure(counts.kept),
    missed: figure(counts.missed),
    skipped: figure(counts.skipped),
    open: figure(counts.open),
    rate: rate(counts.completionRate),
  };
  return (
    <div className="weeks-table">
      <Table
        caption="The weeks and their sum"
        columns={columns}
        rows={whole ? weeks : weeks.slice(0, FIRST)}
        rowKey={(week) => week.from}
        foot={foot}
        closed={!running && counts.open === 0 && report.endDate < clock.today}
      />
      {weeks.length > FIRST && !whole && (
        <Button className="rep-more" onClick={() => setWhole(true)}>
          Show all {plural(weeks.length, 'week')}
        </Button>
      )}
    </div>
  );
}

const figure = (value: number): string => value.toLocaleString('en-US');
const rate = (value: number | null): string => (value === null ? '–' : `${percent(value)} %`);
