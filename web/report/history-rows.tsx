import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { clockTime, plural } from '../../src/contracts/words/format.ts';
import { auditEntryQuery } from '../api/audit.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { HistoryEntry } from '../api/reports.ts';
import { actorWords, entryMark } from '../history/entry-words.ts';
import { EntryDetail } from '../history/trail.tsx';
import { localTime } from '../lib/calendar.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import styles from './history.module.css';
import { quietWords, type Run, runsOf } from './history-days.ts';

/** What the rows of one list have in common. */
export interface RowsFrame {
  readonly clock: OwnerClock;
  /** The id of the entry whose details are shown. */
  readonly openId: string | null;
  readonly onPress: (id: string) => void;
  /** The address of the history of one task. Null: it is shown already. */
  readonly taskAddress: ((taskId: string) => string) | null;
}

const dayIn = (entry: HistoryEntry | undefined): string | undefined => /^Due (.+)\.$/.exec(entry?.detail ?? '')?.[1];

/** For example '15 days: Saturday 21 November 2026 to Saturday 5 December 2026.' */
export function foldedWords(run: Run): string {
  const [first, last] = [dayIn(run.at(-1)), dayIn(run[0])];
  return first === undefined || last === undefined ? `${plural(run.length, 'day')}.` : `${plural(run.length, 'day')}: ${first} to ${last}.`;
}

export const Runs = ({ entries, ...frame }: RowsFrame & { readonly entries: readonly HistoryEntry[] }) =>
  runsOf(entries).map((run) =>
    run.length > 1 ? <HistoryRun key={run[0].id} run={run} {...frame} /> : <HistoryRow key={run[0].id} entry={run[0]} {...frame} />,
  );

/** '2 sign-ins and 3 steps of Vouch'. Pressing the line shows them. */
export function QuietLine({ quiet, ...frame }: RowsFrame & { readonly quiet: readonly HistoryEntry[] }) {
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.item}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        {quietWords(quiet)}
      </button>
      {open && (
        <ol className={styles.run}>
          <Runs entries={quiet} {...frame} />
        </ol>
      )}
    </li>
  );
}

function HistoryRow({ entry, ...frame }: RowsFrame & { readonly entry: HistoryEntry }) {
  const open = frame.openId === entry.id;
  return (
    <li className={styles.item}>
      <RowButton entry={entry} clock={frame.clock} open={open} onPress={() => frame.onPress(entry.id)} />
      {open && <EntryDetails entry={entry} clock={frame.clock} taskAddress={frame.taskAddress} />}
    </li>
  );
}

/** Pressing the line shows all of its entries. */
function HistoryRun({ run, ...frame }: RowsFrame & { readonly run: Run }) {
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.item}>
      <RowButton entry={{ ...run[0], detail: foldedWords(run) }} clock={frame.clock} open={open} onPress={() => setOpen(!open)} />
      {open && (
        <ol className={styles.run}>
          {run.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} {...frame} />
          ))}
        </ol>
      )}
    </li>
  );
}

interface RowButtonProps {
  readonly entry: HistoryEntry;
  readonly clock: OwnerClock;
  readonly open: boolean;
  readonly onPress: () => void;
}

function RowButton({ entry, clock, open, onPress }: RowButtonProps) {
  const mark = entryMark(entry);
  const by = actorWords(entry.actor);
  return (
    <button type="button" className={styles.button} aria-expanded={open} onClick={onPress}>
      <time className={styles.time} dateTime={entry.at}>
        {clockTime(localTime(entry.at, clock.zone).time)}
      </time>
      <span className={styles.mark}>{mark ? <Mark name={mark} named={false} /> : <span className={styles.dot} />}</span>
      <span className={styles.event}>
        {entry.label}
        {entry.title !== null && (
          <b className={clsx(textStyles.strong, styles.strong)}>
            {' '}
            <bdi>{entry.title}</bdi>
          </b>
        )}
        {entry.detail && (
          <span className={clsx(textStyles.muted, styles.detail)} dir="auto">
            {entry.detail}
          </span>
        )}
      </span>
      <span className={styles.actor} dir="auto">
        {by.charAt(0).toUpperCase() + by.slice(1)}
      </span>
      <Icon of={open ? ChevronDown : ChevronRight} className={textStyles.faint} />
    </button>
  );
}

type DetailsProps = Pick<RowsFrame, 'clock' | 'taskAddress'> & { readonly entry: HistoryEntry };

function EntryDetails({ entry, clock, taskAddress }: DetailsProps) {
  const query = useQuery(auditEntryQuery(entry));
  return (
    <div className={styles.body}>
      {query.isPending && <LinesSkeleton lines={3} label="Loading the entry" />}
      {query.error && (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          The record is safe.
        </ErrorState>
      )}
      {query.data && <EntryDetail entry={query.data} zone={clock.zone} />}
      {query.data === null && <p className={clsx(textStyles.small, textStyles.faint)}>Nothing more is kept of this entry.</p>}
      {entry.taskId && (
        <p className={clsx(textStyles.small, styles.links)}>
          <Link className={textStyles.link} to={`/todo?task=${encodeURIComponent(entry.taskId)}`}>
            Open the task
          </Link>
          {taskAddress && (
            <Link className={textStyles.link} to={taskAddress(entry.taskId)} preventScrollReset>
              Only this task
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
