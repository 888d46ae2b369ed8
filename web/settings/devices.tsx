import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BellOff, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { pastMoment } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import {
  allowPushes,
  ownDevice,
  type PushDevice,
  type PushState,
  pushDevicesQuery,
  pushState,
  stopPushes,
  testDevice,
} from '../api/push.ts';
import { localTime } from '../lib/calendar.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './channels.module.css';

const IS_PHONE = /iPhone|Android|Pixel|phone/i;

function lastSent({ lastSentAt }: PushDevice, { zone, today }: OwnerClock): string {
  return lastSentAt === null ? 'nothing sent yet' : `last sent ${pastMoment(localTime(lastSentAt, zone), today)}`;
}

function Device({ device, onRemoved }: { device: PushDevice; onRemoved: () => void }) {
  const clock = useOwnerClock();
  const client = useQueryClient();
  const { id, name, problem } = device;
  const test = useMutation({
    mutationFn: () => testDevice(id),
    onSuccess: () => toast.success(sentence`A test is on its way to ${name}`, { id: `push-${id}` }),
    onError: (error) => toast.error(messageOf(error), { id: `push-${id}` }),
  });
  const remove = useMutation({
    mutationFn: () => stopPushes(id),
    onSuccess: () => {
      client.setQueryData<PushDevice[]>(pushDevicesQuery().queryKey, (all) => all?.filter((one) => one.id !== id));
      onRemoved();
      toast.success(sentence`Nothing more is pushed to ${name}`, { id: `push-${id}` });
    },
    onError: (error) => toast.error(messageOf(error), { id: `push-${id}` }),
  });
  const sent = lastSent(device, clock);
  return (
    <li>
      <Icon of={IS_PHONE.test(name) ? Smartphone : Monitor} />
      <span>
        <b dir="auto">{name}</b>
        <span className={styles.state}>
          {id === ownDevice() ? `This device, ${sent}` : sent.replace(/^./, (letter) => letter.toUpperCase())}
        </span>
        {problem !== null && <span className={clsx(styles.state, styles.problem)}>{problem} It is tried again.</span>}
      </span>
      <span className={styles.acts}>
        <Button
          variant="ghost"
          busy={test.isPending}
          busyLabel="Sending..."
          aria-label={sentence`Test: ${name}`}
          onClick={() => test.mutate()}
        >
          Test
        </Button>
        <Button
          variant="ghost"
          busy={remove.isPending}
          busyLabel="Removing..."
          aria-label={sentence`Remove: ${name}`}
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

const NOT_POSSIBLE: Readonly<Partial<Record<PushState, { readonly title: string; readonly text: string }>>> = {
  blocked: {
    title: 'This browser blocks notifications.',
    text: 'Allow them for Vouch in its settings for this site, then come back here. Until then the evening comes by mail.',
  },
  home_screen: {
    title: 'Add Vouch to the home screen first.',
    text: 'On an iPhone or iPad only an app on the home screen can ask whether it may notify you.',
  },
  impossible: { title: 'This browser has no notifications here.', text: 'The evening comes by mail.' },
};

/** The browsers to which messages are pushed, and adding this one. */
export function Devices() {
  const query = useQuery(pushDevicesQuery());
  const client = useQueryClient();
  const [state, setState] = useState(pushState);
  const allow = useMutation({
    mutationFn: allowPushes,
    onSuccess: (now) => {
      setState(now);
      if (now === 'allowed') toast.success('Notifications are on in this browser');
      return client.invalidateQueries({ queryKey: pushDevicesQuery().queryKey });
    },
    onError: (error) => toast.error('Notifications could not be turned on', { detail: messageOf(error) }),
  });
  if (query.error && !query.data)
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        Nothing was changed.
      </ErrorState>
    );
  if (!query.data) return <LinesSkeleton lines={3} label="Loading devices" />;
  const own = ownDevice();
  const isHere = query.data.some(({ id }) => id === own);
  const why = NOT_POSSIBLE[state];
  return (
    <>
      {query.data.length > 0 && (
        <ul className={styles.devices} aria-label="Devices">
          {query.data.map((device) => (
            <Device key={device.id} device={device} onRemoved={() => setState(pushState())} />
          ))}
        </ul>
      )}
      {why && (
        <Note tone="due" icon={BellOff} title={why.title} className={styles.below}>
          {why.text}
        </Note>
      )}
      {!why && !isHere && (
        <div className={styles.below}>
          <Button busy={allow.isPending} busyLabel="Asking..." onClick={() => allow.mutate()}>
            Turn on in this browser
          </Button>
        </div>
      )}
    </>
  );
}
