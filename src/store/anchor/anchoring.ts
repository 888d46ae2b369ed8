import { setImmediate as breath } from 'node:timers/promises';
import { type Position, START } from '../../domain/kernel/event.ts';
import type { LogAnchors } from '../../ports/log-anchor.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import { type AnchorCheck, type AnchoredLog, type ChainEnd, checkAnchor, differenceOf, extend, wholeChain } from './check.ts';

/** The log is not the one that the vault knows. The message says what differs and what to do. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

export interface AnchoringPorts {
  readonly log: AnchoredLog & Pick<RawLog, 'head'>;
  readonly anchors: LogAnchors;
}

export interface SettleOptions {
  /** The program ends as planned: nothing is written after this, and later calls do nothing. */
  readonly closed?: boolean;
}

/** A part of the log: the events after one position, up to another. */
export interface LogPart {
  readonly after: Position;
  readonly through: Position;
}

/** Keeps the anchor of the log up to date. */
export interface Anchoring {
  /** The events that the vault did not know yet when the program started: all of them, if another log was accepted. */
  readonly newAtStart: LogPart;
  /**
   * Stores an anchor with everything that the log has now. Whoever signs a head of a ledger calls it before, so that the anchor is never
   * behind what was signed.
   * @throws LogRefused, StoreUnavailable, StoreFull
   */
  settle(options?: SettleOptions): Promise<void>;
  /** Whether another log was accepted, at this start or at one before it, and what follows from that may not be done yet. */
  isAccepted(): boolean;
  /** What follows from the acceptance is done, and the operator has removed the setting. */
  forgetAcceptance(): Promise<void>;
}

/** A stored anchor is this many events behind at most while a long log is read for the first time. */
const STEP = 8 * 1024;

interface Known extends ChainEnd {
  /** The number of events of the newest anchor that this process knows, and whether it is closed. */
  stored: { readonly events: number; readonly closed: boolean };
}

/** The anchoring of a log that a start has found to be the one that is known. */
function createAnchoring({ log, anchors }: AnchoringPorts, found: AnchorCheck, newAtStart: LogPart): Anchoring {
  let known: Known | null = knownFrom(found);
  let running: Promise<void> = Promise.resolve();
  let ended = false;
  let accepted = found.kind === 'as_known' && found.anchor.accepted;

  async function settle({ closed = false }: SettleOptions): Promise<void> {
    for (;;) {
      known ??= knownFrom(await checkAnchor(log, anchors));
      const before = known.chain.events;
      const position = await extend(log, known, before + STEP);
      known = { ...known, position };
      const { events } = known.chain;
      const isEnd = events < before + STEP;
      const isNew = events !== known.stored.events || (isEnd && closed !== known.stored.closed);
      if (isNew && !(await store(known, isEnd && closed))) continue;
      if (isEnd) return;
      await breath();
    }
  }

  /** False: another process has stored a later anchor, so this one begins again from it. */
  async function store(at: Known, closed: boolean): Promise<boolean> {
    const stored = await anchors.putLogAnchor(at.chain.anchor({ closed, accepted }));
    if (stored) at.stored = { events: at.chain.events, closed };
    else known = null;
    return stored;
  }

  return {
    newAtStart,
    isAccepted: () => accepted,
    async forgetAcceptance() {
      accepted = false;
      await running;
      const anchor = await anchors.logAnchor();
      if (anchor.accepted) await anchors.putLogAnchor({ ...anchor, accepted: false });
    },
    settle(options = {}) {
      if (ended) return running;
      ended = options.closed === true;
      const settled = running.then(() => settle(options));
      running = settled.catch(() => undefined);
      return settled;
    },
  };
}

function knownFrom(found: AnchorCheck): Known {
  if (found.kind !== 'as_known') throw new LogRefused(`${differenceOf(found)}`);
  const { events, closed } = found.anchor;
  return { ...found.end, stored: { events, closed } };
}

export interface StartOptions {
  /** The operator has set VOUCH_ACCEPT_SHORTER_LOG. */
  readonly accept: boolean;
}

export interface StartedLog {
  readonly anchoring: Anchoring;
  /** What was accepted; null if the log is the one that is known. */
  readonly accepted: { readonly known: number; readonly found: number } | null;
}

const ADVICE =
  'Put the log back from the newest backup that verifies. To go on with the log as it is, set VOUCH_ACCEPT_SHORTER_LOG=1 for one start: what is missing is lost then.';
const ACCEPTED_BEFORE = 'VOUCH_ACCEPT_SHORTER_LOG has accepted a log before: remove it, start once without it, and set it again.';

/**
 * Compares the log with its anchor before anything is done on it, and opens the anchor.
 * @throws LogRefused if it is another one and was not accepted
 */
export async function startAnchoring({ log, anchors }: AnchoringPorts, { accept }: StartOptions): Promise<StartedLog> {
  const found = await checkAnchor(log, anchors);
  if (found.kind !== 'as_known') return acceptOther({ log, anchors }, found, accept);
  const opened = { ...found.anchor, closed: false };
  if (found.anchor.closed) await anchors.putLogAnchor(opened);
  const newAtStart = { after: found.end.position, through: await log.head() };
  return { anchoring: createAnchoring({ log, anchors }, { ...found, anchor: opened }, newAtStart), accepted: null };
}

async function acceptOther(
  { log, anchors }: AnchoringPorts,
  found: Exclude<AnchorCheck, { kind: 'as_known' }>,
  accept: boolean,
): Promise<StartedLog> {
  const difference = differenceOf(found);
  if (!accept) throw new LogRefused(`${difference} ${ADVICE}`);
  if (await wasAccepted(anchors)) throw new LogRefused(`${difference} ${ACCEPTED_BEFORE}`);
  const end = await wholeChain(log);
  const anchor = end.chain.anchor({ closed: false, accepted: true });
  await anchors.replaceLogAnchor(anchor);
  const known = found.kind === 'not_genuine' ? 0 : found.known;
  const anchoring = createAnchoring({ log, anchors }, { kind: 'as_known', anchor, end }, { after: START, through: end.position });
  return { anchoring, accepted: { known, found: anchor.events } };
}

/** Whether the present setting has accepted a log already. An anchor that is not genuine tells nothing. */
const wasAccepted = (anchors: LogAnchors): Promise<boolean> =>
  anchors.logAnchor().then(
    ({ accepted }) => accepted,
    () => false,
  );
