import { Flag } from 'lucide-react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { Task } from '../api/tasks.ts';
import { PriorityBars } from '../ui/badge.tsx';
import { MenuAtPoint, MenuCaption, MenuItem, MenuRow, MenuRowItem, MenuRule } from '../ui/menu.tsx';
import { wayToMove } from './move.ts';
import { iconFor, MENU, PRIORITY_ACTIONS, REMOVE, type TaskAction } from './task-actions.ts';
import { type MenuPlace, type TaskScreen, useTaskScreen } from './task-screen.tsx';

/** What is possible with this task, with the label of each action. */
const possible = (actions: readonly TaskAction[], task: Task, screen: TaskScreen) =>
  actions.flatMap((action) => {
    const label = action.label(task, screen);
    return label === null ? [] : [{ action, label }];
  });

interface GroupProps {
  readonly actions: readonly TaskAction[];
  readonly task: Task;
}

function Group({ actions, task }: GroupProps) {
  const screen = useTaskScreen();
  return possible(actions, task, screen).map(({ action, label }) => (
    <MenuItem
      key={action.words}
      icon={iconFor(action, label)}
      danger={action === REMOVE}
      shortcut={action.keys?.[0]}
      onSelect={() => action.run(task, screen)}
    >
      {label}
    </MenuItem>
  ));
}

/** The content of the menu of a task. A task that is open in the panel has the same menu as its row. */
export function TaskMenuItems({ task }: { task: Task }) {
  const screen = useTaskScreen();
  const [days, fields] = [MENU.days, MENU.fields].map((actions) => possible(actions, task, screen).length > 0);
  return (
    <>
      <Group actions={[...MENU.done, ...MENU.planned]} task={task} />
      {days && (
        <>
          <MenuRule />
          {wayToMove(task) === 'again' && <MenuCaption>Promise it again</MenuCaption>}
          <Group actions={MENU.days} task={task} />
        </>
      )}
      {fields && (
        <>
          <MenuRule />
          <PriorityRow task={task} />
          <Group actions={MENU.fields} task={task} />
        </>
      )}
      <MenuRule />
      <Group actions={[...MENU.away, REMOVE]} task={task} />
    </>
  );
}

function PriorityRow({ task }: { task: Task }) {
  const screen = useTaskScreen();
  return (
    <MenuRow icon={Flag} label="Priority">
      {Object.entries(PRIORITY_ACTIONS).map(([level, action]) => (
        <MenuRowItem
          key={level}
          label={action.label(task, screen) ?? ''}
          shortcut={action.keys?.[0]}
          chosen={task.priority === level}
          onSelect={() => action.run(task, screen)}
        >
          <PriorityBars level={level as Task['priority']} />
        </MenuRowItem>
      ))}
    </MenuRow>
  );
}

/** The menu of a row at the point where it was right-clicked. */
export const TaskMenuAtPoint = ({ place: { task, x, y }, onClose }: { place: MenuPlace; onClose: () => void }) => (
  <MenuAtPoint x={x} y={y} label={sentence`Menu: ${task.title}`} title={task.title} onClose={onClose}>
    <TaskMenuItems task={task} />
  </MenuAtPoint>
);
