import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { dayHeading, fullDate, plural } from '../../src/contracts/words/format.ts';
import { historyQuery } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import pageStyles from '../ui/page.module.css';
import { LoadMore } from '../ui/pagination.tsx';
import { Empty, RowsSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { addressOf, filterOf, isFiltered, type ReportAddress, UNFILTERED } from './address.ts';
import type { ReportClock } from './as-of-clock.ts';
import { Download } from './download.tsx';
import styles from './history.module.css';
import { daysOf, type HistoryDay } from './history-days.ts';
import { HistoryFilters, type HistoryFiltersProps } from './history-filters.tsx';
import { QuietLine, type RowsFrame, Runs } from './history-rows.tsx';
import { ReportError } from './parts.tsx';
import reportStyles from './report.module.css';

export const HistoryActions = ({ address, clock }: Pick<HistoryFiltersProps, 'address' | 'clock'>) => (
  <Download type="history" offset={0} asOf={clock.asOf} only={filterOf(address, clock.zone)} name={`vouch-history-${clock.today}`} />
);

/** The entries of the filter, as far as they were loaded; undefined while there are none yet. */
function useHistory(address: ReportAddress, clock: ReportClock) {
  const query = useInfiniteQuery(historyQuery(filterOf(address, clock.zone), clock.asOf));
  const { data, hasNextPage, isFetching, error, fetchNextPage } = query;
  const found = data?.pages.flatMap((page) => page.items);
  // The server reads a bounded number of entries for one page. Where none of them matches, the page is empty and not the last one.
  const goesOn = hasNextPage && !error && data?.pages.at(-1)?.items.length === 0;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return { query, entries: found?.length === 0 && goesOn ? undefined : found };
}

export function History(props: HistoryFiltersProps) {
  const { address, clock, onAddress } = props;
  const { query, entries } = useHistory(address, clock);
  const title = entries?.find(({ taskId }) => taskId === address.task)?.title ?? null;
  return (
    <section className={clsx(pageStyles.section, styles.history)} data-part="section" aria-label="History">
      <HistoryFilters {...props} title={title} />
      {!entries && query.error && <ReportError error={query.error} query={query} />}
      {!entries && !query.error && (
        <div className={reportStyles.placeholder}>
          <RowsSkeleton rows={8} label="Loading the history" />
        </div>
      )}
      {entries?.length === 0 && <NoEntries address={address} onAddress={onAddress} />}
      {entries && entries.length > 0 && <Entries address={address} clock={clock} query={query} entries={entries} />}
    </section>
  );
}

function NoEntries({ address, onAddress }: Pick<HistoryFiltersProps, 'address' | 'onAddress'>) {
  return (
    <div className={reportStyles.placeholder}>
      {isFiltered(address) ? (
        <Empty
          level={2}
          title="Nothing matches"
          mark="taken_back"
          action={<Button onClick={() => onAddress(UNFILTERED)}>Clear the filters</Button>}
        >
          No entry of your history has all that the filters ask for.
        </Empty>
      ) : (
        <Empty level={2} title="No entries yet" mark="taken_back">
          Whatever happens is written here, with who, when, and the entry before it.
        </Empty>
      )}
    </div>
  );
}

type EntriesProps = Pick<HistoryFiltersProps, 'address' | 'clock'> &
  Pick<ReturnType<typeof useHistory>, 'query'> & { readonly entries: NonNullable<ReturnType<typeof useHistory>['entries']> };

function Entries({ address, clock, query, entries }: EntriesProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const frame: RowsFrame = {
    clock,
    openId,
    onPress: (id) => setOpenId(openId === id ? null : id),
    taskAddress: address.task ? null : (task) => addressOf({ ...address, task }),
  };
  const folds = address.type === 'all' && address.who === null && address.task === null;
  return (
    <>
      {daysOf(entries, clock.zone, folds).map((day) => (
        <Day key={day.date} day={day} clock={clock} frame={frame} />
      ))}
      <Status as="p" className={clsx(textStyles.small, textStyles.faint, styles.count)}>
        {query.hasNextPage ? `The last ${plural(entries.length, 'entry', 'entries')}` : plural(entries.length, 'entry', 'entries')}
      </Status>
      <LoadMore more={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
        Older
      </LoadMore>
    </>
  );
}

/** 'Today' and 'Friday' are said from the present day only. */
const dayNames = (date: string, { today, asOf }: ReportClock): ReturnType<typeof dayHeading> =>
  asOf === null ? dayHeading(date, today) : { name: fullDate(date), date: '' };

interface DayProps {
  readonly day: HistoryDay;
  readonly clock: ReportClock;
  readonly frame: RowsFrame;
}

function Day({ day: { date, entries, quiet }, clock, frame }: DayProps) {
  const { name, date: beside } = dayNames(date, clock);
  return (
    <section className={styles.day} aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`}>
        {name} {beside !== '' && <span className={textStyles.faint}>{beside}</span>}
      </h2>
      <ol>
        <Runs entries={entries} {...frame} />
        {quiet.length > 0 && <QuietLine quiet={quiet} {...frame} />}
      </ol>
    </section>
  );
}
