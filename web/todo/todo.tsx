import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ListFilter, ScanSearch, Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { routinesQuery } from '../api/routines.ts';
import { archivedTasksQuery, missedTasksQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { preloadable } from '../lib/preloadable.ts';
import { NewTaskLink, openNewTask } from '../quick-add/early-line.tsx';
import { cachedTask } from '../tasks/cache.ts';
import { type Filter, isFiltering, NO_FILTER, tagsOf } from '../tasks/due.ts';
import { FreshOffer } from '../tasks/fresh-offer.tsx';
import { PRIORITY_WORDS } from '../tasks/state.ts';
import { rowInHand, TASK_KEY_LIST, useTaskKeys } from '../tasks/task-keys.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TaskScreenProvider } from '../tasks/task-screen-provider.tsx';
import badgeStyles from '../ui/badge.module.css';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { holdLetters } from '../ui/key-press.ts';
import pageStyles from '../ui/page.module.css';
import { useTitle } from '../ui/page.tsx';
import { Popover } from '../ui/popover.tsx';
import { Select } from '../ui/select.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { addressOf, TABS, useTodoAddress } from './address.ts';
import taskPanelStyles from './task-panel.module.css';
import styles from './todo.module.css';
import { daysOf, TodoList } from './todo-list.tsx';
import { useRows } from './use-rows.ts';

interface FilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly tags: readonly string[];
}

const ANY_TAG = 'any';
const PRIORITIES = [{ value: ANY_TAG, label: 'Any' }, ...Object.entries(PRIORITY_WORDS).map(([value, label]) => ({ value, label }))];

function FilterButton({ filter, onChange, tags }: FilterProps) {
  const set = [filter.text.trim() !== '', filter.tag !== null, filter.priority !== null, filter.open].filter(Boolean).length;
  return (
    <Popover
      label="Filter"
      trigger={
        <Button icon={<Icon of={ListFilter} />}>
          Filter
          {set > 0 && (
            <span className={badgeStyles.count} data-part="count">
              {set}
            </span>
          )}
        </Button>
      }
    >
      <div className={styles.filter}>
        <Field label="Words">
          <Input
            lead={<Icon of={Search} />}
            type="search"
            value={filter.text}
            placeholder="In title, notes and tags"
            onChange={(event) => onChange({ ...filter, text: event.target.value })}
          />
        </Field>
        <Field label="Tag">
          <Select
            value={filter.tag ?? ANY_TAG}
            options={[{ value: ANY_TAG, label: 'Any' }, ...tags.map((tag) => ({ value: tag, label: `#${tag}` }))]}
            onChange={(tag) => onChange({ ...filter, tag: tag === ANY_TAG ? null : tag })}
          />
        </Field>
        <Field label="Priority">
          <Select
            value={filter.priority ?? ANY_TAG}
            options={PRIORITIES}
            onChange={(value) => onChange({ ...filter, priority: value === ANY_TAG ? null : (value as Filter['priority']) })}
          />
        </Field>
        <Checkbox label="Only what is open" checked={filter.open} onChange={(open) => onChange({ ...filter, open })} />
        <Button size="s" disabled={!isFiltering(filter)} onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      </div>
    </Popover>
  );
}

// The list does not need the panel. It is loaded when the browser is idle, so that it is ready when a task is opened.
const TaskPanel = preloadable(() => import('./task-panel.tsx').then((module) => ({ default: module.TaskPanel })));

const Prioritise = lazy(() => import('./prioritise.tsx').then((module) => ({ default: module.Prioritise })));

const PANEL_AFTER_MS = 500;

const TAB_NAMES = { upcoming: 'Upcoming', routines: 'Routines', missed: 'Missed', archived: 'Archived' } as const;
const KEYS = [
  [['j'], 'Next task'],
  [['k'], 'Previous task'],
  [['Enter'], 'Open the task'],
  [['Esc'], 'Close the task'],
  ...TASK_KEY_LIST,
  ...COMMON_KEYS,
] as const;

/** `routines` is the content of the tab of that name. */
export function Todo({ routines }: { routines: ReactNode }) {
  const { to, go, task: open } = useTodoAddress();
  const edit = useCallback((task: Task) => go(task.id, true), [go]);
  const leave = useCallback((task: Task) => task.id === open && go(null), [go, open]);
  return (
    <TaskScreenProvider to={to} edit={edit} onRemoved={leave}>
      <TodoScreen routines={routines} />
    </TaskScreenProvider>
  );
}

function TodoScreen({ routines }: { routines: ReactNode }) {
  useTitle('Todo');
  const { tab, task, editing, fresh, forToday, go } = useTodoAddress();
  const { acts, clock } = useTaskScreen();
  const client = useQueryClient();
  const [filter, setFilter] = useState(NO_FILTER);
  const [ordering, setOrdering] = useState(false);
  const all = useQuery(tasksQuery());
  const missed = useQuery(missedTasksQuery());
  const archived = useQuery({ ...archivedTasksQuery(), enabled: tab === 'archived' });
  const list = tab === 'routines' ? null : tab;
  const query = { upcoming: all, missed, archived }[list ?? 'upcoming'];
  const repeating = useQuery(routinesQuery()).data?.length;
  const rows = useRows(task, go);
  const keys = useKeyList(KEYS);

  const isListed = query.data !== undefined;
  useEffect(() => {
    // If this fails, opening a task fails in the same way and shows the error.
    if (isListed) setTimeout(() => TaskPanel.preload().catch(() => undefined), PANEL_AFTER_MS);
  }, [isListed]);

  useEffect(() => {
    if (!fresh) return;
    openNewTask(forToday);
    go(task, false, true);
  }, [fresh, forToday, task, go]);
  /** The open task, or the one whose row has the focus or is under the pointer. */
  const inHand = (): Task | null => {
    const id = task ?? rowInHand();
    return (id !== null && cachedTask(client, id)) || null;
  };
  useShortcuts({
    ...useTaskKeys(inHand),
    j: () => rows.step(1),
    k: () => rows.step(-1),
    enter: () => withTask(inHand(), (one) => go(one.id)),
    z: () => void acts.undoLast(),
    escape: () => task && go(null),
    '?': keys.show,
  });

  const count = all.data ? daysOf('upcoming', all.data, clock).reduce((sum, day) => sum + day.tasks.length, 0) : undefined;
  const counts = { upcoming: count, routines: repeating, missed: missed.data?.length, archived: undefined };
  return (
    <div className={clsx(styles.screen, task && styles.showsDetail)}>
      <div className={styles.list} data-part="tasks">
        <header className={pageStyles.header} data-part="page-header">
          <h1 tabIndex={-1}>Todo</h1>
          <div className={pageStyles.actions} data-part="page-actions">
            {tab === 'upcoming' && (
              <Button variant="ghost" icon={<Icon of={ScanSearch} />} disabled={ordering} onClick={() => setOrdering(true)}>
                Prioritise today
              </Button>
            )}
            {list && <FilterButton filter={filter} onChange={setFilter} tags={tagsOf(query.data ?? [])} />}
            <NewTaskLink variant="primary" />
          </div>
        </header>
        <TabLinks
          label="Tasks"
          className={styles.tabs}
          value={tab}
          tabs={TABS.map((value) => ({
            value,
            label: TAB_NAMES[value],
            to: addressOf({ tab: value }),
            ...(counts[value] === undefined ? {} : { count: counts[value] }),
          }))}
        />
        {ordering && tab === 'upcoming' && (
          <Suspense>
            <Prioritise onClose={() => setOrdering(false)} />
          </Suspense>
        )}
        {tab === 'missed' && <FreshOffer />}
        {list === null ? (
          routines
        ) : (
          <TodoList key={list} tab={list} query={query} filter={filter} onClear={() => setFilter(NO_FILTER)} selected={task} />
        )}
      </div>
      {task && (
        <Suspense fallback={<PanelLoading />}>
          <TaskPanel.Component
            key={task}
            id={task}
            editing={editing}
            onEdit={(on) => {
              if (on) holdLetters();
              go(task, on, true);
            }}
            onClose={() => go(null)}
            onStep={rows.neighbours(query.data)}
          />
        </Suspense>
      )}
      {keys.dialog}
    </div>
  );
}

const PanelLoading = () => (
  <div className={taskPanelStyles.panel}>
    <div className={taskPanelStyles.body}>
      <LinesSkeleton lines={6} label="Loading task" />
    </div>
  </div>
);

const withTask = (task: Task | null, act: (task: Task) => void): void => {
  if (task) act(task);
};
