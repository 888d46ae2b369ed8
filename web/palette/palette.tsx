import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { archivedTasksQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { useSignOut } from '../api/use-sign-out.ts';
import { dayMonth } from '../lib/words.ts';
import { useCreateFromLine } from '../quick-add/create-from-line.ts';
import { dueOf } from '../tasks/due.ts';
import { useNothingDue } from '../tasks/nothing-due.ts';
import { Kbd } from '../ui/badge.tsx';
import { CommandBox, CommandGroup, CommandRow } from '../ui/command.tsx';
import { Mark, markOf } from '../ui/mark.tsx';
import { setTheme } from '../ui/theme.ts';
import { toast } from '../ui/toast.tsx';
import type { Command } from './commands.ts';
import { findCommands, findTasks } from './find.ts';

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onToggleSide: () => void;
}

/** The maximum number of tasks in the list. */
const SHOWN = 8;

function whenOf(task: Task, clock: OwnerClock): string {
  const due = dueOf(task, clock.zone);
  if (!due) return '';
  return due.date === clock.today ? (due.time ?? 'today') : dayMonth(due.date, clock.today);
}

/** The command palette: tasks, screens and actions in one list. The typed text can also be saved as a new task. */
export function Palette({ open, onOpenChange, onToggleSide }: PaletteProps) {
  const clock = useOwnerClock();
  const [text, setText] = useState('');
  const tasks = useQuery(tasksQuery()).data ?? [];
  const archived = useQuery({ ...archivedTasksQuery(), enabled: text.trim() !== '' }).data ?? [];
  const run = useRunCommand(onToggleSide);
  const navigate = useNavigate();
  const write = useCreateFromLine();
  const line = text.trim();
  const opened = useRef(open);
  const close = () => {
    onOpenChange(false);
    setText('');
  };
  const taken = useRef(false);
  if (open !== opened.current) {
    opened.current = open;
    if (open) taken.current = false;
  }
  const taking = (act: () => void) => () => {
    taken.current = true;
    close();
    act();
  };
  const found = findTasks(text, [...tasks, ...archived], SHOWN);
  const commands = findCommands(text);
  return (
    <CommandBox
      open={open}
      onOpenChange={(on) => (on ? onOpenChange(true) : close())}
      label="Search and commands"
      placeholder="Search tasks, places and commands"
      text={text}
      onText={setText}
      restoreFocus={() => !taken.current}
      empty="Nothing of that name."
    >
      {found.length > 0 && (
        <CommandGroup title="Tasks">
          {found.map((task) => (
            <CommandRow
              key={task.id}
              value={`task ${task.id}`}
              icon={<Mark name={markOf(task)} size="s" />}
              end={whenOf(task, clock)}
              onSelect={taking(() => navigate(`/todo?${task.archived ? 'tab=archived&' : ''}task=${encodeURIComponent(task.id)}`))}
            >
              {task.title}
            </CommandRow>
          ))}
        </CommandGroup>
      )}
      {commands.length > 0 && (
        <CommandGroup title="Commands">
          {commands.map((command) => (
            <CommandRow
              key={command.name}
              value={`command ${command.name}`}
              icon={command.icon}
              {...(command.keys ? { end: command.keys.map((key) => <Kbd key={key}>{key}</Kbd>) } : {})}
              onSelect={taking(() => run(command))}
            >
              {command.name}
            </CommandRow>
          ))}
        </CommandGroup>
      )}
      {line !== '' && (
        <CommandGroup title="Write it down">
          <CommandRow value="write" icon={Plus} onSelect={taking(() => void write(line))}>
            New task ‘{line}’
          </CommandRow>
        </CommandGroup>
      )}
    </CommandBox>
  );
}

function useRunCommand(onToggleSide: () => void): (command: Command) => void {
  const navigate = useNavigate();
  const signingOut = useSignOut((error) => toast.error(messageOf(error)));
  const nothingDue = useNothingDue();
  return ({ action }) => {
    if (action.kind === 'go') void navigate(action.to);
    else if (action.kind === 'theme') setTheme(action.theme);
    else if (action.kind === 'side') onToggleSide();
    else if (action.kind === 'nothing-due') nothingDue.mutate();
    else if (action.kind === 'sign-out') signingOut.mutate({});
    // The shortcuts of the screen do this. They only work once the palette is closed.
    else
      requestAnimationFrame(() =>
        document.dispatchEvent(new KeyboardEvent('keydown', { key: action.key, bubbles: true, cancelable: true })),
      );
  };
}
