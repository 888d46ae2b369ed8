import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { keepaliveRequests } from './client.ts';
import { isStored } from './kept.ts';

/** The meta of a mutation that may be lost without harm: the person sees that it failed, and does it again. */
export const SAFE_TO_LOSE: MutationMeta = { safeToLose: true };

/** Milliseconds without an answer after which a change that was sent may be lost. */
const UNANSWERED_AFTER = 3_000;

/**
 * Whether a change would or might be lost if the page were closed: it waits for the connection or for an earlier change,
 * was sent by a request that ends with the page, or has had no answer for a long time. `now` is in milliseconds since the epoch.
 */
export function mayBeLost(client: QueryClient, now: number): boolean {
  const all = client.getMutationCache().findAll({ status: 'pending' });
  // What this browser keeps is sent by the next page.
  const open = all.filter((mutation) => !isStored(mutation));
  const running = all.filter(({ state }) => !state.isPaused);
  if (open.some(({ state }) => !state.isPaused) && running.length > keepaliveRequests()) return true;
  return open.some(({ state, meta }) => !meta?.safeToLose && (state.isPaused || now - state.submittedAt > UNANSWERED_AFTER));
}

/** Lets the browser ask for confirmation before it leaves the page while a change may be lost. */
export function confirmBeforeLoss(client: QueryClient, page: EventTarget): void {
  const ask = (event: Event) => {
    if (!mayBeLost(client, Date.now())) return;
    event.preventDefault();
    // Safari only asks when this is set.
    (event as BeforeUnloadEvent).returnValue = true;
  };
  // The listener is there only while a change is pending: browsers may not cache a page that has one.
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}

const LEFT = 'leftUnanswered';
/** Milliseconds after which the next page reads everything again. */
const READ_AGAIN_AFTER = [1_000, UNANSWERED_AFTER] as const;

/**
 * A page that is left before its changes were answered leaves a note in the tab's storage. The next page may have read
 * before those changes arrived, so it reads everything again a little later. `storage` gives the storage of the tab.
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
