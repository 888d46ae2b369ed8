import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ListFilter, ScanSearch } from 'lucide-react';
import { lazy, memo, type RefObject, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { fullDate, number, shortDate } from '../../src/contracts/words/format.ts';
import type { SavedFilter } from '../api/filters.ts';
import { type Task, taskKeys, tasksQuery } from '../api/tasks.ts';
import { isoWeek } from '../lib/calendar.ts';
import { NewTaskLink } from '../quick-add/early-line.tsx';
import { tagsOf } from '../tasks/due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import pageStyles from '../ui/page.module.css';
import { Segmented } from '../ui/segmented.tsx';
import type { TodoPlace } from './address.ts';
import { FilterField } from './filter-field.tsx';
import { ListMenu, ORDERS } from './list-menu.tsx';
import { ListPicker } from './list-picker.tsx';
import type { ListOrder } from './own-order.ts';
import { BEGINNINGS } from './query-help.ts';
import { openCounts } from './sections.ts';
import styles from './todo.module.css';

// Only a search can be saved.
const FilterActs = lazy(() => import('./filter-acts.tsx').then((module) => ({ default: module.FilterActs })));

interface TodoHeaderProps {
  readonly name: string;
  readonly place: TodoPlace;
  readonly filters: readonly SavedFilter[] | undefined;
  /** The saved filter that is open. */
  readonly filter: SavedFilter | null;
  /** What is searched for. Null: a list is shown. */
  readonly sought: string | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onList: (place: Partial<TodoPlace>, replace?: boolean) => void;
  /** Null: the list has one order only. */
  readonly order: ListOrder | null;
  readonly onOrder: (order: ListOrder) => void;
  /** Null: the list has nothing to prioritise. */
  readonly onPrioritise: (() => void) | null;
  /** Whether there is no room for all buttons. The others are in a menu. */
  readonly isCompact: boolean;
}

export const TodoHeader = memo(function TodoHeader(props: TodoHeaderProps) {
  const { name, place, filters, filter, sought, field, onList, order, onOrder, onPrioritise, isCompact } = props;
  const { narrow } = useTaskScreen();
  const client = useQueryClient();
  const { tab } = place;
  /** On a phone the field is shown when it is wanted. */
  const [isWanted, setWanted] = useState(false);
  const search = (text: string) => {
    const keeps = text !== '' && filter !== null;
    // Each letter would be a step of its own on the way back.
    onList({ tab, filter: keeps ? filter.id : null, query: text || null }, sought !== null);
  };
  return (
    <header className={pageStyles.header} data-part="page-header">
      <div>
        <ListPicker name={name} place={place} />
        {tab === 'today' && sought === null && <TodaySubtitle />}
      </div>
      <div className={clsx(pageStyles.actions, styles.actions)} data-part="page-actions">
        {onPrioritise && !isCompact && (
          <ButtonLink variant="ghost" to="/todo/plan">
            Week
          </ButtonLink>
        )}
        {onPrioritise && !narrow && (
          <Button variant="ghost" icon={<Icon of={ScanSearch} />} onClick={onPrioritise}>
            Prioritise today
          </Button>
        )}
        {order !== null && !isCompact && <Segmented label="Order" value={order} onChange={onOrder} options={ORDERS} />}
        {isCompact && (order !== null || onPrioritise) && (
          <ListMenu hasWeek={onPrioritise !== null} onPrioritise={narrow ? onPrioritise : null} order={order} onOrder={onOrder} />
        )}
        {sought !== null && (
          <Suspense>
            <FilterActs query={sought} filter={filter} count={filters?.length ?? 0} onList={onList} />
          </Suspense>
        )}
        <IconButton
          label="Show the filter"
          className={styles.filterButton}
          aria-expanded={isWanted || sought !== null}
          onClick={() => {
            flushSync(() => setWanted(true));
            field.current?.focus();
          }}
        >
          <Icon of={ListFilter} />
        </IconButton>
        <FilterField
          ref={field}
          className={clsx(!isWanted && sought === null && styles.unwanted)}
          value={sought ?? ''}
          beginning={BEGINNINGS[tab] ?? ''}
          tags={() => tagsOf(client.getQueryData<Task[]>(taskKeys.list()) ?? [])}
          onSearch={search}
        />
        <NewTaskLink variant="primary" isForToday={tab === 'today' && sought === null} />
      </div>
    </header>
  );
});

/** The date. On a phone it is short, and says how much is open. */
function TodaySubtitle() {
  const { clock, narrow } = useTaskScreen();
  const { zone, today } = clock;
  const tasks = useQuery({ ...tasksQuery(), enabled: false }).data;
  const open = tasks && `, ${number(openCounts(tasks, { zone, today }).today)} open`;
  return (
    <div className={pageStyles.subtitle} data-part="page-subtitle">
      {narrow ? `${shortDate(today, today)}${open ?? ''}` : `${fullDate(today)}, week ${isoWeek(today)}`}
    </div>
  );
}
