import { clsx } from 'clsx';
import { CalendarPlus, Check, CloudUpload, Ellipsis, Flag, Pencil, Repeat, Sunrise, Timer } from 'lucide-react';
import { type ComponentType, type CSSProperties, type MouseEvent, memo, Suspense, useState } from 'react';
import { clockTime, dayMonth } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import type { TimeBox } from '../api/time-boxes.ts';
import { Badge, Priority, PriorityBars, Tags } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import ledgerStyles from '../ui/ledger.module.css';
import { MarkButton, MarkSlot } from '../ui/mark.tsx';
import { Menu } from '../ui/menu.tsx';
import { QuietLink } from '../ui/quiet-link.tsx';
import textStyles from '../ui/text.module.css';
import { TitleLink } from '../ui/title-link.tsx';
import { dueOf } from './due.ts';
import { DueInPlace, PriorityInPlace } from './in-place.tsx';
import { TitleField } from './late-title-field.ts';
import { nearDays, newDueWords, wayToMove } from './move.ts';
import { RowColumns } from './row-columns.tsx';
import { useIsSelected } from './selection.ts';
import { badgeOf, canFocus, isDone, onVacation } from './state.ts';
import { type SwipeActs, useSwipe } from './swipe.ts';
import { canChange } from './task-actions.ts';
import { TaskMenuItems } from './task-menu.tsx';
import styles from './task-row.module.css';
import { type TaskScreen, useTaskScreen } from './task-screen.tsx';

export function TaskTick({ task }: { task: Task }) {
  const { press } = useTaskScreen();
  const mark = markOf(task);
  const [first] = useState(mark);
  const drawn = mark !== first;
  const pressed = press(task);
  if (pressed) return <MarkButton name={mark} drawn={drawn} label={sentence`${pressed.label}: ${task.title}`} onPress={pressed.run} />;
  return <MarkSlot name={mark} drawn={drawn && !task.archived && !task.deleted} />;
}

const TIME_TONES = { d: 'due', m: 'missed', r: 'review' } as const;

export interface TaskRowProps {
  readonly task: Task;
  readonly selected?: boolean;
  /** Whether this task is due next. Its time is bold. */
  readonly next?: boolean;
  /** The number of completed steps and of all steps. */
  readonly steps?: readonly [number, number] | undefined;
  /** Whether to show the date, in lists without headings by day. */
  readonly dated?: boolean;
  /** Whether the row stands below its parent. */
  readonly isStep?: boolean;
  /** The next time box, in a list with a column for it. Null: there is none. */
  readonly box?: TimeBox | null | undefined;
  /** The place of the row in its list, from 1, and how many rows this has, where not all of them are on the page. */
  readonly place?: number;
  readonly among?: number;
  /** Stands behind everything else in the row. */
  readonly Last?: ComponentType<{ readonly task: Task }>;
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, selected = false, next = false, steps, dated = false, isStep = false, box, place, among, Last } = props;
  const screen = useTaskScreen();
  const { clock, waiting, to, open, openMenu, renaming, rename, narrow } = screen;
  const swipe = useSwipe(swipeActs(task, screen));
  const marked = useIsSelected(task.id);
  const [near, setNear] = useState(false);
  const [menu, setMenu] = useState(false);
  // On a phone values are changed in the opened task.
  const changes = (near || menu) && !narrow;
  const badge = badgeOf(task, clock.zone, clock.today, clock.now);
  const priority =
    changes && canChange(task) && task.priority !== 'none' ? (
      <PriorityInPlace task={task} onOpenChange={setMenu}>
        <PriorityBars level={task.priority} />
      </PriorityInPlace>
    ) : (
      <Priority level={task.priority} />
    );
  const words = <RowTime task={task} next={next} dated={dated} />;
  const time =
    changes && task.dueDate !== null && wayToMove(task) === 'move' ? (
      <DueInPlace task={task} words={dueWordsOf(task, clock)} onOpenChange={setMenu}>
        {words}
      </DueInPlace>
    ) : (
      words
    );
  return (
    <li
      className={clsx(
        ledgerStyles.row,
        isDone(task) && ledgerStyles.done,
        task.status === 'skipped' && ledgerStyles.off,
        (selected || marked) && ledgerStyles.selected,
        isStep && ledgerStyles.step,
        styles.swipes,
        swipe.by !== 0 && styles.swiped,
      )}
      style={swipe.by === 0 ? undefined : ({ '--swipe': `${swipe.by}px` } as CSSProperties)}
      {...swipe.handlers}
      data-part="row"
      data-task={task.id}
      aria-posinset={place}
      aria-setsize={among}
      onContextMenu={(event) => {
        const place = menuPlace(event);
        // Events of a form that belongs to the row arrive here, too, although it stands elsewhere in the page.
        if (!place || !event.currentTarget.contains(event.target as Element)) return;
        event.preventDefault();
        openMenu({ task, ...place });
      }}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setNear(false)}
    >
      {swipe.by !== 0 && <SwipeHint {...swipe} label={screen.press(task)?.label} />}
      <TaskTick task={task} />
      <div className={ledgerStyles.rowBody} data-part="row-body">
        {renaming === task.id && !selected ? (
          <Suspense fallback={task.title}>
            <TitleField.Component task={task} />
          </Suspense>
        ) : (
          <QuietLink
            className={ledgerStyles.title}
            data-part="title"
            href={to(task.id)}
            onGo={() => open(task)}
            dir="auto"
            aria-current={selected ? 'true' : undefined}
            onDoubleClick={() => canChange(task) && rename(task.id)}
          >
            {task.title}
          </QuietLink>
        )}
        {marked && <span className={layoutStyles.visuallyHidden}>Selected</span>}
        <div className={ledgerStyles.details}>
          {task.recurringTaskId && <Icon of={Repeat} label="One of a routine" className={styles.recurring} />}
          {steps && (
            <span className={textStyles.tiny}>
              {steps[0]} of {steps[1]} steps
            </span>
          )}
          {task.tags.length > 0 && <Tags tags={task.tags} />}
        </div>
        <div className={ledgerStyles.rowEnd} data-part="row-end">
          {(near || menu) && <RowTools task={task} onMenu={setMenu} />}
          {waiting.has(task.id) && (
            <span className={clsx(textStyles.faint, styles.waiting)}>
              <Icon of={CloudUpload} />
              waits
              <span className={layoutStyles.visuallyHidden}> for the connection</span>
            </span>
          )}
          <TitleLink title={task.title} />
          {badge && <Badge tone={TIME_TONES[badge.tone]}>{badge.text}</Badge>}
          {onVacation(task) && <span className={clsx(textStyles.faint, textStyles.tiny)}>vacation</span>}
          <RowColumns task={task} box={box} dated={dated} changes={changes} priority={priority} time={time} />
        </div>
      </div>
      {Last && <Last task={task} />}
    </li>
  );
});

/** To the right: what pressing the mark does. To the left: tomorrow. Both are in the menu, too. */
function swipeActs(task: Task, { press, move, promisedAgain, clock }: TaskScreen): SwipeActs {
  const canMove = wayToMove(task) !== null && !promisedAgain(task);
  return { right: press(task)?.run ?? null, left: canMove ? () => move(task, nearDays(clock.today).tomorrow) : null };
}

/** What the row uncovers while it is swiped. */
const SwipeHint = ({ by, isEnough, label }: { by: number; isEnough: boolean; label: string | undefined }) => (
  <span className={clsx(styles.swipe, by > 0 ? styles.right : styles.left, isEnough && styles.enough)} aria-hidden="true">
    <Icon of={by > 0 ? Check : Sunrise} />
    {by > 0 ? (label === 'Complete' ? 'Done' : label) : 'Tomorrow'}
  </span>
);

/** Null: a long press on a touch screen, which is no right-click. By the keyboard the menu opens at the focused element. */
function menuPlace({ nativeEvent, clientX, clientY, target }: MouseEvent): { x: number; y: number } | null {
  if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return null;
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = (target as Element).getBoundingClientRect();
  return { x: left, y: bottom };
}

const dueWordsOf = (task: Task, clock: OwnerClock): string => {
  const due = dueOf(task, clock.zone);
  return newDueWords({ dueDate: due?.date ?? null, dueTime: due?.time ?? null }, clock.today);
};

/** What the row has no value for can be set by a button. */
function RowTools({ task, onMenu }: { task: Task; onMenu: (open: boolean) => void }) {
  const { edit, focus } = useTaskScreen();
  return (
    <span className={styles.tools}>
      {canFocus(task) && (
        <IconButton label={sentence`Focus: ${task.title}`} onClick={() => focus(task)}>
          <Icon of={Timer} />
        </IconButton>
      )}
      {task.dueDate === null && wayToMove(task) === 'move' && (
        <DueInPlace task={task} words="no date" onOpenChange={onMenu} className={styles.tool}>
          <Icon of={CalendarPlus} />
        </DueInPlace>
      )}
      {task.priority === 'none' && canChange(task) && (
        <PriorityInPlace task={task} onOpenChange={onMenu} className={styles.tool}>
          <Icon of={Flag} />
        </PriorityInPlace>
      )}
      {!task.archived && (
        <IconButton label={sentence`Edit: ${task.title}`} onClick={() => edit(task)}>
          <Icon of={Pencil} />
        </IconButton>
      )}
      <Menu
        trigger={
          <IconButton label={sentence`More: ${task.title}`}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
        onOpenChange={onMenu}
      >
        <TaskMenuItems task={task} />
      </Menu>
    </span>
  );
}

function RowTime({ task, next, dated }: { task: Task; next: boolean; dated: boolean }) {
  const { clock } = useTaskScreen();
  const due = dueOf(task, clock.zone);
  if (!due) return null;
  const date = dated ? dayMonth(due.date, clock.today) : null;
  if (due.time === null) return <span className={textStyles.faint}>{date ?? 'end of day'}</span>;
  return (
    <span className={clsx(ledgerStyles.time, next && textStyles.strong)}>
      {date && <span className={textStyles.faint}>{date}, </span>}
      {clockTime(due.time)}
    </span>
  );
}
