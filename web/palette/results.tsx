import { clsx } from 'clsx';
import { Plus, Repeat } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSignOut } from '../api/account.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { NEW_LINE, openNewTask } from '../quick-add/early-line.tsx';
import { understood, useCreateFromLine } from '../quick-add/new-draft.ts';
import { useNothingDue } from '../tasks/nothing-due.ts';
import { Kbd } from '../ui/badge.tsx';
import { CommandGroup, CommandRow } from '../ui/command.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { setTheme } from '../ui/theme.tsx';
import { toast } from '../ui/toast.tsx';
import { type Command, findCommands } from './commands.ts';
import { useFound } from './found.ts';
import styles from './results.module.css';

export interface ResultsProps {
  readonly text: string;
  readonly onToggleSide: () => void;
  /** Closes the palette and then runs the chosen action. */
  readonly onTake: (act: () => void) => void;
  /** Called each time the list is complete. This may happen several times. */
  readonly onReady: () => void;
}

export function Results({ text, onToggleSide, onTake, onReady }: ResultsProps) {
  const clock = useOwnerClock();
  const { rows, fault, isReady } = useFound(text);
  const run = useRunCommand(onToggleSide);
  const navigate = useNavigate();
  const write = useCreateFromLine();
  const line = text.trim();
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  const taking = (act: () => void) => () => onTake(act);
  const commands = findCommands(text);
  return (
    <>
      {fault !== null && (
        <Status as="p" fresh className={clsx(textStyles.faint, textStyles.small, styles.fault)}>
          {fault}
        </Status>
      )}
      {rows.length > 0 && (
        <CommandGroup title="Tasks">
          {rows.map(({ id, title, mark, end, to }) => (
            <CommandRow
              key={id}
              value={`task ${id}`}
              icon={mark === null ? Repeat : <Mark name={mark} size="s" />}
              end={end}
              onSelect={taking(() => navigate(to))}
            >
              <span dir="auto">{title}</span>
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
            New task ‘<bdi>{line}</bdi>’
            <span className={clsx(textStyles.faint, textStyles.small, layoutStyles.block, styles.understood)}>
              {understood(line, clock)}
            </span>
          </CommandRow>
        </CommandGroup>
      )}
    </>
  );
}

function useRunCommand(onToggleSide: () => void): (command: Command) => void {
  const navigate = useNavigate();
  const { leave } = useSignOut((error) => toast.error(messageOf(error)));
  const nothingDue = useNothingDue();
  return ({ action }) => {
    if (action.kind === 'go' && action.to === NEW_LINE) openNewTask();
    else if (action.kind === 'go') void navigate(action.to);
    else if (action.kind === 'theme') setTheme(action.theme);
    else if (action.kind === 'side') onToggleSide();
    else if (action.kind === 'nothing-due') nothingDue.mark();
    else if (action.kind === 'sign-out') leave({});
    // The screen's own shortcut does this. Shortcuts work only after the palette is closed.
    else
      requestAnimationFrame(() =>
        document.dispatchEvent(new KeyboardEvent('keydown', { key: action.key, bubbles: true, cancelable: true })),
      );
  };
}
