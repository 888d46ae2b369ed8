import { addDays, localDate, startOfDay } from '../../../src/domain/calendar/local.ts';
import { deliveryStream } from '../../../src/domain/delivery/events.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import { NO_COUNTS } from '../../../src/projections/day/days.ts';
import { accountActs, connectionActs, partnerActs, premiumActs, subscriptionActs } from './random-accounts.ts';
import { planActs } from './random-plans.ts';
import { codingActs, emailActs, fileActs, reviewActs } from './random-proofs.ts';
import { pushActs } from './random-pushes.ts';
import { routineActs } from './random-routines.ts';
import { World } from './world.ts';

/** A repeatable source of numbers below a bound (mulberry32). */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const VERIFICATION = ['none', 'none', 'general', 'general'] as const;

/** Some owners, who create, edit, complete, skip, undo, archive, delete and move tasks, while days pass and are closed. */
export function randomWorld(seed: number, steps: number, owners: readonly string[] = ['u1', 'u2']): World {
  const pick = numbers(seed);
  const world = new World();
  for (const owner of owners) world.register(owner);
  const tasks: string[] = [];
  const any = () => tasks[pick(tasks.length)] ?? 't0';
  const ownerOf = (id: string) => owners[Number(id.slice(1)) % owners.length] as string;
  const soon = () => addDays(localDate(world.now, world.zone), pick(4));

  const promise = () => {
    const id = `t${tasks.length}`;
    const parent = pick(4) === 0 ? any() : null;
    const parent_id = parent !== null && ownerOf(parent) === ownerOf(id) ? parent : null;
    const due_date = pick(5) === 0 ? null : soon();
    const due_time = due_date !== null && pick(2) === 0 ? '17:30' : null;
    const fields = { due_date, due_time, verification_type: VERIFICATION[pick(4)] ?? 'none', parent_id };
    if (world.promise(ownerOf(id), id, `Task ${id}`, fields).length > 0) tasks.push(id);
  };
  /** The new task has an id of the same owner. */
  const again = (owner: string, id: string) => {
    const next = `t${tasks.length}`;
    if (ownerOf(next) !== owner) return;
    const due = { due_date: soon(), due_time: null };
    if (world.task(owner, id, { type: 'Renew', again: next, over: null, ...due }).length === 0) return;
    if (world.promise(owner, next, `Task ${next}`, { ...due, again_of: id }).length > 0) tasks.push(next);
  };
  const acts: readonly ((owner: string, id: string) => unknown)[] = [
    promise,
    promise,
    promise,
    (owner, id) => world.status(owner, id, 'completed'),
    (owner, id) => world.status(owner, id, 'completed'),
    (owner, id) => world.status(owner, id, 'completed'),
    (owner, id) => world.status(owner, id, 'pending'),
    (owner, id) => world.status(owner, id, 'in_progress'),
    (owner, id) => world.status(owner, id, 'skipped', 'ill'),
    (owner, id) => world.task(owner, id, { type: 'Edit', fields: { due_date: soon() }, texts: {} }),
    (owner, id) =>
      world.task(owner, id, { type: 'Edit', fields: { priority: 'high' }, texts: { title: `Named anew ${world.events.length}` } }),
    (owner, id) => again(owner, id),
    (owner, id) => again(owner, id),
    (owner, id) => world.task(owner, id, { type: 'Place', place: `k${String(pick(1_000)).padStart(11, '0')}1` }),
    (owner, id) => world.task(owner, id, { type: 'Undo' }),
    (owner, id) => world.task(owner, id, { type: 'Undo' }),
    (owner, id) => world.task(owner, id, { type: 'Archive' }),
    (owner, id) => world.task(owner, id, { type: 'Unarchive' }),
    (owner, id) => world.remove(owner, id),
    (owner, id) => prove(world, owner, id, PARTNER),
    (owner, id) => prove(world, owner, id, pick(2) === 0 ? PARTNER : null),
    (owner, id) => judge(world, owner, id, 'accepted'),
    (owner, id) => judge(world, owner, id, pick(2) === 0 ? 'rejected' : 'comment'),
    (owner, id) => world.task(owner, id, { type: 'WithdrawProof' }),
    (owner, id) => world.task(owner, id, { type: 'PassReviewOn', partner_id: null, ai: pick(2) === 0 }),
    (owner, id) => world.task(owner, id, { type: 'MakeAppeal', text: 'Please', file_ids: [], partner_id: PARTNER }),
    (owner, id) =>
      world.task(owner, id, { type: 'AnswerAppeal', partner_id: PARTNER, outcome: pick(2) === 0 ? 'accepted' : 'rejected', comment: 'So' }),
    (owner, id) => ask(world, owner, id, pick(2) === 0 ? 'review' : 'accepted'),
    (owner) => pick(10) === 0 && world.move(owner, pick(2) === 0 ? 'America/Los_Angeles' : 'Pacific/Auckland'),
  ];

  const ofRoutines = owners.flatMap((owner) => routineActs(world, owner, pick));

  const ofFiles = owners.flatMap((owner) => [...fileActs(world, owner, pick), ...emailActs(world, owner, pick)]);
  const ofCoding = owners.flatMap((owner) => codingActs(world, owner, pick));
  const ofConnections = owners.flatMap((owner) => connectionActs(world, owner, numbers(seed + 2)));
  const ofPlans = owners.flatMap((owner) => subscriptionActs(world, owner));
  const ofPremium = owners.flatMap((owner) => premiumActs(world, owner, numbers(seed + 3)));
  const ofPushes = owners.flatMap((owner) => pushActs(world, owner, numbers(seed + 4)));
  const ofPlanning = owners.map((owner) =>
    planActs(world, owner, numbers(seed + 5), () => tasks.find((id) => ownerOf(id) === owner) ?? 't0'),
  );
  const ofAccounts = accountActs(world, owners, pick);
  const ofPartners = partnerActs(world, owners, pick);
  for (const owner of owners) {
    world.promise(owner, `proven-${owner}`, 'Proven', { due_date: soon(), verification_type: 'general' });
    prove(world, owner, `proven-${owner}`, PARTNER);
  }
  const ofReviews = reviewActs(world, owners, numbers(seed + 1));
  let mails = 0;
  const mail = (owner: string) => {
    const stream = deliveryStream(`m${mails}`);
    mails += 1;
    const data = { channel: 'mail', kind: 'confirmation', user_id: owner, expires_at: null } as const;
    world.write(stream, owner, { type: 'DeliveryRequested', data, private: { to: `${owner}@example.org`, name: owner } });
    const begin = (attempt: number) =>
      pick(2) === 0 && world.write(stream, owner, { type: 'DeliveryBegun', data: { attempt, until: world.now } });
    for (let attempt = 1; attempt <= pick(4); attempt += 1) {
      begin(attempt);
      world.write(stream, owner, {
        type: 'DeliveryFailed',
        data: { attempt, reason: 'busy', next_attempt_at: attempt === 3 ? null : world.now },
      });
    }
    begin(4);
    if (pick(2) === 0) world.write(stream, owner, { type: 'DeliverySent', data: { attempt: 4, message_id: 'm' } });
  };

  const set = (owner: string) => {
    if (pick(2) === 0) world.choose(owner, { group: 'time', set: { todo_reminder_time: `0${pick(10)}:30` } });
    else world.choose(owner, { group: 'notifications', set: { task_reminders: pick(2) === 0, verification_updates: pick(2) === 0 } });
  };

  // Each world has a proof, whatever its numbers are.
  const proven = { due_date: addDays(localDate(world.now, world.zone), 3), verification_type: 'general' } as const;
  world.promise(ownerOf('t0'), 't0', 'Task t0', proven);
  tasks.push('t0');
  prove(world, ownerOf('t0'), 't0', PARTNER);

  for (let step = 0; step < steps; step += 1) {
    const id = any();
    acts[pick(acts.length)]?.(ownerOf(id), id);
    if (pick(3) === 0) ofRoutines[pick(ofRoutines.length)]?.();
    if (pick(12) === 0) ofAccounts[pick(ofAccounts.length)]?.();
    if (pick(4) === 0) ofCoding[pick(ofCoding.length)]?.();
    if (pick(6) === 0) ofPartners[pick(ofPartners.length)]?.();
    if (pick(3) === 0) ofFiles[pick(ofFiles.length)]?.();
    // Each owner acts in turn.
    const planning = ofPlanning[step % ofPlanning.length] ?? [];
    planning[Math.floor(step / ofPlanning.length) % planning.length]?.();
    if (step % 16 === 0) ofConnections[(step / 16) % ofConnections.length]?.();
    if (step % 8 === 3) ofPlans[((step - 3) / 8) % ofPlans.length]?.();
    if (step % 12 === 0) ofPremium[(step / 12) % ofPremium.length]?.();
    if (step % 7 === 0) ofPushes[(step / 7) % ofPushes.length]?.();
    if (step % 8 === 0) ofReviews[(step / 8) % ofReviews.length]?.();
    world.later({ minutes: pick(180) });
    if (pick(10) === 0) mail(ownerOf(id));
    if (pick(10) === 0) set(ownerOf(id));
    if (pick(8) === 0) pass(world, owners, tasks, ownerOf);
  }
  return world;
}

const PARTNER = 'p1';

function prove(world: World, owner: string, id: string, partner_id: string | null): void {
  const proof = { texts: { text: 'Look', links: ['https://example.org'] }, file_ids: [], email_task_id: null, code_task_id: null };
  const judges = { check: false, partner_id, ai: false };
  const submission_id = `s${world.events.length}`;
  world.task(owner, id, { type: 'SubmitProof', submission_id, ...proof, judges, checked: null, children: [] });
}

function judge(world: World, owner: string, id: string, verdict: 'accepted' | 'rejected' | 'comment'): void {
  const given = world.events.findLast(({ stream, type }) => stream === taskStream(id) && type === 'ProofSubmitted');
  const { submission_id = '' } = (given?.data ?? {}) as { submission_id?: string };
  const by = verdict === 'comment' ? ({ judge: 'rubric', judge_id: null } as const) : ({ judge: 'partner', judge_id: PARTNER } as const);
  const review_id = `r${world.events.length}`;
  const review = { submission_id, review_id, ...by, verdict, score: 50, prompt_version: null, texts: { comment: 'Well' } };
  world.task(owner, id, { type: 'ReviewProof', ...review });
}

/** The partner is asked about a proof, or the owner is notified that it was accepted. */
function ask(world: World, owner: string, id: string, kind: 'review' | 'accepted'): void {
  const type = kind === 'review' ? 'ProofSubmitted' : 'ProofReviewed';
  const event = world.events.findLast((one) => one.stream === taskStream(id) && one.type === type);
  const { submission_id = '', review_id = submission_id } = (event?.data ?? {}) as { submission_id?: string; review_id?: string };
  const data = { channel: 'mail', kind: 'verification_update', user_id: owner, expires_at: null } as const;
  world.write(deliveryStream(`a${world.events.length}`), owner, {
    type: 'DeliveryRequested',
    data: { ...data, proofs: [{ kind, task_id: id, of: kind === 'review' ? submission_id : review_id }] },
    private: { to: `${owner}@example.org`, name: owner },
  });
}

/** Applies elapsed time: alerts, misses, archiving, and the closing of the day before. */
function pass(world: World, owners: readonly string[], tasks: readonly string[], ownerOf: (id: string) => string): void {
  for (const id of tasks) world.task(ownerOf(id), id, { type: 'Advance' });
  const date = addDays(localDate(world.now, world.zone), -1);
  const figures = { current: 3, longest: 5, freezes: 1 };
  const { planned: _planned, verified: _verified, on_word: _word, ...counts } = { ...NO_COUNTS, kept: 1 };
  for (const owner of owners) remind(world, owner, date);
  for (const owner of owners)
    world.close(owner, { date, zone: world.zone, counts, streak: { ...figures, current: 0 }, before: figures, frozen: false });
}

/** The reminder of a day and what follows from it, including its mail. */
function remind(world: World, owner: string, date: string): void {
  const day = { filled: false, on_vacation: false, is_rest_day: false, is_enabled: true };
  const scheduled_at = startOfDay(date, world.zone);
  world.round(owner, 'reminder', { type: 'Remind', date, zone: world.zone, scheduled_at, ...day });
  world.round(owner, 'reminder', { type: 'Escalate', date, now: world.now, has_partner: true, ...day });
  if (date.endsWith('5') || date < '2026-11-05') world.round(owner, 'reminder', { type: 'SayNothingDue', date, today: date });
  world.round(owner, 'weekly_report', { type: 'Report', date, zone: world.zone, scheduled_at, planned: true, is_enabled: true });
  const about = [{ kind: 'reminder', date }] as const;
  const data = { channel: 'mail', kind: 'digest', user_id: owner, expires_at: null, about } as const;
  world.write(deliveryStream(`${owner}-${date}`), owner, {
    type: 'DeliveryRequested',
    data,
    private: { to: `${owner}@example.org`, name: owner },
  });
}
