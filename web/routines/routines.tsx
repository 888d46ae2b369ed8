import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith } from '../api/problem.ts';
import { type Routine, routineQuery, routinesQuery } from '../api/routines.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, Panel } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { Empty, ErrorState } from '../ui/states.tsx';
import { RoutineForm } from './routine-form.tsx';
import { RoutineRow } from './routine-row.tsx';
import { useRoutineActs } from './use-routine-acts.ts';
import './routines.css';
import { quoted } from '../lib/words.ts';

const HOME = '/todo?tab=routines';
const addressOf = (id: string): string => `${HOME}&routine=${encodeURIComponent(id)}`;
const NEW = 'new';

/** The tab with the routines, their rules and their next dates. */
export function Routines() {
  const query = useQuery(routinesQuery());
  const { today } = useOwnerClock();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const acts = useRoutineActs();
  const [ending, setEnding] = useState<Routine | null>(null);
  const open = params.get('routine');
  const from = dayOf(params.get('from'));
  const go = (address: string) => void navigate(address, { preventScrollReset: true });

  return (
    <section aria-label="Routines">
      <RoutineList
        query={query}
        today={today}
        onNew={() => go(addressOf(NEW))}
        onEnd={setEnding}
        onEdit={(id) => go(addressOf(id))}
        onPause={acts.pause}
      />
      <Panel
        open={open !== null}
        onOpenChange={(on) => !on && go(HOME)}
        title={open === NEW ? 'New routine' : from === null ? 'Routine' : 'This and later'}
        className="rt-panel"
      >
        {open === NEW && <RoutineForm tagged={null} onClose={() => go(HOME)} />}
        {open !== null && open !== NEW && <OneRoutine key={`${open} ${from}`} id={open} from={from} onClose={() => go(HOME)} />}
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
  readonly onNew: () => void;
  readonly onEdit: (id: string) => void;
  readonly onEnd: (routine: Routine) => void;
  readonly onPause: (routine: Routine, paused: boolean) => void;
}

function RoutineList({ query, today, onNew, onEdit, onEnd, onPause }: ListProps) {
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
        A routine makes a task on each of its days, far enough ahead to be seen. Write ‘water the plants every 3 days’ above, or set one up
        field by field.
      </Empty>
    );
  const sorted = [...routines].sort(
    (a, b) => Number(a.paused) - Number(b.paused) || (a.nextDates[0] ?? '9').localeCompare(b.nextDates[0] ?? '9'),
  );
  return (
    <>
      <div className="rt-top">
        <Link className="link s2" to="/settings/time#vacations">
          Vacations
        </Link>
        <Button icon={<Icon of={Plus} />} onClick={onNew}>
          New routine
        </Button>
      </div>
      <ul className="rts">
        {sorted.map((routine) => (
          <RoutineRow
            key={routine.id}
            routine={routine}
            today={today}
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

/** A local date of the address, or null. */
const dayOf = (text: string | null): string | null => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);

function OneRoutine({ id, from, onClose }: { id: string; from: string | null; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({ ...routineQuery(id), staleTime: 0 });
  const [opened, setOpened] = useState(data);
  if (!opened && data && !isFetching) setOpened(data);
  if (opened) return <RoutineForm tagged={data ?? opened} from={from} onClose={onClose} />;
  if (!error)
    return (
      <div className="rt-form">
        <LinesSkeleton lines={8} label="Loading routine" />
      </div>
    );
  const gone = failedWith(error, 'not_found');
  return (
    <div className="rt-form">
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
