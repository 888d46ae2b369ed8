import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ListFilter, ScanSearch } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { fullDate } from '../../src/contracts/words/format.ts';
import type { SavedFilter } from '../api/filters.ts';
import { type Task, taskKeys } from '../api/tasks.ts';
import { isoWeek } from '../lib/calendar.ts';
import { NewTaskLink } from '../quick-add/early-line.tsx';
import { tagsOf } from '../tasks/due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import pageStyles from '../ui/page.module.css';
import { Segmented } from '../ui/tabs.tsx';
import type { TodoPlace } from './address.ts';
import { FilterField } from './filter-field.tsx';
import { ListPicker } from './list-picker.tsx';
import type { ListOrder } from './own-order.ts';
import { BEGINNINGS } from './query-help.ts';
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
}

export function TodoHeader({ name, place, filters, filter, sought, field, onList, order, onOrder, onPrioritise }: TodoHeaderProps) {
  const { clock } = useTaskScreen();
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
        {tab === 'today' && sought === null && (
          <div className={pageStyles.subtitle} data-part="page-subtitle">
            {fullDate(clock.today)}, week {isoWeek(clock.today)}
          </div>
        )}
      </div>
      <div className={clsx(pageStyles.actions, styles.actions)} data-part="page-actions">
        {onPrioritise && (
          <ButtonLink variant="ghost" to="/todo/plan">
            Week
          </ButtonLink>
        )}
        {onPrioritise && (
          <Button variant="ghost" icon={<Icon of={ScanSearch} />} onClick={onPrioritise}>
            Prioritise today
          </Button>
        )}
        {order !== null && (
          <Segmented
            label="Order"
            value={order}
            onChange={onOrder}
            options={[
              { value: 'date', label: 'By date' },
              { value: 'own', label: 'My order' },
            ]}
          />
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
}
