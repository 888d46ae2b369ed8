import { clsx } from 'clsx';
import { Ellipsis, Pause, Pencil, Play, Repeat, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Routine } from '../api/routines.ts';
import { duration, shortDate } from '../lib/words.ts';
import { parseRRule } from '../recurrence/rule.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { PROOF_WORDS } from '../tasks/state.ts';
import { Badge, Priority, Tags } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx';

interface RoutineRowProps {
  readonly routine: Routine;
  readonly today: string;
  readonly to: string;
  readonly onEdit: () => void;
  readonly onPause: (paused: boolean) => void;
  readonly onEnd: () => void;
}

function words(routine: Routine, today: string): string {
  const rule = parseRRule(routine.rrule, routine.startDate);
  return [
    rule ? ruleWords(rule, today) : routine.rrule,
    ...(routine.dueTime ? [routine.dueTime] : []),
    ...(routine.mode === 'completion' ? ['counted from completion'] : []),
    ...(routine.verificationType === 'none' ? [] : [`proof: ${PROOF_WORDS[routine.verificationType].toLowerCase()}`]),
    ...(routine.estimateMinutes === null ? [] : [duration(routine.estimateMinutes)]),
  ].join(', ');
}

export function RoutineRow({ routine, today, to, onEdit, onPause, onEnd }: RoutineRowProps) {
  const { title, paused, nextDates, streak, tags, priority } = routine;
  return (
    <li className={clsx('rt', paused && 'is-off')}>
      <span className="rt-i">
        <Icon of={Repeat} />
      </span>
      <div className="rt-b">
        <div className="rt-h">
          <Link className="rt-t" to={to}>
            {title}
          </Link>
          <Priority level={priority} />
          {tags.length > 0 && <Tags tags={tags} shown={3} />}
        </div>
        <p className="rt-r">{words(routine, today)}</p>
        <p className="rt-n">
          {paused
            ? 'Nothing is due until it goes on.'
            : nextDates.length === 0
              ? 'No day is ahead.'
              : `Next: ${nextDates.map((date) => shortDate(date, today)).join(', ')}`}
        </p>
      </div>
      <div className="rt-e">
        {paused && <Badge>Paused</Badge>}
        <span className="rt-s">
          <b>{streak.current.toLocaleString('en-US')}</b> in a row
          <span className="q3">longest {streak.longest.toLocaleString('en-US')}</span>
        </span>
        <Menu
          trigger={
            <IconButton label={`More: ${title}`}>
              <Icon of={Ellipsis} />
            </IconButton>
          }
        >
          <MenuItem icon={Pencil} onSelect={onEdit}>
            Edit
          </MenuItem>
          {paused ? (
            <MenuItem icon={Play} onSelect={() => onPause(false)}>
              Resume
            </MenuItem>
          ) : (
            <MenuItem icon={Pause} onSelect={() => onPause(true)}>
              Pause
            </MenuItem>
          )}
          <MenuRule />
          <MenuItem icon={Trash2} danger onSelect={onEnd}>
            End
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}
