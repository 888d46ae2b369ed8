import { advanceDeletion } from '../app/account-deletion.ts';
import { advanceExport, type MakeBundle } from '../app/account-export.ts';
import type { App } from '../app/app.ts';
import { closeDay } from '../app/days.ts';
import { tellPartner } from '../app/partner-digest.ts';
import { advanceRhythm } from '../app/rhythm.ts';
import { advanceRoutines } from '../app/routine-steps.ts';
import { advanceTask } from '../app/tasks.ts';
import type { Position } from '../domain/kernel/event.ts';
import type { DueWork } from '../projections/due.ts';
import { createDeliver, type DeliverPorts } from './deliver.ts';

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
