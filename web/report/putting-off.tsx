import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { fullDate, number, plural, shortDate } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { ENOUGH_TASKS, movedStateWord, restsOnWords } from '../../src/contracts/words/putting-off.ts';
import { puttingOffFigures } from '../../src/contracts/words/putting-off-pictures.ts';
import { type PuttingOffReport, puttingOffQuery } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { type Figure, Figures } from '../ui/figures.tsx';
import { Section } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import tabsStyles from '../ui/tabs.module.css';
import type { ReportClock } from './as-of-clock.ts';
import { Download } from './download.tsx';
import { FindingAct } from './finding-act.tsx';
import { Loaded } from './parts.tsx';
import styles from './putting-off.module.css';
import { EstimatePicture, LastHourPicture, MovesPicture, OutcomePicture } from './putting-off-pictures.tsx';
import reportStyles from './report.module.css';

const RANGES = [
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 365, words: 'A year' },
] as const;
const DEFAULT_DAYS = 90;

interface RangeProps {
  readonly from: string | null;
  readonly clock: ReportClock;
  readonly onRange: (from: string | null, to: string | null) => void;
}

const startOf = (today: string, days: number): string => addDays(today, 1 - days);
const periodOf = ({ from, clock }: Pick<RangeProps, 'from' | 'clock'>) => ({
  from: from ?? startOf(clock.today, DEFAULT_DAYS),
  to: clock.today,
});

export function PuttingOffActions({ from, clock, onRange }: RangeProps) {
  const { from: chosen } = periodOf({ from, clock });
  return (
    <>
      <fieldset className={clsx(tabsStyles.segments, styles.ranges)} data-part="segments" aria-label="Range">
        {RANGES.map(({ days, words }) => {
          const isChosen = chosen === startOf(clock.today, days);
          return (
            <button
              key={days}
              type="button"
              aria-pressed={isChosen}
              className={isChosen ? tabsStyles.chosen : undefined}
              onClick={() => onRange(startOf(clock.today, days), null)}
            >
              {words}
            </button>
          );
        })}
      </fieldset>
      <Download type="procrastination" offset={0} startDate={from} asOf={clock.asOf} name={`vouch-putting-off-${clock.today}`} />
    </>
  );
}

export const puttingOffSub = (from: string | null, clock: ReportClock): string =>
  `${fullDate(periodOf({ from, clock }).from)} to ${fullDate(clock.today)}. The files cover the whole account.`;

export function PuttingOff({ from, clock, onRange }: RangeProps) {
  const period = periodOf({ from, clock });
  const query = useQuery(puttingOffQuery(period.from, period.to, clock.asOf));
  return (
    <Loaded query={query}>
      {(report) => (
        <>
          <Figures figures={figuresOf(report)} className={reportStyles.figures} />
          <Findings report={report} clock={clock} onLonger={() => onRange(startOf(clock.today, 365), null)} />
          <div className={clsx(reportStyles.charts, reportStyles.pair)}>
            <MovesPicture weekdays={report.weekdays} />
            <OutcomePicture outcomes={report.afterMoves} />
          </div>
          <div className={clsx(reportStyles.charts, reportStyles.pair)}>
            <LastHourPicture lastHour={report.lastHour} />
            <EstimatePicture estimates={report.estimates} />
          </div>
          <MostMoved report={report} clock={clock} />
          <ByTag report={report} />
        </>
      )}
    </Loaded>
  );
}

function figuresOf(report: PuttingOffReport): Figure[] {
  return puttingOffFigures(report).map(({ label: name, ...figure }) => ({ name, ...figure }));
}

/** 'Rests on 24 tasks, moved and decided.' */
export const restsWords = ({ code, restsOn }: Pick<PuttingOffReport['findings'][number], 'code' | 'restsOn'>): string =>
  `Rests on ${restsOnWords(code, restsOn)}.`;

function Findings({ report, clock, onLonger }: { report: PuttingOffReport; clock: ReportClock; onLonger: () => void }) {
  const { findings } = report;
  if (findings.length === 0) return <TooLittle report={report} onLonger={onLonger} />;
  return (
    <Section title="What stands out" end={plural(findings.length, 'finding')}>
      <ol className={styles.findings}>
        {findings.map((finding) => (
          <li key={finding.code}>
            <p>
              {finding.text}
              <small>{restsWords(finding)}</small>
            </p>
            {/* What was found then is no reason to change something now. */}
            {clock.asOf === null && <FindingAct code={finding.code} report={report} clock={clock} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** How many tasks each finding has to rest on, and how many there are. */
export function missingOf({ afterMoves, weekdays, tags, lastHour, estimates }: PuttingOffReport): readonly (readonly [string, number])[] {
  return [
    ['Moved and decided', afterMoves.moved.decided],
    ['Not moved and decided', afterMoves.unmoved.decided],
    ['Due on one weekday', Math.max(0, ...weekdays.map(({ due }) => due))],
    ['Planned with one tag', Math.max(0, ...tags.map(({ planned }) => planned))],
    ['Kept', lastHour.kept],
    ['With estimate and focus', estimates.tasks],
  ];
}

/** No guess: what is missing is counted, and the longer range is one press away. */
function TooLittle({ report, onLonger }: { report: PuttingOffReport; onLonger: () => void }) {
  return (
    <Section title="What stands out">
      <Empty title="Nothing is said yet" mark="pending" action={<Button onClick={onLonger}>Show a year</Button>}>
        A finding rests on at least ten tasks, and on a clear difference. The numbers below are counted all the same.
      </Empty>
      <dl className={styles.missing}>
        {missingOf(report).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count >= ENOUGH_TASKS ? 'enough' : `${count} of ${ENOUGH_TASKS}`}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function MostMoved({ report, clock }: { report: PuttingOffReport; clock: ReportClock }) {
  if (report.mostMoved.length === 0) return null;
  return (
    <Section title="Most moved">
      <Table
        caption="The tasks that were moved most"
        rows={report.mostMoved}
        rowKey={(one) => one.taskId}
        columns={[
          { key: 'title', head: 'Task', row: true, cell: (one) => <span dir="auto">{one.title}</span> },
          { key: 'status', head: 'Now', cell: (one) => movedStateWord(one) },
          { key: 'first', head: 'First due', cell: (one) => shortDate(one.firstDueDate, clock.today) },
          { key: 'due', head: 'Due now', cell: (one) => shortDate(one.dueDate, clock.today) },
          { key: 'moves', head: 'Moves', num: true, cell: (one) => number(one.moves) },
        ]}
      />
    </Section>
  );
}

function ByTag({ report }: { report: PuttingOffReport }) {
  if (report.tags.length === 0) return null;
  return (
    <Section title="By tag">
      <Table
        caption="Planned, moved and missed tasks by tag"
        rows={report.tags}
        rowKey={(one) => one.tag}
        columns={[
          { key: 'tag', head: 'Tag', row: true, cell: (one) => <span dir="auto">#{one.tag}</span> },
          { key: 'planned', head: 'Planned', num: true, cell: (one) => number(one.planned) },
          { key: 'moved', head: 'Moved', num: true, cell: (one) => number(one.moved) },
          { key: 'missed', head: 'Missed', num: true, cell: (one) => number(one.missed) },
        ]}
      />
    </Section>
  );
}
