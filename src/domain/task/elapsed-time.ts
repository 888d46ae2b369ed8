import { later } from '../calendar/dates.ts';
import { type TimeStep, type TimeWindow, timeWindows } from '../calendar/task-times.ts';
import type { AlertKind } from '../kernel/alert.ts';
import { closeUnanswered, passOn, remindOf } from '../proof/decide-review.ts';
import { change, type Draft, isRaised, lower, missedAlert, raise, type TaskAlertKind } from './draft.ts';
import { type TaskState, timed } from './state.ts';

/**
 * Adds everything that time alone has done to the task up to `now` (a miss, an alert, an expiry, the end of a review or of an appeal, the
 * archiving). Each step has its own instant, and the system is the actor. `zone`: the owner's IANA zone.
 */
export function applyElapsedTime(from: Draft, now: string, zone: string): Draft {
  let at = from;
  for (let step = next(at.state, now); step !== null; step = next(at.state, now)) at = take(at, step, zone);
  return at;
}

interface When {
  readonly about: string;
  /** When the step applies: at the begin of its window, or at a later change that made it possible again. */
  readonly at: string;
}
/** `kind`: that of the alert that has not been raised yet. */
type Step = When & ({ readonly step: TimeStep } | { readonly step: 'alert'; readonly kind: TaskAlertKind });

type AlertStep = Extract<TimeStep, AlertKind>;
const isAlertStep = (step: TimeStep): step is AlertStep => step === 'due_24h' || step === 'due_2h' || step === 'proof_30m';
/** A passed deadline is recorded at its last instant, so that it stays on its own day. */
const DEADLINES: ReadonlySet<TimeStep> = new Set(['missed', 'proof_expired', 'proof_final', 'review_over', 'appeal_over']);

function next(state: TaskState, now: string): Step | null {
  const steps = timeWindows(timed(state))
    .filter((window) => holdsAt(window, state, now))
    .map((window): Step => ({ step: window.step, about: window.about, at: later(happens(window), handled(window, state)) }));
  const all = [...unsaid(state), ...steps];
  return all.reduce<Step | null>((first, step) => (first === null || step.at < first.at ? step : first), null);
}

function holdsAt(window: TimeWindow, state: TaskState, now: string): boolean {
  if (isAlertStep(window.step) && isRaised(state, window.step, window.about)) return false;
  const begins = later(window.from, handled(window, state));
  return begins <= now && (window.until === null || begins < window.until);
}

/** The instant up to which a step is done. Every event handles alerts, but only a change handles changes. */
const handled = ({ step }: TimeWindow, { noted, since }: TaskState): string => (isAlertStep(step) ? noted : since);
const happens = ({ step, from, about }: TimeWindow): string => (DEADLINES.has(step) ? about : from);

/** A miss without an alert: it was just recorded, or an undo restored it. One that the owner promised again needs none. */
function unsaid(state: TaskState): readonly Step[] {
  const missed = missedAlert(state.fields);
  const isAnswered = missed?.kind === 'missed' && missed.about === state.again?.answers;
  return missed === null || isAnswered || isRaised(state, missed.kind, missed.about) ? [] : [{ step: 'alert', ...missed, at: state.since }];
}

function take(from: Draft, due: Step, zone: string): Draft {
  const { about, at } = due;
  if (due.step === 'alert') return raise(from, due.kind, about, at, zone);
  const { step } = due;
  switch (step) {
    case 'due_24h':
    case 'proof_30m':
      return raise(from, step, about, at, zone);
    case 'due_2h':
      return raise(lower(from, 'due_24h', about, 'superseded', at), 'due_2h', about, at, zone);
    case 'missed':
      return change(from, { type: 'TaskMissed', at, system: true, fields: { status: 'missed', missed_at: about, closed_at: at } });
    case 'proof_expired':
      return change(from, { type: 'ProofExpired', at, system: true, fields: { verification_state: 'expired', decided_at: at } });
    case 'proof_final':
      return change(from, { type: 'ProofRejectionFinal', at, system: true, fields: { decided_at: at } });
    case 'review_reminder':
      return remindOf(from, at);
    case 'review_over':
      return passOn(from, { at, zone, why: 'silent' });
    case 'appeal_over':
      return closeUnanswered(from, at);
    case 'accepted_over':
      return lower(from, 'proof_accepted', from.state.fields.decided_at ?? about, 'over', at);
    case 'archived':
      return change(from, { type: 'TaskArchived', at, system: true, fields: { archived: true } });
  }
}
