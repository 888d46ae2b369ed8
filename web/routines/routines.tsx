import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Ellipsis, Pause, Pencil, Play, Plus, Repeat, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { duration, number, quoted, shortDate } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith } from '../api/problem.ts';
import { type Routine, routineQuery, routinesQuery } from '../api/routines.ts';
import { parseRRule, ruleWords } from '../recurrence/rule.ts';
import { PROOF_WORDS } from '../tasks/state.ts';
import { Badge, Priority, Tags } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, Panel } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx';
import { useWide } from '../ui/narrow.ts';
import { Empty, ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { RoutineForm } from './routine-form.tsx';
import styles from './routines.module.css';
import { useRoutineActs } from './use-routine-acts.ts';

interface RoutineRowProps {
  readonly routine: Routine;
  readonly today: string;
  readonly selected: boolean;
  readonly to: string;
  readonly onEdit: () => void;
  readonly onPause: (paused: boolean) => void;
  readonly onEnd: () => void;
}

function routineWords(routine: Routine, today: string): string {
  const rule = parseRRule(routine.rrule, routine.startDate);
  return [
    rule ? ruleWords(rule, today) : routine.rrule,
    ...(routine.dueTime ? [routine.dueTime] : []),
    ...(routine.mode === 'completion' ? ['counted from completion'] : []),
    ...(routine.verificationType === 'none' ? [] : [`proof: ${PROOF_WORDS[routine.verificationType].toLowerCase()}`]),
    ...(routine.estimateMinutes === null ? [] : [duration(routine.estimateMinutes)]),
  ].join(', ');
}

function RoutineRow({ routine, today, selected, to, onEdit, onPause, onEnd }: RoutineRowProps) {
  const { title, paused, nextDates, streak, tags, priority } = routine;
  return (
    <li className={clsx(styles.item, paused && styles.off, selected && styles.selected)}>
      <span className={styles.gutter}>
        <Icon of={Repeat} />
      </span>
      <div className={styles.body}>
        <div className={styles.heading}>
          <Link className={styles.title} to={to} dir="auto" aria-current={selected ? 'true' : undefined}>
            {title}
          </Link>
          <Priority level={priority} />
          {tags.length > 0 && <Tags tags={tags} shown={3} />}
        </div>
        <p className={styles.rule}>{routineWords(routine, today)}</p>
        <p className={styles.next}>
          {paused
            ? 'Nothing is due until it goes on.'
            : nextDates.length === 0
              ? 'No day is ahead.'
              : `Next: ${nextDates.map((date) => shortDate(date, today)).join(', ')}`}
        </p>
      </div>
      <div className={styles.status}>
        {paused && <Badge>Paused</Badge>}
        <span className={styles.streak}>
          <b>{number(streak.current)}</b> in a row
          <span className={clsx(textStyles.faint, styles.faint)}>longest {number(streak.longest)}</span>
        </span>
        <Menu
          trigger={
            <IconButton label={sentence`More: ${title}`}>
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

const ROUTINES_TAB = '/todo?tab=routines';
const addressOf = (id: string): string => `${ROUTINES_TAB}&routine=${encodeURIComponent(id)}`;
const NEW = 'new';

export function Routines() {
  const query = useQuery(routinesQuery());
  const { today } = useOwnerClock();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const acts = useRoutineActs();
  const [ending, setEnding] = useState<Routine | null>(null);
  const open = params.get('routine');
  const from = dayOf(params.get('from'));
  const beside = useWide();
  const go = (address: string) => void navigate(address, { preventScrollReset: true });

  return (
    <section aria-label="Routines" data-beside={(beside && open !== null) || undefined}>
      <RoutineList
        query={query}
        today={today}
        open={open}
        onNew={() => go(addressOf(NEW))}
        onEnd={setEnding}
        onEdit={(id) => go(addressOf(id))}
        onPause={acts.pause}
      />
      <Panel
        open={open !== null}
        onOpenChange={(on) => !on && go(ROUTINES_TAB)}
        title={open === NEW ? 'New routine' : from === null ? 'Routine' : 'This and later'}
        beside={beside}
        className={styles.panel}
      >
        {open === NEW && <RoutineForm tagged={null} onClose={() => go(ROUTINES_TAB)} />}
        {open !== null && open !== NEW && <OneRoutine key={`${open} ${from}`} id={open} from={from} onClose={() => go(ROUTINES_TAB)} />}
      </Panel>
      <Dialog
        open={ending !== null}
        onOpenChange={(on) => !on && setEnding(null)}
        title={`End ${ending ? quoted(ending.title) : ''}`}
        text="Tasks that are not due yet are removed. Past tasks and the streak stay in the record. To stop for a while, pause the routine instead."
        actions={
          <>
            <Button onClick={() => setEnding(null)}>Keep</Button>
            <Button
              variant="danger"
              onClick={() => {
                if (ending) acts.end(ending);
                setEnding(null);
              }}
            >
              End
            </Button>
          </>
        }
      />
    </section>
  );
}

interface ListProps {
  readonly query: ReturnType<typeof useQuery<Routine[]>>;
  readonly today: string;
  /** The id of the routine in the panel. */
  readonly open: string | null;
  readonly onNew: () => void;
  readonly onEdit: (id: string) => void;
  readonly onEnd: (routine: Routine) => void;
  readonly onPause: (routine: Routine, paused: boolean) => void;
}

function RoutineList({ query, today, open, onNew, onEdit, onEnd, onPause }: ListProps) {
  const routines = query.data;
  if (!routines && query.error)
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        Your routines are safe.
      </ErrorState>
    );
  if (!routines) return <LinesSkeleton lines={8} label="Loading routines" />;
  if (routines.length === 0)
    return (
      <Empty
        level={2}
        title="Nothing repeats yet"
        action={
          <Button variant="primary" onClick={onNew}>
            New routine
          </Button>
        }
      >
        A routine makes a task on each of its days, far enough ahead to be seen. Write ‘water the plants every 3 days’ as a new task, or set
        one up field by field.
      </Empty>
    );
  const sorted = [...routines].sort(
    (a, b) => Number(a.paused) - Number(b.paused) || (a.nextDates[0] ?? '9').localeCompare(b.nextDates[0] ?? '9'),
  );
  return (
    <>
      <div className={styles.toolbar}>
        <Link className={clsx(textStyles.link, styles.link, textStyles.small)} to="/settings/time#vacations">
          Vacations
        </Link>
        <Button icon={<Icon of={Plus} />} onClick={onNew}>
          New routine
        </Button>
      </div>
      <ul className={styles.list}>
        {sorted.map((routine) => (
          <RoutineRow
            key={routine.id}
            routine={routine}
            today={today}
            selected={open === routine.id}
            to={addressOf(routine.id)}
            onEdit={() => onEdit(routine.id)}
            onPause={(paused) => onPause(routine, paused)}
            onEnd={() => onEnd(routine)}
          />
        ))}
      </ul>
    </>
  );
}

/** A date from the address. Null: it is not a date. */
const dayOf = (text: string | null): string | null => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);

function OneRoutine({ id, from, onClose }: { id: string; from: string | null; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({ ...routineQuery(id), staleTime: 0 });
  const [opened, setOpened] = useState(data);
  if (!opened && data && !isFetching) setOpened(data);
  if (opened) return <RoutineForm tagged={data ?? opened} from={from} onClose={onClose} />;
  if (!error)
    return (
      <div className={styles.form}>
        <LinesSkeleton lines={8} label="Loading routine" />
      </div>
    );
  const gone = failedWith(error, 'not_found');
  return (
    <div className={styles.form}>
      <ErrorState
        title={gone ? 'This routine is not here any more' : error.message}
        {...(gone ? {} : { onRetry: () => void refetch() })}
        retrying={isFetching}
      >
        {gone ? 'It was ended, or the address is wrong.' : 'Nothing was changed.'}
      </ErrorState>
    </div>
  );
}
