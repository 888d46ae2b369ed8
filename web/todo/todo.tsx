import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { routinesQuery } from '../api/routines.ts';
import { areSharedPicturesLeft } from '../api/shared-pictures.ts';
import { missedTasksQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { loadLater } from '../lib/load-later.ts';
import { preloadable } from '../lib/preloadable.ts';
import { openNewTask } from '../quick-add/early-line.tsx';
import { cachedTask } from '../tasks/cache.ts';
import { FreshOffer } from '../tasks/fresh-offer.tsx';
import { type RowList, RowListContext } from '../tasks/row-list.ts';
import { makeSelection, SelectionContext, useSelected } from '../tasks/selection.ts';
import { rowInHand, TASK_KEY_LIST, useTaskKeys } from '../tasks/task-keys.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TaskScreenProvider } from '../tasks/task-screen-provider.tsx';
import { holdLetters } from '../ui/key-press.ts';
import { useTitle } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { type ListTab, useTodoAddress } from './address.ts';
import { NoSuchFilter } from './empty-lists.tsx';
import { FoundList } from './found-list.tsx';
import { LIST_NAMES } from './list-names.ts';
import { useListOrder } from './own-order.ts';
import { PlacedList } from './placed-list.tsx';
import { useFilters } from './saved-filters.ts';
import taskPanelStyles from './task-panel.module.css';
import { TodayChoice, TodayLine, type TodayView } from './today-view.tsx';
import styles from './todo.module.css';
import { TodoHeader } from './todo-header.tsx';
import { TodoList, UNSHOWN, useTasksOf } from './todo-list.tsx';
import { useRowSelection } from './use-row-selection.ts';
import { useRows } from './use-rows.ts';

// The list does not need the panel. It is loaded later, so that it is ready when a task is opened.
const TaskPanel = preloadable(() => import('./task-panel.tsx').then((module) => ({ default: module.TaskPanel })));

const Prioritise = lazy(() => import('./prioritise.tsx').then((module) => ({ default: module.Prioritise })));

// Loaded like the panel, so that its keys work as soon as tasks are selected.
const BulkBar = preloadable(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })));

const KEYS = [
  [['j'], 'Next task'],
  [['k'], 'Previous task'],
  [['Enter'], 'Open the task'],
  [['Shift', 'J'], 'Select this task and the next'],
  [['Shift', 'K'], 'Select this task and the previous'],
  [['/'], 'Filter'],
  [['Alt', '↑'], 'Move the task up in your own order'],
  [['Alt', '↓'], 'Move the task down in your own order'],
  [['Esc'], 'End the selection, or close the task'],
  ...TASK_KEY_LIST,
  ...COMMON_KEYS,
] as const;

// Only people who share pictures need it.
const SharedPictures = lazy(() => import('./shared-pictures.tsx').then((module) => ({ default: module.SharedPicturesDialog })));

const sayNotKept = () =>
  toast.error('What you shared could not be taken over.', { detail: 'Share it again. If that fails, this device has no room for it.' });
const sayNotShared = () => toast.error('What you shared could not be taken over.', { detail: 'Share it again once you are connected.' });

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
  const { tab, filter, query: typed, place, task, editing, fresh, forToday, shared, pictures, go, list: goToList } = useTodoAddress();
  const filters = useFilters();
  const saved = filters?.find(({ id }) => id === filter) ?? null;
  /** What is searched for. Null: a list is shown. */
  const sought = typed ?? saved?.query ?? null;
  const name = saved?.name ?? (sought === null ? LIST_NAMES[tab] : 'Search');
  useTitle(name);
  const { acts, narrow } = useTaskScreen();
  const [view, setView] = useState<TodayView>('list');
  const client = useQueryClient();
  const [ordering, setOrdering] = useState(false);
  const prioritise = useCallback(() => setOrdering(true), []);
  const filterField = useRef<HTMLInputElement>(null);
  // The list itself renders what changes. With each change of a task only it renders again.
  const isListed = useQuery({ ...tasksQuery(), select: () => true }).data ?? false;
  const list = tab === 'routines' ? null : tab;
  // The side bar shows their numbers.
  useQuery({ ...missedTasksQuery(), ...UNSHOWN });
  useQuery({ ...routinesQuery(), ...UNSHOWN });
  const isDue = sought === null && filter === null && (tab === 'today' || tab === 'upcoming');
  const [order, setOrder] = useListOrder();
  const canOrder = isDue || (sought === null && filter === null && tab === 'inbox');
  const isToday = tab === 'today' && isDue;
  const isOwn = canOrder && order === 'own';
  const rowList = useRef<RowList | null>(null);
  const rows = useRows(task, go, rowList);
  const keys = useKeyList(KEYS);
  const [selection] = useState(makeSelection);
  const isSelecting = useSelected(selection).size > 0;
  // It stays after the selection has ended, because it says what the server refused.
  const needsBar = useRef(false);
  needsBar.current ||= isSelecting;
  const selecting = useRowSelection(selection, rows.order, rows.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => selection.clear, [selection, tab, filter, typed]);

  useEffect(() => {
    // If this fails, opening a task fails in the same way and shows the error.
    const load = () => void Promise.allSettled([TaskPanel.preload(), BulkBar.preload()]);
    return isListed ? loadLater(load) : undefined;
  }, [isListed]);

  useEffect(() => {
    if (pictures === 'failed') sayNotKept();
    if (!fresh && !shared && pictures !== 'failed') return;
    const open = () => openNewTask(forToday);
    // Only people who share something need this script. It contains the library of schemas, which is larger than the list.
    if (shared) void import('../quick-add/shared.ts').then(({ keepShared }) => keepShared(client, shared)).then(open, sayNotShared);
    else if (fresh) open();
    go(task, false, true);
  }, [fresh, shared, pictures, forToday, task, go, client]);
  const [areLeft, setLeft] = useState(areSharedPicturesLeft);
  const leavePictures = useCallback(() => {
    setLeft(false);
    if (pictures !== null) go(task, false, true);
  }, [pictures, task, go]);
  const editHere = useCallback(
    (on: boolean) => {
      if (on) holdLetters();
      go(task, on, true);
    },
    [go, task],
  );
  /** The open task, or the one whose row has the focus or is under the pointer. */
  const inHand = (): Task | null => {
    const id = task ?? rowInHand();
    return (id !== null && cachedTask(client, id)) || null;
  };
  useShortcuts({
    ...useTaskKeys(inHand),
    n: () => openNewTask(isToday),
    '/': () => filterField.current?.focus(),
    j: () => rows.step(1),
    k: () => rows.step(-1),
    ...rows.selectionKeys(selection),
    enter: () => withTask(inHand(), (one) => go(one.id)),
    z: () => void acts.undoLast(),
    escape: () => {
      if (isSelecting) selection.clear();
      else if (task) go(null);
    },
    '?': keys.show,
  });

  const hasPlan = tab === 'today' && sought === null && filter === null;
  const isBeside = hasPlan && !narrow && !task;
  return (
    <div className={clsx(styles.screen, task && styles.showsDetail, isBeside && styles.showsLine)}>
      <div className={styles.list} data-part="tasks" {...selecting}>
        <TodoHeader
          name={name}
          place={place}
          filters={filters}
          filter={saved}
          sought={sought}
          field={filterField}
          onList={goToList}
          order={canOrder ? order : null}
          onOrder={setOrder}
          onPrioritise={isDue ? prioritise : null}
          isCompact={narrow || isBeside}
        />
        {ordering && isDue && (
          <Suspense>
            <Prioritise onClose={() => setOrdering(false)} />
          </Suspense>
        )}
        {tab === 'missed' && sought === null && <FreshOffer />}
        {hasPlan && narrow && <TodayChoice value={view} onChange={setView} />}
        <RowListContext value={rowList}>
          <SelectionContext value={selection}>
            {sought !== null ? (
              <FoundList key={sought} text={sought} selected={task} onClear={() => goToList({ tab })} />
            ) : filter !== null ? (
              filters && <NoSuchFilter />
            ) : list === null ? (
              routines
            ) : isOwn ? (
              <PlacedList key={list} tab={list} selected={task} />
            ) : hasPlan && narrow && view === 'line' ? (
              <TodayLine />
            ) : (
              <TodoList key={list} tab={list} selected={task} />
            )}
            {needsBar.current && (
              <Suspense>
                <BulkBar.Component selection={selection} />
              </Suspense>
            )}
          </SelectionContext>
        </RowListContext>
      </div>
      {isBeside && (
        <aside className={styles.line}>
          <TodayLine />
        </aside>
      )}
      {task && (
        <Suspense fallback={<PanelLoading />}>
          <OpenTask
            key={task}
            id={task}
            tab={list}
            editing={editing}
            onEdit={editHere}
            onClose={() => go(null)}
            neighbours={rows.neighbours}
          />
        </Suspense>
      )}
      {(areLeft || pictures === 'kept') && (
        <Suspense>
          <SharedPictures onClose={leavePictures} />
        </Suspense>
      )}
      {keys.dialog}
    </div>
  );
}

interface OpenTaskProps extends Omit<ComponentProps<typeof TaskPanel.Component>, 'onStep'> {
  /** Null: that of the routines. */
  readonly tab: ListTab | null;
  readonly neighbours: (list: readonly unknown[] | undefined) => { back: (() => void) | null; on: (() => void) | null };
}

function OpenTask({ tab, neighbours, ...panel }: OpenTaskProps) {
  const { data } = useTasksOf(tab ?? 'upcoming').query;
  return <TaskPanel.Component {...panel} onStep={neighbours(data)} />;
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
