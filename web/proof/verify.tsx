import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { pendingQuery, verificationHistoryQuery, waitingCount } from '../api/verifications.ts';
import { ButtonLink } from '../ui/button.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import pageStyles from '../ui/page.module.css';
import { useTitle } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import textStyles from '../ui/text.module.css';
import { addressFrom, addressOf, VERIFY_TABS, type VerifyAddress } from './address.ts';
import { History } from './history.tsx';
import { TaskVerification } from './task-verification.tsx';
import styles from './verify.module.css';
import { DecidedRow, GROUP_TITLES, groupsOf, WaitingRow } from './verify-row.tsx';

/** 1 moves the focus to the next row, -1 to the previous one. If no row has the focus, it goes to the first or the last row. */
function stepRows(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-part="verification"]')];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const from = focused === -1 ? links.findIndex((link) => link.getAttribute('aria-current') === 'true') : focused;
  const next = links[from === -1 ? (by === 1 ? 0 : links.length - 1) : from + by];
  next?.focus();
}

/** The number of recent decisions below the waiting verifications. */
const DECIDED_SHOWN = 4;
const ALL_DECIDED = { state: null, type: null } as const;

interface WaitingProps {
  readonly selected: string | null;
  readonly to: (id: string) => string;
}

function Waiting({ selected, to }: WaitingProps) {
  const clock = useOwnerClock();
  const query = useQuery(pendingQuery());
  const decided = useInfiniteQuery(verificationHistoryQuery(ALL_DECIDED)).data?.pages[0]?.items.slice(0, DECIDED_SHOWN) ?? [];
  if (!query.data && query.error)
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        What you gave is safe.
      </ErrorState>
    );
  if (!query.data) return <RowsSkeleton rows={5} label="Loading what waits" />;
  const groups = groupsOf(query.data);
  return (
    <>
      {groups.length === 0 && (
        <Empty
          level={2}
          title="Nothing waits for proof"
          mark="awaiting_proof"
          action={<ButtonLink to="/todo">Set proof on a task</ButtonLink>}
        >
          Tasks that ask for proof come here when you complete them.
        </Empty>
      )}
      {groups.map(({ name, items }) => (
        <section key={name} className={ledgerStyles.day} aria-labelledby={`verify-${name}`}>
          <header className={ledgerStyles.dayHeader} data-part="day-header">
            <h2 id={`verify-${name}`}>{GROUP_TITLES[name]}</h2>
            <span>{items.length}</span>
          </header>
          <ol className={ledgerStyles.rows}>
            {items.map((one) => (
              <WaitingRow key={one.id} one={one} clock={clock} to={to(one.id)} selected={selected === one.id} />
            ))}
          </ol>
        </section>
      ))}
      {decided.length > 0 && (
        <section className={ledgerStyles.day} aria-labelledby="verify-decided">
          <header className={ledgerStyles.dayHeader} data-part="day-header">
            <h2 id="verify-decided">Decided</h2>
            <Link className={clsx(textStyles.link, ledgerStyles.link, textStyles.atEnd)} to={addressOf({ tab: 'history' })}>
              All history
            </Link>
          </header>
          <ol className={ledgerStyles.rows}>
            {decided.map((one) => (
              <DecidedRow key={one.id} one={one} clock={clock} to={to(one.id)} selected={selected === one.id} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

const TAB_NAMES = { waiting: 'Waiting', history: 'History' } as const;
const KEYS = [
  [['j'], 'Next'],
  [['k'], 'Previous'],
  [['Enter'], 'Open it; in the form: send the proof'],
  [['Esc'], 'Close it'],
  ...COMMON_KEYS.filter(([pressed]) => pressed[0] !== 'z'),
] as const;

export function Verify() {
  useTitle('Verify');
  const { taskId: task = null } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = addressFrom(params);
  const close = () => void navigate(addressOf(address), { preventScrollReset: true });
  const to = (id: string) => addressOf(address, id);
  const change = (next: Partial<VerifyAddress>) => void navigate(addressOf({ ...address, ...next }, task), { preventScrollReset: true });
  const keys = useKeyList(KEYS);
  useShortcuts({
    j: () => stepRows(1),
    k: () => stepRows(-1),
    escape: () => task !== null && close(),
    '?': keys.show,
  });
  const waiting = useQuery(pendingQuery()).data;
  const counts = { waiting: waiting && waitingCount(waiting), history: undefined };
  return (
    <div className={clsx(styles.group, task !== null && styles.showsDetail)}>
      <div className={styles.list}>
        <header className={pageStyles.header} data-part="page-header">
          <div>
            <h1 tabIndex={-1}>Verify</h1>
            <div className={pageStyles.subtitle} data-part="page-subtitle">
              What you have done and still have to show
            </div>
          </div>
        </header>
        <TabLinks
          label="Verifications"
          className={styles.tabs}
          value={address.tab}
          tabs={VERIFY_TABS.map((value) => ({
            value,
            label: TAB_NAMES[value],
            to: addressOf({ tab: value }),
            ...(counts[value] === undefined ? {} : { count: counts[value] }),
          }))}
        />
        {address.tab === 'waiting' ? (
          <Waiting selected={task} to={to} />
        ) : (
          <History address={address} onAddress={change} selected={task} to={to} />
        )}
      </div>
      {task !== null && <TaskVerification key={task} id={task} onClose={close} />}
      {keys.dialog}
    </div>
  );
}
