import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { isThere, type PartnerCommand, partnerDecider } from '../../domain/partner/decide.ts';
import { type PartnerRole, type PartnerWords, partnerStream } from '../../domain/partner/events.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import { keyFor } from '../../domain/partner/state.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { type Partner, type PartnerLink, partnerLink } from './partner-messages.ts';
import { afterPartner } from './partner-reactions.ts';
import { loadPartner, recordsOf, sendToPartner, withPartnersLock } from './partner-record.ts';

export type PartnerView = 'asked' | 'progress' | 'declined' | 'stopped';
export interface Opened {
  readonly link: PartnerLink;
  readonly partner: Partner;
  readonly view: PartnerView;
  readonly role: PartnerRole;
}

/**
 * Reads a link of the partner's page and changes nothing. Null: it is invented or expired, or its address no longer belongs to the partner.
 */
export async function openPartnerLink(app: App, token: string): Promise<Opened | null> {
  const link = await partnerLink(app, 'page', token);
  if (link === null) return null;
  const { channel, partner: to, kind } = link.message;
  const state = await loadPartner(app, to.id);
  if (state.status === 'none' || state.status === 'removed' || keyFor(channel, state) !== to.key) return null;
  const view = ((): PartnerView | null => {
    if (state.status === 'unsubscribed') return 'stopped';
    if (state.status === 'declined') return 'declined';
    if (state.accepted[channel]) return 'progress';
    if (kind !== 'partner_invitation') return null;
    return state.refused.includes(to.key) ? 'declined' : 'asked';
  })();
  return view && { link, partner: { id: to.id, state }, view, role: roleOf(state) };
}

/** The partner as the caller, acting for the owner who invited them. */
export const partnerCaller = (app: Pick<App, 'newId'>, { id, state }: Partner): Caller => ({
  owner: state.user_id,
  actor: { kind: 'partner', id },
  correlationId: app.newId(),
  causationId: null,
});

/** Records the answer to an invitation. It can be repeated. */
export async function answerInvitation(
  app: App,
  caller: Caller,
  { link, partner }: Opened,
  answer: 'Accept' | 'Decline',
): Promise<Position | null> {
  const { channel, kind, partner: to } = link.message;
  if (kind !== 'partner_invitation') return null;
  const owner = partner.state.user_id;
  return withPartnersLock(app, owner, async () => {
    const others = (await recordsOf(app, owner)).records.filter(({ id }) => id !== partner.id);
    const isTaken = others.some(({ state }) => isThere(state) && roleOf(state) === roleOf(partner.state));
    if (answer === 'Accept' && isTaken) return null;
    return act(app, caller, partner, answer === 'Accept' ? { type: 'Accept', channel, key: to.key } : { type: 'Decline', key: to.key });
  });
}

const isOver = (status: Partner['state']['status']): boolean => status === 'unsubscribed' || status === 'removed';

/** An unsubscribe link that was opened. `stopped`: this address has unsubscribed already. */
export interface OpenedStop {
  readonly partner: Partner;
  readonly key: string;
  readonly stopped: boolean;
}

/** Reads an unsubscribe link and changes nothing. Null: it is invented or expired. */
export async function openStopLink(app: App, token: string): Promise<OpenedStop | null> {
  const link = await partnerLink(app, 'stop', token);
  if (link === null) return null;
  const { id, key } = link.message.partner;
  const state = await loadPartner(app, id);
  if (state.status === 'none') return null;
  return { partner: { id, state }, key, stopped: isOver(state.status) && state.refused.includes(key) };
}

/** Stops all messages of this owner to this address. It can be repeated. */
export const unsubscribe = (app: App, caller: Caller, { partner, key }: OpenedStop): Promise<Position | null> =>
  act(app, caller, partner, { type: 'Unsubscribe', key });

async function act(app: App, caller: Caller, { id }: Partner, command: PartnerCommand): Promise<Position | null> {
  const { events, position } = await sendToPartner(app, caller, id, command);
  return react(app, events, position);
}

async function react(app: App, events: readonly Recorded[], position: Position | null): Promise<Position | null> {
  const reactions: (Position | null)[] = [];
  for (const event of events) reactions.push(await afterPartner(app, event));
  return latest([position, ...reactions]);
}

/** `note` without a text says only that the partner wrote. */
export type WordsKind = 'ask' | 'well_done' | 'note';

const TYPES = { ask: 'PartnerAsked', well_done: 'PartnerPraised', note: 'PartnerWrote' } as const;

function eventOf(kind: WordsKind, user_id: string, text: string): PartnerWords {
  const type = TYPES[kind];
  const data = { user_id };
  return type === 'PartnerAsked' || text === '' ? { type, data } : { type, data, private: { text } };
}

/**
 * Records what the partner says to the owner, and requests the mail to the owner. The text is sealed under the owner's key, because
 * `caller.owner` is the owner.
 * @throws RuleViolation rate_limited, not_accepted
 */
export async function speak(
  app: App,
  caller: Caller,
  { id, state }: Partner,
  { kind, text }: { readonly kind: WordsKind; readonly text: string },
): Promise<Position | null> {
  const words = eventOf(kind, state.user_id, text);
  const { events, position } = await handle(app, partnerDecider, partnerStream(id), { type: 'Speak', words, now: app.clock.now() }, caller);
  return react(app, events, position);
}
