import { barsMarks } from '../../src/contracts/charts/bars.ts';
import { WEEKDAYS } from '../../src/contracts/words/format.ts';
import { estimateShares, lastHourShares, outcomeShares, weekdaysWords } from '../../src/contracts/words/putting-off-pictures.ts';
import type { PuttingOffReport } from '../api/reports.ts';
import { Chart, ChartTable } from '../charts/chart.tsx';
import { Marks } from '../charts/marks.tsx';
import { barsFrame, Plot } from '../charts/plot.tsx';
import { ShareBars } from '../charts/shares.tsx';

const HEIGHT = 188;

export function MovesPicture({ weekdays }: Pick<PuttingOffReport, 'weekdays'>) {
  const { title, lead, rest } = weekdaysWords(weekdays);
  const bars = weekdays.map(({ due, moved }, index) => ({
    label: WEEKDAYS[index]?.slice(0, 3) ?? '',
    planned: due,
    kept: moved,
    missed: 0,
  }));
  return (
    <Chart
      title={title}
      sentence={{ lead, rest }}
      plot={
        <Plot label={`Moved of due by weekday. ${lead}`} height={HEIGHT}>
          {(width) => <Marks marks={barsMarks(bars, barsFrame(width, HEIGHT), 'moved')} />}
        </Plot>
      }
      table={
        <ChartTable
          label={title}
          head={['Day', 'Due', 'Moved']}
          rows={weekdays.map((day, index) => [WEEKDAYS[index] ?? '', day.due, day.moved])}
        />
      }
    />
  );
}

export function OutcomePicture({ outcomes }: { outcomes: PuttingOffReport['afterMoves'] }) {
  const { moved, unmoved } = outcomes;
  const { title, lead, rest, rows, whole } = outcomeShares(outcomes);
  return (
    <Chart
      title={title}
      sentence={{ lead, rest }}
      plot={<ShareBars label={`Kept and missed tasks. ${lead}`} rows={rows} whole={whole} />}
      table={
        <ChartTable
          label={title}
          head={['Tasks', 'Decided', 'Kept', 'Missed']}
          rows={[
            ['Moved', moved.decided, moved.decided - moved.missed, moved.missed],
            ['Not moved', unmoved.decided, unmoved.decided - unmoved.missed, unmoved.missed],
          ]}
        />
      }
    />
  );
}

export function LastHourPicture({ lastHour }: Pick<PuttingOffReport, 'lastHour'>) {
  const { title, lead, rest, rows, whole } = lastHourShares(lastHour);
  return (
    <Chart
      title={title}
      sentence={{ lead, rest }}
      plot={<ShareBars label={`Kept tasks by when they were done. ${lead}`} rows={rows} whole={whole} />}
      table={
        <ChartTable
          label={title}
          head={['Done', 'Tasks']}
          rows={[
            ['Earlier', lastHour.kept - lastHour.inLastHour],
            ['In the last hour', lastHour.inLastHour],
          ]}
        />
      }
    />
  );
}

export function EstimatePicture({ estimates }: Pick<PuttingOffReport, 'estimates'>) {
  const { title, lead, rest, rows, whole } = estimateShares(estimates);
  return (
    <Chart
      title={title}
      sentence={{ lead, rest }}
      plot={<ShareBars label={`Estimated and focused minutes. ${lead}`} rows={rows} whole={whole} />}
      table={
        <ChartTable
          label={title}
          head={['', 'Minutes']}
          rows={[
            ['Estimated', estimates.estimatedMinutes],
            ['Focused', estimates.focusedMinutes],
          ]}
        />
      }
    />
  );
}
