import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnerClock } from '../api/owner-clock.ts';
import { type HistoryType, historyQuery } from '../api/reports.ts';
import { plural } from '../lib/words.ts';
import { LoadMore } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/states.tsx';
import { HISTORY_NAMES } from './address.ts';
import { Download } from './download.tsx';
import { HistoryRow, HistoryRun } from './history-row.tsx';
import { ReportError } from './report-error.tsx';
import { runsOf } from './runs.ts';

const OPTIONS = (Object.entries(HISTORY_NAMES) as [HistoryType, string][]).map(([value, label]) => ({ value, label }));

interface HistoryProps {
  readonly type: HistoryType;
  readonly clock: OwnerClock;
  readonly onType: (type: HistoryType) => void;
}

export function HistoryActions({ type, clock, onType }: HistoryProps) {
  return (
    <>
      <span className="rep-type">
        <Select label="Kind of entry" value={type} options={OPTIONS} onChange={onType} />
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
      <div className="rep-e">
        <RowsSkeleton rows={8} label="Loading the history" />
      </div>
    );
  if (entries.length === 0) {
    return (
      <div className="rep-e">
        <Empty level={2} title="No entries of this kind yet" mark="taken_back">
          Whatever happens is written here, with who, when, and the entry before it.
        </Empty>
      </div>
    );
  }
  return (
    <section className="sec" aria-labelledby="history-h">
      <div className="sec-h">
        <h2 id="history-h">{HISTORY_NAMES[type] === 'All' ? 'All entries' : HISTORY_NAMES[type]}</h2>
        <span className="end">Press an entry for what it changed, its place and its hash</span>
      </div>
      <ol className="hist">
        {runsOf(entries).map((run) =>
          run.length > 1 ? (
            <HistoryRun key={run[0].id} run={run} clock={clock} openId={open} onPress={press} />
          ) : (
            <HistoryRow key={run[0].id} entry={run[0]} clock={clock} open={open === run[0].id} onPress={() => press(run[0].id)} />
          ),
        )}
      </ol>
      <p className="s2 q3 rep-n" role="status">
        {query.hasNextPage ? `The last ${plural(entries.length, 'entry', 'entries')}` : plural(entries.length, 'entry', 'entries')}
      </p>
      <LoadMore more={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
        Older
      </LoadMore>
    </section>
  );
}
