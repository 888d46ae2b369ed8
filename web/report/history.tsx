import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { dayHeading, plural } from '../../src/contracts/words/format.ts';
import { auditEntryQuery } from '../api/audit.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { type HistoryEntry, type HistoryType, historyQuery } from '../api/reports.ts';
import { actorWords, entryMark } from '../history/entry-words.ts';
import { EntryDetail } from '../history/trail.tsx';
import { localTime } from '../lib/calendar.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import pageStyles from '../ui/page.module.css';
import { LoadMore } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { Empty, ErrorState, LinesSkeleton, RowsSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { HISTORY_NAMES } from './address.ts';
import { Download } from './download.tsx';
import styles from './history.module.css';
import { groupsOf, type Run, runsOf } from './history-groups.ts';
import { ReportError } from './parts.tsx';
import reportStyles from './report.module.css';

const dayIn = (entry: HistoryEntry | undefined): string | undefined => /^Due (.+)\.$/.exec(entry?.detail ?? '')?.[1];

/** For example '15 days: Saturday 21 November 2026 to Saturday 5 December 2026.' */
export function foldedWords(run: Run): string {
  const [first, last] = [dayIn(run.at(-1)), dayIn(run[0])];
  return first === undefined || last === undefined ? `${run.length} days.` : `${run.length} days: ${first} to ${last}.`;
}

interface HistoryRowProps {
  readonly entry: HistoryEntry;
  readonly clock: OwnerClock;
  readonly open: boolean;
  readonly onPress: () => void;
}

/** For example 'Today 13:20' or 'Wed 18 Nov 21:00'. */
function whenWords(at: string, clock: OwnerClock): string {
  const local = localTime(at, clock.zone);
  const { name, date } = dayHeading(local.date, clock.today);
  return `${name === 'Today' || name === 'Yesterday' || date === '' ? name : `${name.slice(0, 3)} ${date}`} ${local.time}`;
}

function HistoryRow({ entry, clock, open, onPress }: HistoryRowProps) {
  return (
    <li className={styles.item}>
      <RowButton entry={entry} clock={clock} open={open} onPress={onPress} />
      {open && <EntryDetails entry={entry} clock={clock} />}
    </li>
  );
}

interface StepsProps extends Pick<HistoryRowProps, 'clock'> {
  readonly steps: readonly HistoryEntry[];
  /** Whether an entry stands above the line. */
  readonly isLed: boolean;
  readonly openId: string | null;
  readonly onPress: (id: string) => void;
}

/** 'and 3 steps of Vouch'. Pressing the line shows them. */
function Steps({ steps, isLed, clock, openId, onPress }: StepsProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className={clsx(styles.item, styles.steps)}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        {isLed ? 'and ' : ''}
        {plural(steps.length, 'step')} of Vouch
      </button>
      {open && (
        <ol className={styles.run}>
          <Runs entries={steps} clock={clock} openId={openId} onPress={onPress} />
        </ol>
      )}
    </li>
  );
}

interface RunsProps extends Pick<StepsProps, 'clock' | 'openId' | 'onPress'> {
  readonly entries: readonly HistoryEntry[];
}

const Runs = ({ entries, clock, openId, onPress }: RunsProps) =>
  runsOf(entries).map((run) =>
    run.length > 1 ? (
      <HistoryRun key={run[0].id} run={run} clock={clock} openId={openId} onPress={onPress} />
    ) : (
      <HistoryRow key={run[0].id} entry={run[0]} clock={clock} open={openId === run[0].id} onPress={() => onPress(run[0].id)} />
    ),
  );

/** What people did leads, and the steps of the program stand behind it. */
const Groups = ({ entries, ...common }: RunsProps) =>
  groupsOf(entries).map(({ lead, steps }) => (
    <Fragment key={lead?.id ?? 'steps'}>
      {lead && <HistoryRow entry={lead} clock={common.clock} open={common.openId === lead.id} onPress={() => common.onPress(lead.id)} />}
      {steps.length > 0 && <Steps steps={steps} isLed={lead !== null} {...common} />}
    </Fragment>
  ));

interface RunProps extends Pick<HistoryRowProps, 'clock'> {
  readonly run: Run;
  readonly openId: string | null;
  readonly onPress: (id: string) => void;
}

/** Pressing the line shows all of its entries. */
function HistoryRun({ run, clock, openId, onPress }: RunProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.item}>
      <RowButton entry={{ ...run[0], detail: foldedWords(run) }} clock={clock} open={open} onPress={() => setOpen(!open)} />
      {open && (
        <ol className={styles.run}>
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
    <button type="button" className={styles.button} aria-expanded={open} onClick={onPress}>
      <time className={styles.time} dateTime={entry.at}>
        {whenWords(entry.at, clock)}
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

function EntryDetails({ entry, clock }: { entry: HistoryEntry; clock: OwnerClock }) {
  const query = useQuery(auditEntryQuery(entry.id, entry.taskId));
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
        <p className={textStyles.small}>
          <Link className={textStyles.link} to={`/todo?task=${encodeURIComponent(entry.taskId)}`}>
            Open the task
          </Link>
        </p>
      )}
    </div>
  );
}

const TYPE_OPTIONS = (Object.entries(HISTORY_NAMES) as [HistoryType, string][]).map(([value, label]) => ({ value, label }));

interface HistoryProps {
  readonly type: HistoryType;
  readonly clock: OwnerClock;
  readonly onType: (type: HistoryType) => void;
}

export function HistoryActions({ type, clock, onType }: HistoryProps) {
  return (
    <>
      <span className={reportStyles.kind}>
        <Select label="Kind of entry" value={type} options={TYPE_OPTIONS} onChange={onType} />
      </span>
      <Download type="history" offset={0} name={`vouch-history-${clock.today}`} />
    </>
  );
}

export function History({ type, clock }: Omit<HistoryProps, 'onType'>) {
  const query = useInfiniteQuery(historyQuery(type));
  const [open, setOpen] = useState<string | null>(null);
  const press = (id: string) => setOpen(open === id ? null : id);
  const entries = query.data?.pages.flatMap((page) => page.items);
  if (!entries && query.error) return <ReportError error={query.error} query={query} />;
  if (!entries)
    return (
      <div className={reportStyles.placeholder}>
        <RowsSkeleton rows={8} label="Loading the history" />
      </div>
    );
  if (entries.length === 0) {
    return (
      <div className={reportStyles.placeholder}>
        <Empty level={2} title="No entries of this kind yet" mark="taken_back">
          Whatever happens is written here, with who, when, and the entry before it.
        </Empty>
      </div>
    );
  }
  return (
    <section className={pageStyles.section} data-part="section" aria-labelledby="history-h">
      <div className={pageStyles.sectionHeader}>
        <h2 id="history-h">{HISTORY_NAMES[type] === 'All' ? 'All entries' : HISTORY_NAMES[type]}</h2>
        <span className={clsx(textStyles.atEnd, pageStyles.atEnd)}>Press an entry for what it changed, its place and its hash</span>
      </div>
      <ol>
        {type === 'all' ? (
          <Groups entries={entries} clock={clock} openId={open} onPress={press} />
        ) : (
          <Runs entries={entries} clock={clock} openId={open} onPress={press} />
        )}
      </ol>
      <p className={clsx(textStyles.small, textStyles.faint, styles.count)} role="status">
        {query.hasNextPage ? `The last ${plural(entries.length, 'entry', 'entries')}` : plural(entries.length, 'entry', 'entries')}
      </p>
      <LoadMore more={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
        Older
      </LoadMore>
    </section>
  );
}
