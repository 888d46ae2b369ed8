import type { CancelReason } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { foldStream } from '../../domain/kernel/fold-stream.ts';
import { partnerDecider } from '../../domain/partner/decide.ts';
import { PARTNER_EVENTS, type PartnerChannel, partnerStream, type RecordedPartnerEvent } from '../../domain/partner/events.ts';
import { keyFor, keysOf, type PartnerRecord, type PartnerState, primary } from '../../domain/partner/state.ts';
import type { App } from '../app.ts';
import { noLongerReached } from '../delivery/undelivered.ts';
import { latest } from '../task/task-send.ts';
import { cancelWaiting, requestMessage } from './partner-messages.ts';
import { summaryNow } from './partner-notices.ts';
import { tellOwner } from './partner-words.ts';

/** Reads the record up to the event, to see it as it was before. */
const FOLLOWED = {
  initial: partnerDecider.initial,
  evolve: (state: PartnerState, event: RecordedPartnerEvent): PartnerState => partnerDecider.evolve(state, event),
};

interface RecordChange {
  readonly id: string;
  readonly event: RecordedPartnerEvent;
  readonly before: PartnerState;
  readonly after: PartnerRecord;
}

/**
 * Requests and cancels the messages that follow from a change of a partner's record. Each message is requested once, however often this
 * runs, so that a reactor can repeat it after a crash.
 */
export async function afterPartner(app: App, recorded: Recorded): Promise<Position | null> {
  if (!isEvent(recorded, ...PARTNER_EVENTS)) return null;
  const id = partnerStream.requireId(recorded.stream);
  const { state: before } = await foldStream(app.store, FOLLOWED, partnerStream(id), recorded.revision);
  const after = partnerDecider.evolve(before, recorded);
  return after.status === 'none' ? null : react(app, { id, event: recorded, before, after });
}

async function react(app: App, change: RecordChange): Promise<Position | null> {
  const { event, id, after } = change;
  const cause = event.metadata.correlation_id;
  const { at } = event.metadata;
  const stop = (reason: CancelReason) => cancelWaiting(app, { id, state: after }, { reason, at }, cause);
  switch (event.type) {
    case 'PartnerInvited':
      return inOrder(
        () => stop('moved'),
        () => farewells(app, change),
        () => invite(app, change, primary(after)),
      );
    case 'PartnerChanged':
      return inOrder(
        () => farewells(app, change),
        () => inviteNumber(app, change),
      );
    case 'PartnerAccepted':
      return inviteNumber(app, change);
    case 'PartnerDeclined':
      return inOrder(
        () => stop('declined'),
        () => noLongerReached(app, after.user_id, id, 'unsubscribed', cause),
      );
    case 'PartnerUnsubscribed':
      return inOrder(
        () => stop('unsubscribed'),
        () => noLongerReached(app, after.user_id, id, 'unsubscribed', cause),
      );
    case 'PartnerRemoved':
      return inOrder(
        () => stop('removed'),
        () => farewells(app, change),
        () => noLongerReached(app, after.user_id, id, 'removed', cause),
      );
    case 'PartnerAddressRefused':
      return null;
    case 'PartnerAsked':
    case 'PartnerPraised':
    case 'PartnerWrote':
      return tellOwner(app, { id, state: after }, event.id, cause);
    case 'SummaryAsked':
      return summaryNow(app, { id, state: after }, event.id, at, cause);
  }
}

async function inOrder(...works: readonly (() => Promise<Position | null>)[]): Promise<Position | null> {
  const positions: (Position | null)[] = [];
  for (const work of works) positions.push(await work());
  return latest(positions);
}

function invite(app: App, { id, event, after }: RecordChange, channel: PartnerChannel): Promise<Position | null> {
  const message = { kind: 'partner_invitation', channel, once: `${event.id} invitation ${channel}` } as const;
  return requestMessage(app, { id, state: after }, message, event.metadata.correlation_id);
}

/** A number beside a mail address gets its own invitation, after the partner has accepted by mail. */
async function inviteNumber(app: App, change: RecordChange): Promise<Position | null> {
  const { status, accepted, whatsapp_key } = change.after;
  const known = change.before.status === 'accepted' && change.before.whatsapp_key === whatsapp_key;
  return status === 'accepted' && whatsapp_key !== null && !accepted.whatsapp && !known ? invite(app, change, 'whatsapp') : null;
}

/** Sends a farewell to a partner who had accepted and gets no more messages. They get it once, by mail if they had accepted by mail. */
async function farewells(app: App, { id, event, before, after }: RecordChange): Promise<Position | null> {
  if (before.status !== 'accepted') return null;
  const still = after.status === 'removed' ? [] : keysOf(after);
  const lost = (['mail', 'whatsapp'] as const).filter(
    (channel) => before.accepted[channel] && !still.includes(keyFor(channel, before) ?? ''),
  );
  const [channel] = lost;
  if (channel === undefined) return null;
  const message = { kind: 'partner_farewell', channel, once: `${event.id} farewell` } as const;
  return requestMessage(app, { id, state: before }, message, event.metadata.correlation_id);
}
