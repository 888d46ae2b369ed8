import { useQuery } from '@tanstack/react-query';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { type Invoice, invoicesQuery } from '../api/subscriptions.ts';
import { dayMonth } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';

const STATUS: Readonly<Record<Invoice['status'], { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: 'Draft', tone: 'neutral' },
  open: { word: 'Open', tone: 'due' },
  paid: { word: 'Paid', tone: 'kept' },
  uncollectible: { word: 'Not paid', tone: 'missed' },
  void: { word: 'Void', tone: 'neutral' },
  refunded: { word: 'Refunded', tone: 'neutral' },
};

/** An amount in its own currency: '$10.00'. */
const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

const columnsFor = ({ zone, today }: OwnerClock): readonly Column<Invoice>[] => [
  { key: 'at', head: 'Date', row: true, cell: ({ at }) => <time dateTime={at}>{dayMonth(localTime(at, zone).date, today)}</time> },
  { key: 'status', head: 'Status', cell: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].word}</Badge> },
  {
    key: 'url',
    head: 'Invoice',
    cell: ({ url, at }) =>
      url && (
        <a
          className="link"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open the invoice of ${dayMonth(localTime(at, zone).date, today)}`}
        >
          Open
        </a>
      ),
  },
  { key: 'amount', head: 'Amount', num: true, cell: ({ amountCents, currency }) => money(amountCents, currency) },
];

/** What was billed, newest first. Nothing is shown before the first bill. */
export function Invoices() {
  const clock = useOwnerClock();
  const { data, error, refetch, isFetching } = useQuery({ ...invoicesQuery(), refetchOnWindowFocus: 'always' });
  if (!error && !data?.length) return null;
  return (
    <Section title="Invoices">
      {data ? (
        <Table caption="Invoices by date" columns={columnsFor(clock)} rows={data} rowKey={({ id }) => id} />
      ) : (
        <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
          They are safe at the payment provider.
        </ErrorState>
      )}
    </Section>
  );
}
