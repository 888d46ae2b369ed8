import { barsMarks } from '../../src/contracts/charts/bars.ts';
import { hoursAndMinutes, number, percent, plural, WEEKDAYS } from '../../src/contracts/words/format.ts';
import type { PuttingOffReport } from '../api/reports.ts';
import { Chart, ChartTable } from '../charts/chart.tsx';
import { Marks } from '../charts/marks.tsx';
import { barsFrame, Plot } from '../charts/plot.tsx';
import { ShareBars } from '../charts/shares.tsx';

const HEIGHT = 188;
const share = (part: number, whole: number): string => `${percent(whole === 0 ? 0 : part / whole)} %`;

export function MovesPicture({ weekdays }: Pick<PuttingOffReport, 'weekdays'>) {
  const moved = weekdays.reduce((sum, day) => sum + day.moved, 0);
  const most = weekdays.reduce((best, day, index) => (day.moved > (weekdays[best]?.moved ?? 0) ? index : best), 0);
  const lead =
    moved === 0
      ? 'Nothing was moved.'
      : `Most moves were of what was due on a ${WEEKDAYS[most]}: ${weekdays[most]?.moved} of ${weekdays[most]?.due}.`;
  const bars = weekdays.map(({ due, moved: kept }, index) => ({
    label: WEEKDAYS[index]?.slice(0, 3) ?? '',
    planned: due,
    kept,
    missed: 0,
  }));
  return (
    <Chart
      title="Moves by weekday"
      sentence={{ lead, rest: 'Filled is what was moved, the outline is what was due, by the first due date.' }}
      plot={
        <Plot label={`Moved of due by weekday. ${lead}`} height={HEIGHT}>
          {(width) => (
            // The fill is no kept promise here.
            <Marks
              marks={barsMarks(bars, barsFrame(width, HEIGHT)).map((mark) => (mark.look === 'kept' ? { ...mark, look: 'quiet' } : mark))}
            />
          )}
        </Plot>
      }
      table={
        <ChartTable
          label="Moves by weekday"
          head={['Day', 'Due', 'Moved']}
          rows={weekdays.map((day, index) => [WEEKDAYS[index] ?? '', day.due, day.moved])}
        />
      }
    />
  );
}

export function OutcomePicture({ outcomes }: { outcomes: PuttingOffReport['afterMoves'] }) {
  const { moved, unmoved } = outcomes;
  const lead = `Moved: ${share(moved.missed, moved.decided)} missed. Not moved: ${share(unmoved.missed, unmoved.decided)}.`;
  const row = (name: string, { decided, missed }: typeof moved) => ({
    name,
    note: `${number(decided)} decided`,
    parts: [
      { look: 'kept', value: decided - missed, words: `${number(decided - missed)} kept` },
      { look: 'missed', value: missed, words: `${number(missed)} missed` },
    ] as const,
  });
  // Each bar is its own whole, because the shares are compared.
  const inShares = (one: ReturnType<typeof row>, decided: number) => ({
    ...one,
    parts: one.parts.map((part) => ({ ...part, value: decided === 0 ? 0 : (part.value / decided) * 100 })),
  });
  return (
    <Chart
      title="Outcome of moved and unmoved"
      sentence={{ lead, rest: 'Only what was decided counts.' }}
      plot={
        <ShareBars
          label={`Kept and missed tasks. ${lead}`}
          rows={[inShares(row('Moved', moved), moved.decided), inShares(row('Not moved', unmoved), unmoved.decided)]}
          whole={100}
        />
      }
      table={
        <ChartTable
          label="Outcome of moved and unmoved"
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

export function LastHourPicture({ lastHour: { kept, inLastHour } }: Pick<PuttingOffReport, 'lastHour'>) {
  const earlier = kept - inLastHour;
  const lead =
    kept === 0 ? 'Nothing was kept.' : `${number(inLastHour)} of ${number(kept)} were done at most 60 minutes before they were due.`;
  return (
    <Chart
      title="The last hour"
      sentence={{ lead, rest: '' }}
      plot={
        <ShareBars
          label={`Kept tasks by when they were done. ${lead}`}
          rows={[
            {
              name: 'Kept',
              note: plural(kept, 'task'),
              parts: [
                { look: 'earlier', value: earlier, words: `${number(earlier)} earlier` },
                { look: 'kept', value: inLastHour, words: `${number(inLastHour)} in the last hour` },
              ],
            },
          ]}
          whole={kept}
        />
      }
      table={
        <ChartTable
          label="The last hour"
          head={['Done', 'Tasks']}
          rows={[
            ['Earlier', earlier],
            ['In the last hour', inLastHour],
          ]}
        />
      }
    />
  );
}

export function EstimatePicture({ estimates: { tasks, estimatedMinutes, focusedMinutes } }: Pick<PuttingOffReport, 'estimates'>) {
  const lead =
    tasks === 0
      ? 'No task has both an estimate and focused time.'
      : `${hoursAndMinutes(focusedMinutes)} of focus for ${hoursAndMinutes(estimatedMinutes)} estimated.`;
  return (
    <Chart
      title="Estimate against focus"
      sentence={{ lead, rest: tasks === 0 ? '' : 'Of tasks with an estimate and at least one focus session.' }}
      plot={
        <ShareBars
          label={`Estimated and focused minutes. ${lead}`}
          rows={[
            {
              name: 'Estimated',
              note: plural(tasks, 'task'),
              parts: [{ look: 'outline', value: estimatedMinutes, words: hoursAndMinutes(estimatedMinutes) }],
            },
            {
              name: 'Focused',
              note: 'the same tasks',
              parts: [{ look: 'focus', value: focusedMinutes, words: hoursAndMinutes(focusedMinutes) }],
            },
          ]}
          whole={Math.max(estimatedMinutes, focusedMinutes)}
        />
      }
      table={
        <ChartTable
          label="Estimate against focus"
          head={['', 'Minutes']}
          rows={[
            ['Estimated', estimatedMinutes],
            ['Focused', focusedMinutes],
          ]}
        />
      }
    />
  );
}
