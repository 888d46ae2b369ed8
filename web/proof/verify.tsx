import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { pendingQuery, waitingCount } from '../api/verifications.ts';
import { useTitle } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { addressFrom, addressOf, VERIFY_TABS, type VerifyAddress } from './address.ts';
import { History } from './history.tsx';
import { stepRows } from './step-rows.ts';
import { TaskVerification } from './task-verification.tsx';
import { Waiting } from './waiting.tsx';
import './verify.css';

const NAMES = { waiting: 'Waiting', history: 'History' } as const;
const KEYS = [
  [['j'], 'Next'],
  [['k'], 'Previous'],
  [['Enter'], 'Open it; in the form: send the proof'],
  [['Esc'], 'Close it'],
  ...COMMON_KEYS.filter(([pressed]) => pressed[0] !== 'z'),
] as const;

/** What waits for proof or a verdict, what was decided, and beside it the verification of one task. */
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
    <div className={clsx('vg', task !== null && 'show')}>
      <div className="vl">
        <header className="ph">
          <div>
            <h1 tabIndex={-1}>Verify</h1>
            <div className="ph-s">What you have done and still have to show</div>
          </div>
        </header>
        <TabLinks
          label="Verifications"
          className="vtabs"
          value={address.tab}
          tabs={VERIFY_TABS.map((value) => ({
            value,
            label: NAMES[value],
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
