import { advanceDeletion } from '../app/account/account-deletion.ts';
import type { App } from '../app/app.ts';
import { closeDay } from '../app/day/days.ts';
import { advanceExport, type MakeBundle } from '../app/export/account-export.ts';
import { tellPartner } from '../app/partner/partner-digest.ts';
import { advanceRhythm } from '../app/reminders/reminders.ts';
import { advanceRoutines } from '../app/routine/routine-steps.ts';
import { advanceTask } from '../app/task/tasks.ts';
import type { Position } from '../domain/kernel/event.ts';
import { createDeliver, type DeliverPorts } from '../messages/sending/deliver.ts';
import type { DueWork } from '../projections/due.ts';

export interface WorkPorts extends DeliverPorts {
  readonly bundle: MakeBundle;
}

/** Sends the command that a piece of due work stands for. */
export function createWork(ports: WorkPorts): (work: DueWork) => Promise<Position | null> {
  const { app }: { app: App } = ports;
  const deliver = createDeliver(ports);
  return async (work) => {
    if (work.kind === 'leave') return advanceDeletion(app, work.owner);
    if (work.kind === 'export') return advanceExport(app, ports.bundle, work.owner);
    if (work.kind === 'routine') return advanceRoutines(app, work.owner, work.next_at);
    if (work.kind === 'task') return (await advanceTask(app, work)).position;
    if (work.kind === 'close') return (await closeDay(app, work.owner, work.date)).position;
    if (work.kind === 'rhythm') return (await advanceRhythm(app, work.owner, work.next_at)).position;
    if (work.kind === 'notice') return tellPartner(app, work.owner);
    return deliver(work.id);
  };
}
