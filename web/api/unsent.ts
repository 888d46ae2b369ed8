import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { keepaliveRequests } from './client.ts';
import { isStored } from './kept.ts';

/** The meta of a mutation that may be lost without harm, because the person sees the failure and can repeat the action. */
export const SAFE_TO_LOSE: MutationMeta = { safeToLose: true };

/** After this many milliseconds without an answer, a sent change counts as possibly lost. */
const UNANSWERED_AFTER = 3_000;

/**
 * Whether closing the page would or might lose a change: it waits for the connection or for an earlier change, its request ends
 * with the page, or it has had no answer for a long time. `now` is in milliseconds since the epoch.
 */
export function mayBeLost(client: QueryClient, now: number): boolean {
  const all = client.getMutationCache().findAll({ status: 'pending' });
  // The next page sends the changes that this browser has stored.
  const open = all.filter((mutation) => !isStored(mutation));
  const running = all.filter(({ state }) => !state.isPaused);
  if (open.some(({ state }) => !state.isPaused) && running.length > keepaliveRequests()) return true;
  return open.some(({ state, meta }) => !meta?.safeToLose && (state.isPaused || now - state.submittedAt > UNANSWERED_AFTER));
}

/** Makes the browser ask for confirmation before it leaves the page while a change may be lost. */
export function confirmBeforeLoss(client: QueryClient, page: EventTarget): void {
  const ask = (event: Event) => {
    if (!mayBeLost(client, Date.now())) return;
    event.preventDefault();
    // Safari asks only if this is set.
    (event as BeforeUnloadEvent).returnValue = true;
  };
  // The listener exists only while a change is pending, because browsers may not cache a page with such a listener. To add or
  // remove one costs more than it seems to, because the browser tells its other processes.
  let isAsking = false;
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0 === isAsking) return;
    isAsking = !isAsking;
    if (isAsking) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}

const LEFT = 'leftUnanswered';
/** Milliseconds after its start at which the next page reads everything again. */
const READ_AGAIN_AFTER = [1_000, UNANSWERED_AFTER] as const;

/**
 * If a page is left before its changes were answered, it leaves a note in the tab's storage. The next page may have read its
 * data before those changes arrived, so it reads everything again a little later. `storage` returns the storage of the tab.
 */
export function readAgainAfterLeaving(client: QueryClient, page: EventTarget, storage: () => Storage): void {
  const withStorage = (use: (store: Storage) => unknown): unknown => {
    try {
      return use(storage());
    } catch {
      return null; // The browser does not allow storage.
    }
  };
  page.addEventListener('pagehide', () => client.isMutating() > 0 && withStorage((store) => store.setItem(LEFT, 'true')));
  if (withStorage((store) => store.getItem(LEFT)) === null) return;
  withStorage((store) => store.removeItem(LEFT));
  for (const wait of READ_AGAIN_AFTER) setTimeout(() => void client.invalidateQueries(), wait);
}
