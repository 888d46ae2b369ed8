import { X } from 'lucide-react';
import type { HistoryActor, HistoryType } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { ACTOR_NAMES, HISTORY_NAMES, isFiltered, type ReportAddress, UNFILTERED } from './address.ts';
import type { ReportClock } from './as-of-clock.ts';
import { DateRange } from './date-range.tsx';
import styles from './history.module.css';

const EVERYBODY = 'everybody';
const TYPES = (Object.entries(HISTORY_NAMES) as [HistoryType, string][]).map(([value, label]) => ({
  value,
  label: value === 'all' ? 'Every kind' : label,
}));
const ACTORS = [
  { value: EVERYBODY, label: 'Everybody' } as const,
  ...(Object.entries(ACTOR_NAMES) as [HistoryActor, string][]).map(([value, label]) => ({ value, label })),
];

export interface HistoryFiltersProps {
  readonly address: ReportAddress;
  readonly clock: ReportClock;
  readonly onAddress: (change: Partial<ReportAddress>) => void;
}

interface TitledProps extends HistoryFiltersProps {
  /** The title of the task that the history is narrowed to. Null: it is not known. */
  readonly title: string | null;
}

/** What the history is narrowed to. The address holds it, so it can be kept as a bookmark. */
export function HistoryFilters({ address, clock, onAddress, title }: TitledProps) {
  const { from, to, type, who, task } = address;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its legend inside the row
    <div className={styles.filters} role="group" aria-label="Filters of the history">
      <DateRange
        from={from}
        to={to}
        clock={clock}
        latest={clock.today}
        className={styles.filter}
        onRange={(first, last) => onAddress({ from: first, to: last })}
      />
      <span className={styles.filter}>
        <Select label="Kind of entry" value={type} options={TYPES} onChange={(value) => onAddress({ type: value })} />
      </span>
      <span className={styles.filter}>
        <Select
          label="Who"
          value={who ?? EVERYBODY}
          options={ACTORS}
          onChange={(value) => onAddress({ who: value === EVERYBODY ? null : value })}
        />
      </span>
      {task && (
        <Button className={styles.task} icon={<Icon of={X} />} onClick={() => onAddress({ task: null })} aria-label="Show all tasks">
          <bdi>{title ?? 'One task'}</bdi>
        </Button>
      )}
      {isFiltered(address) && (
        <Button variant="ghost" onClick={() => onAddress(UNFILTERED)}>
          Clear
        </Button>
      )}
    </div>
  );
}
