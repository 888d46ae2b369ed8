import type { Waiting } from '../../app/delivery/attempts.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { WhatsApp } from '../../ports/whatsapp.ts';
import type { ComposeOrNothing, ComposePorts, Prepared } from '../mail/composed.ts';

/** What messages are made and sent with. */
export interface MessagePorts extends ComposePorts {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
}

/** One kind of message. */
export interface MessageKind {
  /** As deliveries store it and metrics label it: lower case, words joined by an underscore. It never changes. */
  readonly kind: string;
  /** Makes the message of a delivery when it is due. `now`: RFC 3339. */
  readonly prepare: (ports: MessagePorts, id: string, state: Waiting, now: string) => Promise<Prepared>;
}

/**
 * A mail to the owner of an account. It is given up where there is nobody any more to whom it could go, and cancelled where
 * there is nothing to say any more.
 */
export const ownerMail = (kind: string, compose: ComposeOrNothing): MessageKind => ({
  kind,
  async prepare(ports, id, state, now) {
    const composed = await compose(ports, id, state);
    if (composed === null) return { instead: { type: 'GiveUp', reason: 'The account was deleted.', now } };
    if (composed === 'nothing') return { instead: { type: 'Cancel', reason: 'nothing' } };
    const messageId = `<${id}@${new URL(ports.origin()).hostname}>`;
    return { instead: null, send: () => ports.mailer.send({ ...composed, messageId, at: now, userId: state.user_id }) };
  },
});
