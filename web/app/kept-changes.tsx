import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { newKey } from '../api/client.ts';
import {
  DecidedElsewhere,
  forgetChange,
  holdPage,
  type KeptChange,
  keepChange,
  keptChanges,
  leavePage,
  markStored,
  onDecidedElsewhere,
  onSent,
  PAGE,
  takeOver,
  tellSent,
} from '../api/kept.ts';
import { todayOf } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { isRetryable, markStale, readAfterChange } from '../api/query-client.ts';
import { ALL_OF_TASKS, KEPT_CHANGES } from '../tasks/after-task.ts';
import { NotSent, sendKept } from '../tasks/kept-calls.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { Status } from '../ui/status.tsx';
import styles from './shell-notes.module.css';

const MOST_WAIT_MS = 30_000;

/** Changes that this page has taken over and not sent yet, and refused ones, by the id of the change. */
let shown: ReadonlyMap<string, KeptChange> = new Map();
const listeners = new Set<() => void>();
function show(change: KeptChange | null, id: string): void {
  const next = new Map(shown);
  if (change) next.set(id, change);
  else next.delete(id);
  shown = next;
  for (const notify of listeners) notify();
}
const listen = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};
/** In the order in which they were made. */
const useShownChanges = (owner: string): readonly KeptChange[] =>
  [...useSyncExternalStore(listen, () => shown).values()].filter((change) => change.owner === owner);

async function forget({ id }: KeptChange): Promise<void> {
  show(null, id);
  await forgetChange(id);
}
const dismiss = (change: KeptChange): void => void forget(change);

/** Sends a stored change of an earlier page, after earlier changes of the same family, and retries until it is answered. */
function send(client: QueryClient, change: KeptChange): void {
  show(change, change.id);
  void holdPage();
  const mutation = client.getMutationCache().build(client, {
    mutationKey: KEPT_CHANGES,
    scope: { id: `task-acts ${change.family}` },
    retry: (_count, error) => !(error instanceof NotSent || error instanceof DecidedElsewhere) && isRetryable(error),
    retryDelay: (count) => Math.min(1_000 * 2 ** count, MOST_WAIT_MS),
    mutationFn: () => sendKept(change, Date.now(), todayOf(client)),
    onSuccess: () => forget(change),
    onError: async (error) => {
      // The session has ended. The change stays stored and is sent if the same person signs in again.
      if (failedWith(error, 'unauthenticated')) return show(null, change.id);
      const isConflict = error instanceof DecidedElsewhere || failedWith(error, 'precondition_failed');
      const refused = { ...change, refused: messageOf(error), isConflict };
      await keepChange(refused);
      show(refused, change.id);
    },
    onSettled: () => {
      leavePage();
      markStale(client, ALL_OF_TASKS);
      tellSent();
    },
  });
  markStored(mutation);
  mutation.execute(change.call.args).catch(() => undefined);
}

function tryAgain(client: QueryClient, change: KeptChange): void {
  // A new key, because the server would repeat its refusal under the same key.
  const again: KeptChange = { ...change, page: PAGE, key: newKey(), sentAt: null, refused: null, isConflict: false, before: null };
  void keepChange(again).then(() => send(client, again));
}

/** Open pages that send their changes themselves. This page waits until they close. */
const awaited = new Set<string>();

/** Sends the changes that `take` returns. This page holds its lock meanwhile. */
async function sendTaken(client: QueryClient, take: () => Promise<readonly KeptChange[]>): Promise<void> {
  try {
    const taken = (await holdPage()) ? await take() : [];
    const fresh = taken.filter(({ refused }) => refused === null);
    for (const change of fresh.toSorted((a, b) => a.order - b.order)) send(client, change);
  } finally {
    leavePage();
  }
}

async function takeWhenClosed(client: QueryClient, page: string, signal: AbortSignal): Promise<void> {
  if (awaited.has(page)) return;
  awaited.add(page);
  await sendTaken(client, () => takeOver(page, signal)).finally(() => awaited.delete(page));
}

/** Takes over the changes of closed pages. Changes of another person are deleted. */
async function adopt(client: QueryClient, owner: string, signal: AbortSignal): Promise<void> {
  const all = await keptChanges();
  for (const change of all) if (change.owner !== owner) await forgetChange(change.id);
  const own = all.filter((change) => change.owner === owner);
  for (const change of own) if (change.refused !== null) show(change, change.id);
  const pages = new Set(own.filter(({ refused, page }) => refused === null && page !== PAGE).map(({ page }) => page));
  if (pages.size === 0) return;
  const there: string[] = [];
  await sendTaken(client, async () => {
    const taken: KeptChange[] = [];
    for (const page of pages) {
      const left = await takeOver(page);
      taken.push(...left);
      if (left.length === 0) there.push(page);
    }
    return taken;
  });
  await Promise.all(there.map((page) => takeWhenClosed(client, page, signal)));
}

/**
 * While somebody is signed in, sends the changes that their earlier pages stored and those that another tab leaves when it is
 * closed.
 */
export function useKeptChanges(owner: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const look = () => void adopt(client, owner, signal).catch(() => undefined);
    look();
    signal.addEventListener(
      'abort',
      onDecidedElsewhere((change) => show(change, change.id)),
    );
    onSent(() => {
      markStale(client, ALL_OF_TASKS);
      void readAfterChange(client);
    }, signal);
    window.addEventListener('online', look, { signal });
    window.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), { signal });
    return () => ending.abort();
  }, [client, owner]);
}

/** The texts that the person wrote in a refused change, so that they can copy them. The title is part of `words`. */
function textsOf({ call: { args } }: KeptChange): readonly string[] {
  const fields = [args, args.body, args.change].flatMap((part) => (typeof part === 'object' && part !== null ? [part] : []));
  return fields.flatMap((part) =>
    ['title', 'description', 'proofRequirement', 'reason'].flatMap((name) => {
      const text = (part as Record<string, unknown>)[name];
      return typeof text === 'string' && text !== '' ? [text] : [];
    }),
  );
}

function Refused({ change }: { change: KeptChange }) {
  const client = useQueryClient();
  return (
    <Note
      tone="missed"
      title={`Not done: ${change.words}.`}
      actions={
        <>
          <Button size="s" onClick={() => dismiss(change)}>
            {change.isConflict ? 'Keep what is there' : 'Dismiss'}
          </Button>
          <Button size="s" onClick={() => tryAgain(client, change)}>
            {change.isConflict ? 'Do it anyway' : 'Try again'}
          </Button>
        </>
      }
    >
      {change.refused} You decided it earlier.
      {textsOf(change).map((text) => (
        <q key={text} className={styles.text} dir="auto">
          {text}
        </q>
      ))}
    </Note>
  );
}

/** Lists the changes of earlier pages that wait to be sent or were refused. */
export function KeptNote({ owner }: { owner: string }) {
  const changes = useShownChanges(owner);
  const waits = useMutationState({
    filters: { mutationKey: KEPT_CHANGES, status: 'pending', predicate: ({ state }) => state.isPaused || state.failureCount > 0 },
  });
  const waiting = changes.filter(({ refused }) => refused === null);
  const refused = changes.filter((change) => change.refused !== null);
  return (
    <>
      <Status as="div">
        {waits.length > 0 && waiting.length > 0 && (
          <div className={styles.banner}>
            <Icon of={CloudUpload} className={layoutStyles.lowered} />
            Waits to be sent: {waiting.map(({ words }) => words).join(', ')}
          </div>
        )}
      </Status>
      {refused.length > 0 && (
        <section className={styles.refusals} aria-label="Not done">
          {refused.map((change) => (
            <Refused key={change.id} change={change} />
          ))}
        </section>
      )}
    </>
  );
}
