import type { AlertKind, AlertRaised } from '../kernel/alert.ts';
import { derivedId } from '../kernel/derived-ids.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { add, type Draft, resolved } from './draft.ts';
import { timesRaised } from './state.ts';

export type TaskAlertKind = Exclude<AlertKind, 'streak_broken' | 'undelivered'>;

const LOUDNESS: Readonly<Record<TaskAlertKind, Pick<AlertRaised['data'], 'severity' | 'alert_type'>>> = {
  due_24h: { severity: 'medium', alert_type: 'deadline_approaching' },
  due_2h: { severity: 'medium', alert_type: 'deadline_approaching' },
  missed: { severity: 'high', alert_type: 'task_missed' },
  proof_30m: { severity: 'critical', alert_type: 'deadline_approaching' },
  proof_expired: { severity: 'high', alert_type: 'task_missed' },
  proof_accepted: { severity: 'low', alert_type: 'other' },
  proof_rejected: { severity: 'medium', alert_type: 'other' },
  proof_final: { severity: 'high', alert_type: 'task_missed' },
};

/** `about`: the instant that the alert is about; `at`: when it is raised; `zone`: the owner's IANA zone. */
export function raise(from: Draft, kind: TaskAlertKind, about: string, at: string, zone: string): Draft {
  const { state } = from;
  const before = timesRaised(state, kind, about);
  const raised: Decided<AlertRaised> = {
    type: 'AlertRaised',
    data: {
      alert_id: derivedId('task_alert', state.id, kind, about, before),
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

/** Resolves the open alert of a kind about an instant, if there is one. */
export function lower(from: Draft, kind: TaskAlertKind, about: string, reason: 'superseded' | 'over', at: string): Draft {
  const open = Object.entries(from.state.alerts).filter(([, alert]) => alert.kind === kind && alert.about === about);
  return open.reduce((next, [id]) => add(next, resolved(id, reason, at), SYSTEM), from);
}
