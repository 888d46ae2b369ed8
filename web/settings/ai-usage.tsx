import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { number, plural, shortDate } from '../../src/contracts/words/format.ts';
import { type AiModule, type AiUsage, aiUsageQuery } from '../api/ai.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { localTime } from '../lib/calendar.ts';
import layoutStyles from '../ui/layout.module.css';
import { SettingsBlock } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';
import styles from './ai-usage.module.css';

const MODULES: Readonly<Record<AiModule, string>> = {
  email: 'Email tasks',
  coding: 'Coding tasks',
  system_design: 'System design tasks',
  general: 'General tasks and posts',
  assist: 'Splitting, estimates, today’s order',
};
const KEYS: Readonly<Record<AiUsage['key'], string>> = {
  operator: 'It runs on our key.',
  own: 'It runs on your own key.',
  none: 'No key is set up here, so written rubrics and plain statistics answer, and nothing is counted.',
};

type Count = AiUsage['mini'];

/** A count in words: '12 of 20 used', '12 used, no limit', 'not in this plan'. */
const countWords = ({ used, limit }: Count, key: AiUsage['key']): string => {
  if (limit === null) return `${number(used)} used, no limit`;
  if (limit === 0 && used === 0) return key === 'none' ? 'None without a key' : 'None in this plan';
  return `${number(used)} of ${number(limit)} used`;
};

function Meter({ name, count, of }: { name: string; count: Count; of: AiUsage['key'] }) {
  const words = countWords(count, of);
  const { used, limit } = count;
  const isOver = limit !== null && limit > 0 && used >= limit;
  return (
    <div className={styles.item}>
      <span className={clsx(textStyles.strong, textStyles.small)}>{name}</span>
      <span
        className={
          isOver
            ? clsx(textStyles.due, textStyles.small, textStyles.atEnd, styles.atEnd)
            : clsx(textStyles.muted, textStyles.small, textStyles.atEnd, styles.atEnd)
        }
      >
        {words}
      </span>
      {limit !== null && limit > 0 && (
        <meter
          min={0}
          max={limit}
          low={limit * 0.75}
          high={limit * 0.95}
          optimum={0}
          value={Math.min(used, limit)}
          aria-label={`${name}: ${words}`}
        />
      )}
    </div>
  );
}

type Row = AiUsage['modules'][number];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'module', head: 'What for', row: true, cell: ({ module }) => MODULES[module] },
  { key: 'mini', head: 'Mini', num: true, cell: ({ mini }) => number(mini) },
  { key: 'premium', head: 'Premium', num: true, cell: ({ premium }) => number(premium) },
];

/** How much of this month's allowance is used, and for what. */
export function AiUsageBlock() {
  const { data, error, refetch, isFetching } = useQuery(aiUsageQuery());
  return (
    <SettingsBlock
      title="AI usage"
      text="Each answer of an AI counts once in its calendar month. One that failed is given back; rubrics count nothing."
    >
      {data && <Usage usage={data} />}
      {!data && error && (
        <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
          What is left of it is safe.
        </ErrorState>
      )}
      {!data && !error && <LinesSkeleton lines={3} label="Loading AI usage" />}
    </SettingsBlock>
  );
}

function Usage({ usage: { key, mini, premium, modules, renewsAt } }: { usage: AiUsage }) {
  const { zone, today } = useOwnerClock();
  const used = modules.filter((row) => row.mini + row.premium > 0);
  const sum = used.reduce((all, row) => all + row.mini + row.premium, 0);
  return (
    <>
      <div className={styles.list}>
        <Meter name="Mini model" count={mini} of={key} />
        <Meter name="Premium model" count={premium} of={key} />
      </div>
      <p className={clsx(textStyles.small, textStyles.muted)}>
        {KEYS[key]} It is counted anew from {shortDate(localTime(renewsAt, zone).date, today)}.
      </p>
      {used.length > 0 && (
        <details className={layoutStyles.fullWidth}>
          <summary className={clsx(textStyles.link, textStyles.small)}>What used it: {plural(sum, 'answer')}</summary>
          <Table caption="What used the allowance" columns={COLUMNS} rows={used} rowKey={({ module }) => module} />
        </details>
      )}
    </>
  );
}
