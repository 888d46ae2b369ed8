import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { conventions } from '../../src/contracts/words/conventions.ts';
import { dayMonth } from '../../src/contracts/words/format.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { type Invoice, invoicesQuery } from '../api/subscriptions.ts';
import { localTime } from '../lib/calendar.ts';
import { useCancel, usePortal, useResume, useStartTrial } from '../plans/plan-acts.ts';
import { PlanFault } from '../plans/plan-faults.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';
import { canCancel, canResume, currentPlan, type PlanView, standingWords } from './plan-words.ts';
import styles from './subscription.module.css';

export function Standing({ view }: { view: PlanView }) {
  const clock = useOwnerClock();
  const trial = useStartTrial();
  const cancel = useCancel();
  const resume = useResume();
  const portal = usePortal();
  const { status, paid } = view;
  const busy = trial.isPending || cancel.isPending || resume.isPending;
  return (
    <section className={styles.section} aria-label="Your plan">
      <p>{standingWords(view, clock)}</p>
      {status?.trial.available && (
        <p className={clsx(textStyles.small, textStyles.muted)}>
          Pro can be tried for 14 days, once. No card is needed, and it ends by itself.
        </p>
      )}
      <div className={styles.actions}>
        {status?.trial.available && (
          <Button busy={trial.isPending} busyLabel="Starting..." disabled={busy} onClick={() => trial.mutate()}>
            Start 14-day trial
          </Button>
        )}
        {canResume(view) && (
          <Button busy={resume.isPending} busyLabel="Updating..." disabled={busy} onClick={() => resume.mutate()}>
            {`Keep ${currentPlan(view)}`}
          </Button>
        )}
        {status !== null && paid !== 'Free' && (
          <Button
            variant={status.phase === 'past_due' ? 'primary' : 'secondary'}
            busy={portal.busy}
            busyLabel="Opening..."
            onClick={portal.open}
          >
            Billing portal
          </Button>
        )}
        {canCancel(view) && (
          <Button variant="danger" busy={cancel.isPending} busyLabel="Cancelling..." disabled={busy} onClick={() => cancel.mutate()}>
            Cancel subscription
          </Button>
        )}
      </div>
      {portal.blocked !== null && <Blocked url={portal.blocked} name="the billing portal" />}
      <PlanFault error={trial.error} title="Failed to start the trial." fallback="Failed to start the trial" />
      <PlanFault error={cancel.error} title="Failed to cancel subscription" fallback="Failed to cancel subscription" />
      <PlanFault error={resume.error} title="Failed to update subscription." fallback="Failed to update subscription" />
      <PlanFault error={portal.error} title="Failed to open billing portal" fallback="Failed to open billing portal" />
    </section>
  );
}

/** The browser has blocked a new tab, so this shows a link instead. */
const Blocked = ({ url, name }: { url: string; name: string }) => (
  <Note tone="due" alert title="The browser blocked the new tab." className={layoutStyles.fullWidth}>
    <a className={clsx(textStyles.link)} href={url} target="_blank" rel="noopener noreferrer">
      Open {name}
    </a>
  </Note>
);

const INVOICE_STATUS: Readonly<Record<Invoice['status'], { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: 'Draft', tone: 'neutral' },
  open: { word: 'Open', tone: 'due' },
  paid: { word: 'Paid', tone: 'kept' },
  uncollectible: { word: 'Not paid', tone: 'missed' },
  void: { word: 'Void', tone: 'neutral' },
  refunded: { word: 'Refunded', tone: 'neutral' },
};

/** For example '$10.00'. */
const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat(conventions().numbers, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(cents / 100);

const columnsFor = ({ zone, today }: OwnerClock): readonly Column<Invoice>[] => [
  { key: 'at', head: 'Date', row: true, cell: ({ at }) => <time dateTime={at}>{dayMonth(localTime(at, zone).date, today)}</time> },
  { key: 'status', head: 'Status', cell: ({ status }) => <Badge tone={INVOICE_STATUS[status].tone}>{INVOICE_STATUS[status].word}</Badge> },
  {
    key: 'url',
    head: 'Invoice',
    cell: ({ url, at }) =>
      url && (
        <a
          className={clsx(textStyles.link)}
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

/** Newest first. Renders nothing before the first invoice. */
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
