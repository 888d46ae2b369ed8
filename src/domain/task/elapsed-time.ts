import { v5 } from 'uuid';
import { later } from '../calendar/instant.ts';
import { type TimeStep, type TimeWindow, timeWindows } from '../calendar/task-times.ts';
import type { AlertKind, AlertRaised } from '../kernel/alert.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { add, change, type Draft, resolved } from './draft.ts';
import type { TaskState } from './state.ts';

/** Namespace of the alerts' ids: a repeated job raises the same alert. */
const ALERTS = 'c0f1c5a2-6a0b-5f0e-9c83-2f7b1d1f7a44';

/**
 * Adds what time alone has done to the task up to `now` (a miss, an alert, an expiry, the archiving), each step at its
 * own instant and by the system. `zone`: the owner's IANA zone.
 */
export function applyElapsedTime(from: Draft, now: string, zone: string): Draft {
  let at = from;
  for (let step = next(at.state, now); step !== null; step = next(at.state, now)) at = take(at, step, zone);
  return at;
}

interface Step {
  readonly step: TimeStep | 'missed_alert' | 'proof_expired_alert';
  readonly about: string;
  /** The instant at which the step applies: the begin of its window, or of the later change that brought it back. */
  readonly at: string;
}

const ALERT_STEPS: ReadonlySet<TimeStep> = new Set(['due_24h', 'due_2h', 'proof_30m']);

function next(state: TaskState, now: string): Step | null {
  const steps = timeWindows(state.fields)
    .filter((window) => holdsAt(window, state, now))
    .map((window): Step => ({ step: window.step, about: window.about, at: later(happens(window), handled(window, state)) }));
  const all = [...unsaid(state), ...steps];
  return all.reduce<Step | null>((first, step) => (first === null || step.at < first.at ? step : first), null);
}

function holdsAt(window: TimeWindow, state: TaskState, now: string): boolean {
  if (ALERT_STEPS.has(window.step) && isRaised(state, window.step as AlertKind, window.about)) return false;
  const begins = later(window.from, handled(window, state));
  return begins <= now && (window.until === null || begins < window.until);
}

/** The instant up to which a step was handled: alerts follow every event, changes follow only changes. */
const handled = ({ step }: TimeWindow, { noted, since }: TaskState): string => (ALERT_STEPS.has(step) ? noted : since);
/** A passed deadline is recorded at its last instant, so that it stays on its own day. */
const happens = ({ step, from, about }: TimeWindow): string => (step === 'missed' || step === 'proof_expired' ? about : from);

/** A miss without an alert: one that was just recorded, or that an undo brought back. */
function unsaid(state: TaskState): readonly Step[] {
  const { deleted, status, due_at, proof_due_at, verification_state } = state.fields;
  if (deleted) return [];
  if (status === 'missed' && due_at !== null && !isRaised(state, 'missed', due_at))
    return [{ step: 'missed_alert', about: due_at, at: state.since }];
  const expired = status === 'completed' && verification_state === 'expired';
  return expired && proof_due_at !== null && !isRaised(state, 'proof_expired', proof_due_at)
    ? [{ step: 'proof_expired_alert', about: proof_due_at, at: state.since }]
    : [];
}

const isRaised = ({ alerts }: TaskState, kind: AlertKind, about: string): boolean =>
  Object.values(alerts).some((alert) => alert.kind === kind && alert.about === about && !alert.resolved);

function take(from: Draft, { step, about, at }: Step, zone: string): Draft {
  switch (step) {
    case 'due_24h':
    case 'proof_30m':
      return raise(from, step, about, at, zone);
    case 'due_2h':
      return raise(supersede(from, 'due_24h', about, at), 'due_2h', about, at, zone);
    case 'missed':
      return change(from, { type: 'TaskMissed', at, system: true, fields: { status: 'missed', missed_at: about, closed_at: at } });
    case 'missed_alert':
      return raise(from, 'missed', about, at, zone);
    case 'proof_expired':
      return change(from, { type: 'ProofExpired', at, system: true, fields: { verification_state: 'expired' } });
    case 'proof_expired_alert':
      return raise(from, 'proof_expired', about, at, zone);
    case 'archived':
      return change(from, { type: 'TaskArchived', at, system: true, fields: { archived: true } });
  }
}

function supersede(from: Draft, kind: AlertKind, about: string, at: string): Draft {
  const open = Object.entries(from.state.alerts).filter(([, alert]) => alert.kind === kind && alert.about === about && !alert.resolved);
  return open.reduce((next, [id]) => add(next, resolved(id, 'superseded', at), SYSTEM), from);
}

const LOUDNESS: Readonly<Record<Exclude<TimeStep, 'archived'>, Pick<AlertRaised['data'], 'severity' | 'alert_type'>>> = {
  due_24h: { severity: 'medium', alert_type: 'deadline_approaching' },
  due_2h: { severity: 'medium', alert_type: 'deadline_approaching' },
  missed: { severity: 'high', alert_type: 'task_missed' },
  proof_30m: { severity: 'critical', alert_type: 'deadline_approaching' },
  proof_expired: { severity: 'high', alert_type: 'task_missed' },
};

function raise(from: Draft, kind: Exclude<TimeStep, 'archived'>, about: string, at: string, zone: string): Draft {
  const { state } = from;
  const before = Object.values(state.alerts).filter((alert) => alert.kind === kind && alert.about === about).length;
  const raised: Decided<AlertRaised> = {
    type: 'AlertRaised',
    data: {
      alert_id: v5(`${state.id} ${kind} ${about} ${before}`, ALERTS),
      kind,
      ...LOUDNESS[kind],
      task_id: state.id,
      title: state.texts.title,
      about,
      zone: state.fields.due_zone ?? zone,
      streak: null,
    },
    at,
    by: SYSTEM,
  };
  return add(from, raised, SYSTEM);
}
