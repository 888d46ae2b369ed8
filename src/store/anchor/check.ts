import { type Position, START } from '../../domain/kernel/event.ts';
import { AnchorNotGenuine, type LogAnchor, type LogAnchors } from '../../ports/log-anchor.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import { GlobalChain } from './global-chain.ts';

export type AnchoredLog = Pick<RawLog, 'readLinks' | 'positionOf'>;

/** How far the global chain has been computed: up to the event at this position. */
export interface ChainEnd {
  readonly chain: GlobalChain;
  readonly position: Position;
}

/**
 * The result of comparing the log with its anchor. `shorter`: events are missing at its end. `other`: it has another event somewhere, or
 * another order. `longer`: it has events that were written after the planned end.
 */
export type AnchorCheck =
  | { readonly kind: 'as_known'; readonly anchor: LogAnchor; readonly end: ChainEnd }
  | { readonly kind: 'shorter' | 'other' | 'longer'; readonly known: number; readonly found: number }
  | { readonly kind: 'not_genuine'; readonly reason: string };

const BATCH = 1000;

/** Adds the events after a position to a chain, until it has so many events or the log ends. Returns the position that was reached. */
export async function extend(
  log: Pick<RawLog, 'readLinks'>,
  { chain, position }: ChainEnd,
  until = Number.POSITIVE_INFINITY,
): Promise<Position> {
  let after = position;
  while (chain.events < until) {
    const links = await log.readLinks(after, Math.min(BATCH, until - chain.events));
    for (const link of links) chain.add(link);
    after = links.at(-1)?.position ?? after;
    if (links.length === 0) break;
  }
  return after;
}

/** The chain over the whole log. */
export async function wholeChain(log: Pick<RawLog, 'readLinks'>): Promise<ChainEnd> {
  const chain = new GlobalChain();
  return { chain, position: await extend(log, { chain, position: START }) };
}

/**
 * Compares the log with its anchor. It reads the events since the last full block only, unless they differ: events before that are checked
 * by `vouch verify`. The log may grow meanwhile.
 * @throws StoreUnavailable
 */
export async function checkAnchor(log: AnchoredLog, anchors: Pick<LogAnchors, 'logAnchor'>): Promise<AnchorCheck> {
  const anchor = await genuine(anchors);
  if (typeof anchor === 'string') return { kind: 'not_genuine', reason: anchor };
  const from = anchor.block_end === null ? START : await log.positionOf(anchor.block_end);
  if (from === null) return differing(log, anchor);
  const chain = new GlobalChain(anchor);
  const position = await extend(log, { chain, position: from }, anchor.events);
  if (chain.events < anchor.events || chain.head !== anchor.head) return differing(log, anchor);
  if (anchor.closed && (await log.readLinks(position, 1)).length > 0) return differing(log, anchor);
  return { kind: 'as_known', anchor, end: { chain, position } };
}

async function genuine(anchors: Pick<LogAnchors, 'logAnchor'>): Promise<LogAnchor | string> {
  try {
    return await anchors.logAnchor();
  } catch (error) {
    if (error instanceof AnchorNotGenuine) return error.message;
    throw error;
  }
}

/** Reads the whole log, because the events since the last full block were not found, or do not give the head. */
async function differing(log: AnchoredLog, anchor: LogAnchor): Promise<AnchorCheck> {
  const chain = new GlobalChain();
  const position = await extend(log, { chain, position: START }, anchor.events);
  const isSame = chain.events === anchor.events && chain.head === anchor.head;
  const end = { chain, position };
  const hasMore = isSame && anchor.closed && (await log.readLinks(position, 1)).length > 0;
  // Only the index, by which the end of the block is found, is wrong.
  if (isSame && !hasMore) return { kind: 'as_known', anchor, end };
  await extend(log, end);
  return { kind: isSame ? 'longer' : chain.events < anchor.events ? 'shorter' : 'other', known: anchor.events, found: chain.events };
}

const events = (count: number): string => (count === 1 ? '1 event' : `${count} events`);

/** Says in a sentence what differs; null if nothing does. */
export function differenceOf(check: AnchorCheck): string | null {
  switch (check.kind) {
    case 'as_known':
      return null;
    case 'not_genuine':
      return `Whether the event log is whole cannot be told: ${check.reason}.`;
    case 'shorter':
      return `The event log is shorter than what the vault knows: it has ${events(check.found)}, and ${check.known - check.found} of ${check.known} are missing.`;
    case 'longer':
      return `The event log has ${events(check.found - check.known)} that came after the program ended as planned: it has ${check.found}, and the vault knows ${check.known}.`;
    case 'other':
      return `The event log is another one than the vault knows: its first ${events(check.known)} are not the same, or not in the same order.`;
  }
}
