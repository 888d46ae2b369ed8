import type { ProofTopic } from '../../domain/delivery/events.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { account } from '../../projections/account/accounts.ts';
import { proofNoticesOf, type WaitingProofTopic } from '../../projections/proof/proof-notices.ts';
import type { App } from '../app.ts';
import { openRecipient, requestDelivery } from '../delivery/requests.ts';
import { requestMessage } from '../partner/partner-messages.ts';
import { byMail } from '../partner/partner-notices.ts';
import { loadPartner } from '../partner/partner-record.ts';
import { latest } from '../task/task-send.ts';

type Topics = readonly WaitingProofTopic[];

/**
 * Requests the due messages about proof: one to each partner and one to the owner, each about everything that is due. If it runs twice or
 * in two processes, it requests each once. Null: nothing is due.
 */
export async function notifyOfProof(app: App, owner: string): Promise<Position | null> {
  await app.waitForReadModels(await app.store.head());
  const topics = (await proofNoticesOf(app.views, owner))?.topics ?? [];
  const now = app.clock.now();
  const partners = new Set(topics.flatMap(({ partner_id }) => partner_id ?? []));
  const positions: (Position | null)[] = [];
  for (const id of partners) {
    const theirs = topics.filter(({ partner_id }) => partner_id === id);
    positions.push(await notifyPartner(app, owner, id, dueToPartner(theirs, now)));
  }
  const toOwner = topics.filter(({ partner_id, at }) => partner_id === null && at <= now);
  return latest([...positions, await notifyOwner(app, owner, toOwner)]);
}

/** When the first proof is due, the message contains all waiting proofs. Until then it contains only reminders and appeals. */
function dueToPartner(topics: Topics, now: string): Topics {
  const asks = topics.some(({ kind, at }) => kind === 'review' && at <= now);
  return topics.filter(({ kind, at }) => (kind === 'review' ? asks : at <= now));
}

/** The id of a message is made from its first topic. Another worker may have seen fewer topics, but the same first one. */
const nameOf = (owner: string, { kind, task_id, of, at }: WaitingProofTopic): string => `${owner} proof ${kind} ${task_id} ${of} ${at}`;

const named = (topics: Topics): readonly ProofTopic[] => topics.map(({ kind, task_id, of }) => ({ kind, task_id, of }));

async function notifyPartner(app: App, owner: string, id: string, topics: Topics): Promise<Position | null> {
  const [first] = topics;
  if (first === undefined) return null;
  const state = await loadPartner(app, id);
  if (state.status !== 'accepted') return null;
  const partner = { id, state };
  const message = { kind: 'partner_review', channel: byMail(partner), once: nameOf(owner, first), proofs: named(topics) } as const;
  return requestMessage(app, partner, message, app.newId());
}

async function notifyOwner(app: App, owner: string, topics: Topics): Promise<Position | null> {
  const [first] = topics;
  const found = first === undefined ? null : await account(app.views, owner);
  const recipient = found && (await openRecipient(app, owner, found.doc));
  if (first === undefined || recipient === null) return null;
  const data = { channel: 'mail', kind: 'verification_update', user_id: owner, expires_at: null, proofs: named(topics) } as const;
  const context = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  return requestDelivery(app, derivedId('proof_mail', nameOf(owner, first)), { data, private: recipient }, context);
}
