import type { App } from '../../app/app.ts';
import type { Waiting } from '../../app/delivery/attempts.ts';
import { linkEnds, type Partner, partnerToken } from '../../app/partner/partner-messages.ts';
import { loadPartner } from '../../app/partner/partner-record.ts';
import { ownerSeen } from '../../app/partner/partner-summary.ts';
import { longDate } from '../../contracts/words/format.ts';
import { pageLinkWords } from '../../contracts/words/invitation.ts';
import { greeting, type NamedOwner, ownerWithAddress, ownerWords, safeName } from '../../contracts/words/naming.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { CancelReason, DeliveryChannel, ProofTopic, ToPartner } from '../../domain/delivery/events.ts';
import { partnerKeyOwner } from '../../domain/partner/events.ts';
import { keyFor } from '../../domain/partner/state.ts';
import type { StoredPlace } from '../../ports/secrets.ts';
import type { ComposePorts, Wording } from '../mail/mail.ts';
import { buttonOf, textsOf, wording } from '../mail/wording.ts';
import type { SummaryView } from '../partner/summary-view.ts';

/** The texts of a message to a partner. A mail and a chat message are made from the same texts. */
export interface PartnerMessage {
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly body: readonly string[];
  readonly rows: readonly MessageRow[];
  readonly summary: SummaryView | null;
  /** Further sections, if the message combines several. */
  readonly more: readonly MessageSection[];
  readonly button: { readonly label: string; readonly url: string } | null;
  /** The same as a PDF; null: there is none. */
  readonly pdf: { readonly label: string; readonly url: string } | null;
  readonly small: readonly string[];
  readonly why: string;
  readonly stop: { readonly label: string; readonly url: string };
}
export type MessageSection = Pick<PartnerMessage, 'heading' | 'body' | 'rows' | 'summary'>;
export interface MessageRow {
  readonly title: string;
  readonly state: string;
  /** Why it was skipped; empty if it was not. */
  readonly reason: string;
  readonly tone: 'missed' | 'quiet' | 'review' | 'due';
  /** The day of this row if the message is about several days, or another remark about it; otherwise empty. */
  readonly when: string;
}

export interface MessageParties extends NamedOwner {
  readonly partner: string;
  readonly page: string;
  readonly stop: string;
  /** The date on which the link ends, such as '4 December 2026'. */
  readonly ends: string;
}

/** Values that every wording may use. */
interface PartyWords extends Pick<MessageParties, 'page' | 'stop'> {
  /** The sentences about the link to the page. */
  readonly page_link: string;
  /** The owner's name, and the name with the address beside it. */
  readonly owner: string;
  readonly who: string;
}

/** Partials that every wording may contain. */
const COMMON = ['page-link.hbs', 'accepted.hbs'];

/**
 * Makes messages from the template `file` of this folder, the parties and other values. `partials`: the files of
 * partials that it uses besides the common ones.
 */
export function partnerWording<Values extends object = object>(
  file: string,
  partials: readonly string[] = [],
): (parties: MessageParties, values: Values) => PartnerMessage {
  const said = wording<PartyWords & Values>(import.meta.url, file, [...COMMON, ...partials]);
  return (parties, values) => {
    const { page, stop } = parties;
    const common = { page, stop, page_link: pageLinkWords(parties.ends), owner: ownerWords(parties), who: ownerWithAddress(parties) };
    return messageOf(said({ ...common, ...values }), parties);
  };
}

const messageOf = (said: Wording, { partner, stop }: MessageParties): PartnerMessage => ({
  subject: said.subject,
  heading: textsOf(said, 'heading')[0] ?? '',
  greeting: greeting(partner),
  body: textsOf(said, 'text'),
  rows: [],
  summary: null,
  more: [],
  button: buttonOf(said),
  pdf: null,
  small: textsOf(said, 'small'),
  why: said.why,
  stop: { label: said.links[0]?.label ?? '', url: stop },
});

/** A delivery whose recipient is a partner. */
export type PartnerDelivery = Waiting & { readonly partner: ToPartner; readonly channel: Exclude<DeliveryChannel, 'push'> };
export const isPartnerDelivery = (state: Waiting): state is PartnerDelivery => state.partner !== null && state.channel !== 'push';

/** What a delivery to a partner stores about its message. */
export type PartnerAbout = ToPartner & { readonly proofs: readonly ProofTopic[] };

export interface PartnerMessageKind {
  readonly kind: string;
  /** `accepted`: it goes only to an address that has accepted; `unanswered`: until it is answered; `anybody`: always. */
  readonly goesTo: 'accepted' | 'unanswered' | 'anybody';
  /** `about` is what the delivery stores about the message. Gives null if there is nothing to say any more. */
  readonly compose: (
    app: App,
    about: PartnerAbout,
    partner: Partner,
    parties: MessageParties & { readonly today: string },
  ) => Promise<PartnerMessage | null>;
  /** The limit for a day that the message counts towards. Null, or left out: none. */
  readonly placed?: (about: ToPartner) => StoredPlace['kind'] | null;
  /**
   * The message that is sent if the owner's account was deleted, so that nobody can be named. Without it, nothing is
   * sent then.
   */
  readonly composeUnnamed?: (parties: MessageParties) => PartnerMessage;
}

/** A message to a partner with its recipient; or, in `stopped`, why it must not be sent any more. */
export type ComposedPartnerMessage =
  | { readonly stopped: CancelReason }
  | {
      readonly stopped: null;
      readonly message: PartnerMessage;
      readonly to: string;
      readonly name: string;
      readonly oneClick: string;
      /** The owner's address, to which the partner's answer goes; empty: nobody is to be answered. */
      readonly answersTo: string;
    };

/**
 * Composes a message at the moment of sending. It follows the partner's answer, the owner's choice of detail and the titles
 * as they are at that moment.
 */
export async function composePartnerMessage(
  ports: ComposePorts,
  id: string,
  delivery: PartnerDelivery,
  kind: PartnerMessageKind,
): Promise<ComposedPartnerMessage> {
  const { app } = ports;
  const state = await loadPartner(app, delivery.partner.id);
  if (state.status === 'none') return { stopped: 'removed' };
  const partner = { id: delivery.partner.id, state };
  const stopped = reasonToStop(kind, delivery, partner);
  if (stopped !== null) return { stopped };
  const [found, to] = await Promise.all([ownerSeen(app, state.user_id), app.opener.open(partnerKeyOwner(partner.id), delivery.to)]);
  // The owner of a deleted account has no name any more.
  const who = found ?? (kind.composeUnnamed ? DELETED_OWNER : null);
  if (who === null || to === null) return { stopped: 'removed' };
  const stop = `${ports.origin()}/partner/${partnerToken(app.hashes, 'stop', id)}/unsubscribe`;
  const parties: MessageParties = {
    owner: who.name,
    ownerAddress: who.address,
    partner: to.name,
    page: `${ports.origin()}/partner/${partnerToken(app.hashes, 'page', id)}`,
    stop,
    ends: longDate(localDate(linkEnds('page', delivery.requested_at), who.zone)),
  };
  const today = localDate(app.clock.now(), who.zone);
  const composeUnnamed = found ? undefined : kind.composeUnnamed;
  const about = { ...delivery.partner, proofs: delivery.proofs };
  const message = composeUnnamed ? composeUnnamed(parties) : await kind.compose(app, about, partner, { ...parties, today });
  return message === null
    ? { stopped: 'nothing' }
    : { stopped: null, message, to: String(to.to), name: safeName(to.name, ''), oneClick: stop, answersTo: answersOf(kind, parties) };
}

/** Who has accepted may answer the owner. An invitation or a farewell is from Vouch. */
const answersOf = ({ goesTo }: PartnerMessageKind, { ownerAddress }: MessageParties): string => (goesTo === 'accepted' ? ownerAddress : '');

const DELETED_OWNER = { name: '', address: '', zone: 'UTC' };

const REASON_BY_STATUS = {
  removed: 'removed',
  declined: 'declined',
  unsubscribed: 'unsubscribed',
  invited: 'moved',
  accepted: 'moved',
} as const;

/** Why a message must not be sent any more; null if it may be. */
function reasonToStop(
  { goesTo }: PartnerMessageKind,
  { channel, partner: { key } }: PartnerDelivery,
  { state }: Partner,
): CancelReason | null {
  if (goesTo === 'anybody') return null;
  if (state.status !== 'invited' && state.status !== 'accepted') return REASON_BY_STATUS[state.status];
  if (keyFor(channel, state) !== key) return 'moved';
  const unanswered = !state.accepted[channel] && !state.refused.includes(key);
  const maySend = goesTo === 'unanswered' ? unanswered : state.accepted[channel];
  return maySend ? null : 'moved';
}
