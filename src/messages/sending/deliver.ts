import {
  type AttemptOutcome,
  attemptsEnded,
  beginAttempt,
  type DueDelivery,
  delayAttempt,
  dueDelivery,
  endUnsent,
  noteOutcome,
  takePlace,
} from '../../app/delivery/attempts.ts';
import { localeOf, writtenFor } from '../../app/locale.ts';
import { createOutcomes, type WriteOutcome } from '../../concurrency/under-way.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { MailRefused } from '../../ports/mailer.ts';
import { SubscriptionGone } from '../../ports/push.ts';
import { WhatsAppRefused } from '../../ports/whatsapp.ts';
import type { Prepared } from '../mail/mail.ts';
import type { MessageKind, MessagePorts } from './message-kind.ts';

/**
 * Makes the attempt of the delivery `id` if one is due, and records how it ended. Gives the position of what was written;
 * null if nothing was due or another worker makes this attempt.
 */
export type Deliver = (id: string) => Promise<Position | null>;

/**
 * The beginning of an attempt is written to the log before anything is sent, so that only one of several workers sends.
 * After a crash in between, nobody knows whether the message was sent. It is then sent again with the same Message-ID,
 * once the attempt's time is over.
 */
export function createDeliver(ports: MessagePorts, kinds: readonly MessageKind[]): Deliver {
  const known = new Map(kinds.map((each) => [each.kind, each]));
  const outcomes = createOutcomes();
  return async (id) => {
    const pending = outcomes.pending(id);
    if (pending !== null) return outcomes.note(id, pending);
    const { app } = ports;
    const now = app.clock.now();
    const delivery = await dueDelivery(app, id, now);
    if (delivery === null) return null;
    const ready = await prepare(ports, known, delivery, now);
    if (ready.instead !== null) return endUnsent(app, delivery, ready.instead);
    const waits = ready.notBefore ?? now;
    if (waits > now) return delayAttempt(app, delivery, waits, now);
    const turn = ready.place ? await takePlace(app, delivery, ready.place.to, ready.place.kind, now) : now;
    if (turn > now) return delayAttempt(app, delivery, turn, now);
    const begun = await beginAttempt(app, delivery, now);
    if (begun === null) return null;
    const outcome = await attemptOutcome(ready.send, begun.attempt, now);
    return outcomes.note(
      id,
      onceFrom(begun.delivery, (known) => noteOutcome(app, known, outcome)),
    );
  };
}

/** Only the first try relies on where the stream ended. A later one may come after a restart of the store, and reads the stream. */
function onceFrom(delivery: DueDelivery, note: (known: DueDelivery) => Promise<Position | null>): WriteOutcome {
  let known = delivery;
  return () => {
    const given = known;
    known = { ...delivery, last: undefined };
    return note(given);
  };
}

/**
 * What goes to the owner follows their locale. That of a partner is not known.
 * @throws RangeError if the kind is unknown, for example because an earlier version of the program was started again
 */
async function prepare(
  ports: MessagePorts,
  kinds: ReadonlyMap<string, MessageKind>,
  delivery: DueDelivery,
  now: string,
): Promise<Prepared> {
  const ended = attemptsEnded(delivery, now);
  if (ended !== null) return { instead: ended };
  const { id, state } = delivery;
  const kind = kinds.get(state.kind);
  if (kind === undefined) throw new RangeError(`There is no message of the kind '${state.kind}'.`);
  const locale = state.partner === null ? await localeOf(ports.app, state.user_id) : null;
  return writtenFor(locale, () => kind.prepare(ports, id, state, now));
}

/** After these another attempt cannot help. */
const FINAL = [MailRefused, WhatsAppRefused, SubscriptionGone] as const;

async function attemptOutcome(send: Extract<Prepared, { instead: null }>['send'], attempt: number, now: string): Promise<AttemptOutcome> {
  try {
    const { message_id: messageId, head_size: headSize } = await send();
    return { type: 'NoteSent', attempt, messageId, headSize };
  } catch (error) {
    const final = FINAL.some((refused) => error instanceof refused);
    return { type: 'NoteFailed', attempt, reason: error instanceof Error ? error.message : 'Unknown.', final, now };
  }
}
