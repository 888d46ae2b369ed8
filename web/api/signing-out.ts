import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { isStored, keptChanges } from './kept.ts';
import { type SessionAnswer, sessionKeys } from './session.ts';

/** What is asked before a person signs out and loses changes. */
export interface SignOutQuestion {
  /** Another one each time that it is asked. */
  readonly id: number;
  /** How many changes are not sent yet. */
  readonly count: number;
  readonly leave: () => void;
  /** Signs out once everything is sent. Asks again if something was refused. `signal` ends the waiting. */
  readonly leaveWhenSent: (signal: AbortSignal) => void;
}

let question: SignOutQuestion | null = null;
let asked = 0;
const listeners = new Set<() => void>();

export const signOutQuestion = (): SignOutQuestion | null => question;
export function onSignOutQuestion(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}
export function setSignOutQuestion(next: SignOutQuestion | null): void {
  question = next;
  for (const notify of listeners) notify();
}

const pending = (client: QueryClient) =>
  client.getMutationCache().findAll({ status: 'pending', predicate: ({ meta }) => !meta?.endsSession && !meta?.safeToLose });

/** Resolves when no change of this page is under way, and in any case when `signal` aborts. */
function answered(client: QueryClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!signal.aborted && pending(client).length > 0) return;
      stop();
      resolve();
    };
    const stop = client.getMutationCache().subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** How many changes of this person signing out would lose: those that wait in any page, and refused ones that nobody has read. */
async function countUnsent(client: QueryClient): Promise<number> {
  const owner = client.getQueryData<SessionAnswer>(sessionKeys.all)?.user?.id;
  const stored = (await keptChanges()).filter((change) => change.owner === owner);
  return stored.length + pending(client).filter((mutation) => !isStored(mutation)).length;
}

/** In milliseconds. What was just pressed is answered within this time. */
const ANSWERED_WITHIN = 3_000;

/** Calls `leave`, or asks first if that would lose changes. */
export async function signOutOrAsk(client: QueryClient, leave: () => void): Promise<void> {
  if (onlineManager.isOnline()) await answered(client, AbortSignal.timeout(ANSWERED_WITHIN));
  const count = await countUnsent(client);
  setSignOutQuestion(null);
  if (count === 0) return leave();
  asked += 1;
  setSignOutQuestion({
    id: asked,
    count,
    leave,
    leaveWhenSent: (signal) => {
      void answered(client, signal).then(async () => {
        if (!signal.aborted) await signOutOrAsk(client, leave);
      });
    },
  });
}
