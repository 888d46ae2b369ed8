import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { keepaliveRequests } from './keepalive.ts';

/** Of an act whose loss costs nothing: it is seen at once, and done again. */
export const SAFE_TO_LOSE: MutationMeta = { safeToLose: true };

/** A change that was sent and had no answer for so long, in ms, may never have arrived. */
const PATIENCE = 3_000;

/**
 * Whether a change would, or might, be lost with the page: it waits for the connection or for the change before it,
 * was sent in a way that ends with the page, or is without an answer for long. `now`: ms, as by Date.now.
 */
export function mayBeLost(client: QueryClient, now: number): boolean {
  const open = client.getMutationCache().findAll({ status: 'pending' });
  const running = open.filter(({ state }) => !state.isPaused);
  if (running.length > keepaliveRequests()) return true;
  return open.some(({ state, meta }) => !meta?.safeToLose && (state.isPaused || now - state.submittedAt > PATIENCE));
}

/** Has the browser ask, in its own words, before it leaves the page while a change may be lost. */
export function askBeforeLoss(client: QueryClient, page: EventTarget): void {
  const ask = (event: Event) => {
    if (!mayBeLost(client, Date.now())) return;
    event.preventDefault();
    // Safari asks only for this.
    (event as BeforeUnloadEvent).returnValue = true;
  };
  // Only while something is open: a page that listens may not be kept for the way back.
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}

const LEFT = 'leftUnanswered';
/** When the page after it reads again, in ms. */
const AGAIN = [1_000, PATIENCE] as const;

/**
 * A page that goes before its changes are answered leaves word to the next, which may well read before they have arrived
 * and would show them as lost: it reads again a little later. `keep`: what a tab keeps between its pages.
 */
export function readAgainAfterLeaving(client: QueryClient, page: EventTarget, keep: () => Storage): void {
  const emptyOnFailure = (use: (store: Storage) => unknown): unknown => {
    try {
      return use(keep());
    } catch {
      return null; // This browser keeps nothing.
    }
  };
  page.addEventListener('pagehide', () => client.isMutating() > 0 && emptyOnFailure((store) => store.setItem(LEFT, 'true')));
  if (emptyOnFailure((store) => store.getItem(LEFT)) === null) return;
  emptyOnFailure((store) => store.removeItem(LEFT));
  for (const wait of AGAIN) setTimeout(() => void client.invalidateQueries(), wait);
}
