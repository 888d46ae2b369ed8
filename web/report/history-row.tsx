import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { auditEntryQuery } from '../api/audit.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { HistoryEntry } from '../api/reports.ts';
import { EntryDetail } from '../history/entry-detail.tsx';
import { entryMark } from '../history/entry-marks.ts';
import { actorWords } from '../history/entry-values.ts';
import { dayHeading } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { foldedWords, type Run } from './runs.ts';

interface HistoryRowProps {
  readonly entry: HistoryEntry;
  readonly clock: OwnerClock;
  readonly open: boolean;
  readonly onPress: () => void;
}

/** The time of an entry: 'Today 13:20' or 'Wed 18 Nov 21:00'. */
function whenWords(at: string, clock: OwnerClock): string {
  const local = localTime(at, clock.zone);
  const { name, date } = dayHeading(local.date, clock.today);
  return `${name === 'Today' || name === 'Yesterday' || date === '' ? name : `${name.slice(0, 3)} ${date}`} ${local.time}`;
}

export function HistoryRow({ entry, clock, open, onPress }: HistoryRowProps) {
  return (
    <li className={clsx('hr', open && 'is-open')}>
      <RowButton entry={entry} clock={clock} open={open} onPress={onPress} />
      {open && <EntryDetails entry={entry} clock={clock} />}
    </li>
  );
}

interface RunProps extends Pick<HistoryRowProps, 'clock'> {
  readonly run: Run;
  /** The id of the entry whose details are shown. */
  readonly openId: string | null;
  readonly onPress: (id: string) => void;
}

/** Several entries as one line. Pressing it shows all of them. */
export function HistoryRun({ run, clock, openId, onPress }: RunProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className={clsx('hr', open && 'is-open')}>
      <RowButton entry={{ ...run[0], detail: foldedWords(run) }} clock={clock} open={open} onPress={() => setOpen(!open)} />
      {open && (
        <ol className="hr-run">
          {run.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} clock={clock} open={openId === entry.id} onPress={() => onPress(entry.id)} />
          ))}
        </ol>
      )}
    </li>
  );
}

function RowButton({ entry, clock, open, onPress }: HistoryRowProps) {
  const mark = entryMark(entry);
  const by = actorWords(entry.actor);
  return (
    <button type="button" className="hr-b" aria-expanded={open} onClick={onPress}>
      <time className="hr-at" dateTime={entry.at}>
        {whenWords(entry.at, clock)}
      </time>
      <span className="hr-m">{mark ? <Mark name={mark} named={false} /> : <span className="hr-o" />}</span>
      <span className="hr-w">
        {entry.label}
        {entry.title !== null && <b className="b"> {entry.title}</b>}
        {entry.detail && <span className="q2 hr-d">{entry.detail}</span>}
      </span>
      <span className="hr-by">{by.charAt(0).toUpperCase() + by.slice(1)}</span>
      <Icon of={open ? ChevronDown : ChevronRight} className="q3" />
    </button>
  );
}

function EntryDetails({ entry, clock }: { entry: HistoryEntry; clock: OwnerClock }) {
  const query = useQuery(auditEntryQuery(entry.id, entry.taskId));
  return (
    <div className="hr-in">
      {query.isPending && <LinesSkeleton lines={3} label="Loading the entry" />}
      {query.error && (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          The record is safe.
        </ErrorState>
      )}
      {query.data && <EntryDetail entry={query.data} zone={clock.zone} />}
      {query.data === null && <p className="s2 q3">Nothing more is kept of this entry.</p>}
      {entry.taskId && (
        <p className="s2">
          <Link className="link" to={`/todo?task=${encodeURIComponent(entry.taskId)}`}>
            Open the task
          </Link>
        </p>
      )}
    </div>
  );
}
