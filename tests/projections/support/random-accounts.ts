import type { SignupEnded } from '../../../src/domain/account/events.ts';
import { sessionStream } from '../../../src/domain/account/sign-in-events.ts';
import { aiDecider } from '../../../src/domain/ai/decide.ts';
import { aiUseStream } from '../../../src/domain/ai/events.ts';
import { addDays, localDate } from '../../../src/domain/calendar/local.ts';
import { ConnectionEnded, ConnectionMade, ConnectionRemoved, connectionStream } from '../../../src/domain/connection/events.ts';
import { deliveryStream } from '../../../src/domain/delivery/events.ts';
import { exportStream } from '../../../src/domain/export/events.ts';
import { IntegrationsChanged, integrationStream } from '../../../src/domain/integration/events.ts';
import { partnerKeyOwner, partnerStream } from '../../../src/domain/partner/events.ts';
import {
  DesignFeedbackGiven,
  feedbackStream,
  postStream,
  SocialPostDrafted,
  SocialPostEdited,
  SocialPostShared,
  SocialPostTakenBack,
  SolutionWritten,
  solutionStream,
} from '../../../src/domain/premium/events.ts';
import {
  SUBSCRIPTION_EVENTS,
  SubscriptionChecked,
  subscriptionCheckStream,
  subscriptionStream,
  TrialStarted,
} from '../../../src/domain/subscription/events.ts';
import { NO_COUNTS } from '../../../src/projections/day/days.ts';
import type { World } from './world.ts';

/** People sign up and never confirm, wrong passwords are tried, owners export their data, and others delete their accounts: one completely, and one not quite. */
export function accountActs(world: World, owners: readonly string[], pick: (below: number) => number): readonly (() => unknown)[] {
  let exported = 0;
  const take = (owner: string) => {
    const data = { export_id: `e${exported}` };
    exported += 1;
    const record = (type: 'ExportRequested' | 'ExportFailed' | 'ExportTaken' | 'ExportExpired') =>
      world.write(exportStream(owner), owner, { type, data });
    record('ExportRequested');
    if (pick(4) === 0) return record('ExportFailed');
    world.write(exportStream(owner), owner, { type: 'ExportReady', data: { ...data, expires_at: world.now } });
    return pick(3) > 0 && record(pick(2) === 0 ? 'ExportTaken' : 'ExportExpired');
  };
  let refused = 0;
  const refuse = (owner: string) => {
    refused += 1;
    world.write(sessionStream(`r${refused}`), owner, { type: 'SessionRefused', data: {} });
  };
  let signedUp = 0;
  const signUp = (ending: SignupEnded['data']['how'] | null) => {
    const owner = `signup${signedUp}`;
    signedUp += 1;
    const stream = `account-${owner}`;
    const data = { address_key: `key-${pick(3)}`, timezone: world.zone, source: `source-${pick(2)}` };
    world.write(stream, owner, { type: 'AccountRegistered', data, private: { email: `${owner}@example.org`, full_name: owner } });
    if (pick(4) > 0) world.write(stream, owner, { type: 'SignupAnswered', data: { until: world.now } });
    if (ending) world.write(stream, owner, { type: 'SignupEnded', data: { address_key: data.address_key, how: ending } });
  };
  let gone = 0;
  const leave = (forgotten: boolean) => {
    const owner = `gone${gone}`;
    gone += 1;
    world.register(owner);
    world.promise(owner, `of-${owner}`, 'Left behind', { due_date: addDays(localDate(world.now, world.zone), 1) });
    world.promise(owner, `undated-of-${owner}`, 'Left behind too');
    take(owner);
    refuse(owner);
    const stream = `account-${owner}`;
    world.write(stream, owner, { type: 'AccountDeletionRequested', data: { address_key: `key-${owner}` } });
    world.write(stream, owner, { type: 'AccountDeleted', data: { last_messages_until: world.now } });
    if (forgotten) world.write(stream, owner, { type: 'AccountForgotten', data: {} });
  };
  for (const owner of owners) {
    take(owner);
    refuse(owner);
  }
  signUp(null);
  signUp('expired');
  leave(true);
  leave(false);
  return [
    ...owners.flatMap((owner) => [() => take(owner), () => refuse(owner)]),
    () => signUp(pick(2) === 0 ? null : 'overtaken'),
    () => leave(pick(2) === 0),
  ];
}

const PLATFORMS = ['google', 'github'] as const;

/** Connections that an owner makes and removes, and that providers end, and what they are used for. Each owner has one from the start. */
export function connectionActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const write = (definition: typeof ConnectionMade | typeof ConnectionRemoved | typeof ConnectionEnded): void => {
    const platform = PLATFORMS[pick(2)] ?? 'google';
    const { data, private: texts } = definition.example;
    const event = { type: definition.type, data: { ...data, platform }, ...(texts && { private: texts }) };
    world.write(connectionStream(owner, platform), owner, event as never);
  };
  const change = (github_closes_tasks: boolean): void => {
    const data = { github_closes_tasks, github_account: github_closes_tasks ? `account ${pick(3)}` : null, was: !github_closes_tasks };
    world.write(integrationStream(owner), owner, { type: IntegrationsChanged.type, data });
  };
  write(ConnectionMade);
  change(true);
  return [
    () => change(true),
    () => change(false),
    () => write(ConnectionMade),
    () => write(ConnectionMade),
    () => write(ConnectionEnded),
    () => write(ConnectionRemoved),
  ];
}

/** Whatever can happen to the plan of an owner, in any order. Each owner has begun a trial. */
export function subscriptionActs(world: World, owner: string): readonly (() => unknown)[] {
  const write = (stream: string, { type, example }: (typeof SUBSCRIPTION_EVENTS)[number] | typeof SubscriptionChecked): void => {
    const { data, private: texts } = example;
    world.write(stream, owner, { type, data, ...(texts && { private: texts }) } as never);
  };
  const later = SUBSCRIPTION_EVENTS.filter(({ type }) => type !== TrialStarted.type);
  write(subscriptionStream(owner), TrialStarted);
  let checks = 0;
  return [
    ...later.map((definition) => () => write(subscriptionStream(owner), definition)),
    () => write(subscriptionCheckStream(owner, String(checks++)), SubscriptionChecked),
  ];
}

type Premium = typeof SolutionWritten | typeof DesignFeedbackGiven | typeof SocialPostDrafted | typeof SocialPostEdited;

/** What Pro makes for an owner. Each owner has something of all of it from the start. */
export function premiumActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  let made = 0;
  const posts: string[] = [];
  const shared = new Set<string>();
  const write = ({ type, example }: Premium | typeof SocialPostShared | typeof SocialPostTakenBack, stream: string): void => {
    const event = { type, data: example.data, ...(example.private && { private: example.private }) };
    world.write(stream, owner, event as never);
  };
  const next = (): string => {
    made += 1;
    return `${owner}-${made}`;
  };
  const draft = (): void => {
    const id = next();
    posts.push(id);
    write(SocialPostDrafted, postStream(id));
  };
  const share = (): void => {
    const id = posts[pick(posts.length)] ?? '';
    const isShared = shared.delete(id);
    if (!isShared) shared.add(id);
    write(isShared ? SocialPostTakenBack : SocialPostShared, postStream(id));
  };
  const use = (): void => {
    const [taken] = aiDecider.decide(
      { type: 'Take', id: next(), module: 'coding', key: 'operator', allowed: [{ tier: 'mini', limit: null }] },
      aiDecider.initial,
    );
    if (taken) world.write(aiUseStream(owner, '2026-11'), owner, taken);
  };
  const solve = () => write(SolutionWritten, solutionStream(next()));
  const respond = () => write(DesignFeedbackGiven, feedbackStream(next()));
  for (const begin of [use, solve, respond, draft, share]) begin();
  return [use, solve, respond, draft, share, share, () => write(SocialPostEdited, postStream(posts[pick(posts.length)] ?? ''))];
}

/**
 * Each owner has a partner who accepted, and a task that was taken back. Then the first owner's partner changes, and
 * days with misses are closed.
 */
export function partnerActs(world: World, owners: readonly string[], pick: (below: number) => number): readonly (() => unknown)[] {
  const [first] = owners as [string];
  const write = (owner: string, event: Parameters<World['write']>[2]) =>
    world.write(partnerStream(`p-${owner}`), partnerKeyOwner(`p-${owner}`), event);
  const matter = (user_id: string) => ({ user_id, address_key: 'a', whatsapp_key: null, has_whatsapp: false, detail: 'titles' as const });
  const person = { name: 'Kim', email: 'kim@example.org', whatsapp: '' };
  for (const owner of owners) {
    write(owner, { type: 'PartnerInvited', data: matter(owner), private: person });
    write(owner, { type: 'PartnerAccepted', data: { user_id: owner, channel: 'mail' } });
    world.promise(owner, `back-${owner}`, 'Taken back', { due_date: addDays(localDate(world.now, world.zone), 1) });
    world.remove(owner, `back-${owner}`);
  }
  let notified = 0;
  const notify = (owner: string, date: string) => {
    const partner = { id: `p-${owner}`, key: 'a', dates: [date], tasks: [] };
    const data = { channel: 'mail', kind: 'partner_notice', user_id: owner, expires_at: null, partner } as const;
    const stream = deliveryStream(`n${notified}`);
    notified += 1;
    world.write(stream, partnerKeyOwner(partner.id), { type: 'DeliveryRequested', data, private: { to: person.email, name: person.name } });
    const which = { kind: 'partner_notice', channel: 'mail' } as const;
    const end = pick(2) === 0 ? ({ type: 'DeliveryCancelled', data: { ...which, reason: 'moved' } } as const) : null;
    world.write(stream, owner, end ?? { type: 'DeliverySent', data: { ...which, attempt: 1, message_id: 'm' } });
  };
  const figures = { current: 0, longest: 5, freezes: 1 };
  const closeWithMiss = (owner: string) => {
    const date = addDays(localDate(world.now, world.zone), -2 - pick(3));
    const { planned: _, ...counts } = { ...NO_COUNTS, missed: 1 };
    world.close(owner, { date, zone: world.zone, counts, streak: figures, before: figures, frozen: false });
    if (pick(2) === 0) notify(owner, date);
  };
  return [
    ...owners.map((owner) => () => closeWithMiss(owner)),
    () => write(first, { type: 'PartnerChanged', data: matter(first), private: { ...person, name: 'Kimi' } }),
    () => write(first, { type: 'PartnerInvited', data: matter(first), private: person }),
    () => write(first, { type: 'PartnerAccepted', data: { user_id: first, channel: 'mail' } }),
    () => write(first, { type: pick(2) === 0 ? 'PartnerUnsubscribed' : 'PartnerRemoved', data: { user_id: first } }),
  ];
}
