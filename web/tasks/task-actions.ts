import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  Check,
  Clock,
  Flag,
  Hash,
  type LucideIcon,
  Pencil,
  Play,
  SkipForward,
  Stamp,
  Sun,
  Sunrise,
  TextCursorInput,
  Timer,
  TimerReset,
  Trash2,
  Undo2,
} from 'lucide-react';
import { quoted, shortDate } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import { chooseFocus } from './focus-panel.ts';
import { nearDays, wayToMove } from './move.ts';
import { canFocus, isOpen, PRIORITY_WORDS } from './state.ts';
import type { TaskScreen } from './task-screen.tsx';

/** Something that can be done with one task, by a key, in its menu, or by both. */
export interface TaskAction {
  /** As `useShortcuts` names them. The menu shows the first one. */
  readonly keys?: readonly string[];
  /** What the list of keys says. Actions with the same words share one line. */
  readonly words: string;
  readonly icon: LucideIcon;
  /** The label for this task in its menu. Null: the action is not possible now. */
  readonly label: (task: Task, screen: TaskScreen) => string | null;
  readonly run: (task: Task, screen: TaskScreen) => void;
}

type Shown = (task: Task, screen: TaskScreen) => boolean;
const when = (isPossible: Shown, label: string) => (task: Task, screen: TaskScreen) => (isPossible(task, screen) ? label : null);

/** A task can be skipped only until its due instant. */
export const canSkip = (task: Task, now: number): boolean =>
  !task.archived && (isOpen(task) || task.status === 'completed') && (task.dueAt === null || Date.parse(task.dueAt) >= now);
/** An open task with a due date cannot be archived, because it can still be missed. */
const canArchive = (task: Task): boolean => !task.archived && !(isOpen(task) && task.dueDate !== null);
export const canChange = (task: Task): boolean => !task.archived && !task.deleted;
/** Without a task that promises it again and is still open. */
const canMove: Shown = (task, { promisedAgain }) => wayToMove(task) !== null && !promisedAgain(task);

const onDay = (name: keyof ReturnType<typeof nearDays>, label: string, icon: LucideIcon, key: string): TaskAction => ({
  keys: [key],
  words: `Due ${label.toLowerCase()}`,
  icon,
  label: (task, screen) => {
    const { today } = screen.clock;
    if (!canMove(task, screen)) return null;
    return name === 'today' ? label : `${label}, ${shortDate(nearDays(today)[name], today)}`;
  },
  run: (task, screen) => screen.move(task, nearDays(screen.clock.today)[name]),
});

const withPriority = (priority: Task['priority'], key: string): TaskAction => ({
  keys: [key],
  words: 'Priority high, medium, low, none',
  icon: Flag,
  label: when(canChange, PRIORITY_WORDS[priority]),
  run: (task, { setPriority }) => setPriority(task, priority),
});

const done: readonly TaskAction[] = [
  {
    keys: ['x'],
    words: 'Complete, give proof, or open again',
    icon: Check,
    label: (task, { press }) => press(task)?.label ?? null,
    run: (task, { press }) => press(task)?.run(),
  },
  { keys: ['f'], words: 'Focus', icon: Timer, label: when(canFocus, 'Focus'), run: (task, { focus }) => focus(task) },
  { words: 'Focus for some minutes', icon: TimerReset, label: when(canFocus, 'Focus for …'), run: chooseFocus },
  {
    words: 'Start',
    icon: Play,
    label: when((task) => canChange(task) && task.status === 'pending', 'Start'),
    run: (task, { acts }) => acts.start(task),
  },
  {
    words: 'Open again',
    icon: Undo2,
    label: when(
      (task, { press }) =>
        canChange(task) && (task.status === 'completed' || task.status === 'skipped') && press(task)?.label !== 'Open again',
      'Open again',
    ),
    run: (task, { acts }) => acts.reopen(task),
  },
  {
    words: 'Not started',
    icon: Undo2,
    label: when((task) => canChange(task) && task.status === 'in_progress', 'Not started'),
    run: (task, { acts }) => acts.reopen(task),
  },
];

const days: readonly TaskAction[] = [
  onDay('today', 'Today', Sun, 't'),
  onDay('tomorrow', 'Tomorrow', Sunrise, 'm'),
  onDay('nextWeek', 'Next week', CalendarPlus, 'w'),
  {
    keys: ['d'],
    words: 'Pick a day',
    icon: CalendarDays,
    label: when(canMove, 'Pick a day'),
    run: (task, { ask, askAgain }) => (wayToMove(task) === 'again' ? askAgain(task) : ask('due', task)),
  },
];

/** The server plans time boxes only for these. */
export const canPlan = (task: Task): boolean => canChange(task) && (isOpen(task) || task.status === 'missed');
const planned: readonly TaskAction[] = [
  {
    keys: ['b'],
    words: 'Plan into the next free time',
    icon: CalendarClock,
    label: when(canPlan, 'Plan into the next free time'),
    run: (task, { planNext }) => planNext(task),
  },
  { words: 'Plan a time box', icon: Clock, label: when(canPlan, 'Plan a time box'), run: (task, { askPlan }) => askPlan({ task }) },
];

/** In the menu they are one line. */
export const PRIORITY_ACTIONS = {
  high: withPriority('high', '1'),
  medium: withPriority('medium', '2'),
  low: withPriority('low', '3'),
  none: withPriority('none', '0'),
} as const satisfies Record<Task['priority'], TaskAction>;

const fields: readonly TaskAction[] = [
  { keys: ['#'], words: 'Tags', icon: Hash, label: when(canChange, 'Tags'), run: (task, { ask }) => ask('tags', task) },
  { keys: ['e'], words: 'Edit', icon: Pencil, label: when(canChange, 'Edit'), run: (task, { edit }) => edit(task) },
];

const away: readonly TaskAction[] = [
  {
    keys: ['s'],
    words: 'Skip with a reason',
    icon: SkipForward,
    label: when((task, { clock }) => canSkip(task, clock.now), 'Skip with a reason'),
    run: (task, { askSkip }) => askSkip(task),
  },
  { words: 'Archive', icon: Archive, label: when(canArchive, 'Archive'), run: (task, { acts }) => acts.archive(task) },
  {
    words: 'Take out of the archive',
    icon: ArchiveRestore,
    label: when((task) => task.archived, 'Take out of the archive'),
    run: (task, { acts }) => acts.unarchive(task),
  },
];

export const REMOVE: TaskAction = {
  keys: ['delete', 'backspace'],
  words: 'Delete',
  icon: Trash2,
  label: when((task) => !task.deleted, 'Delete'),
  run: (task, { remove }) => remove(task),
};

/** Only a key, because in the panel the title itself can be pressed. */
const RENAME: TaskAction = {
  keys: ['f2'],
  words: 'Change the title',
  icon: TextCursorInput,
  label: when(canChange, 'Change the title'),
  run: (task, { rename }) => rename(task.id),
};

/** The groups of the menu, in order. The line of priorities stands at the start of the group `fields`, and `REMOVE` at the end. */
export const MENU = { done, planned, days, fields, away } as const;

const ALL: readonly TaskAction[] = [...done, ...planned, ...days, ...Object.values(PRIORITY_ACTIONS), ...fields, RENAME, ...away, REMOVE];
/** The actions that have keys, in the order of the list of keys. */
export const KEY_ACTIONS: readonly (TaskAction & { readonly keys: readonly string[] })[] = ALL.filter(
  (action): action is TaskAction & { readonly keys: readonly string[] } => action.keys !== undefined,
);

/** The sign of pressing the mark: a stamp where it opens the proof. */
export const iconFor = (action: TaskAction, label: string): LucideIcon => (/proof$/.test(label) ? Stamp : action.icon);

const STATES = { pending: 'open', in_progress: 'in progress', completed: 'completed', missed: 'missed', skipped: 'skipped' } as const;
/** Why a key did nothing. */
export function refusalWords(task: Task, promisedAgain: boolean): string {
  const state = task.archived ? 'archived' : STATES[task.status];
  return `${quoted(task.title)} is ${state}${promisedAgain ? ' and promised again' : ''}.`;
}
