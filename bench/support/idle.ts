import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const WATCHED_MS = 2_000;
/** With less of its processors idle, a machine does something else beside the bench. */
const LEAST = 0.85;

function spent(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((one) => one.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}

export interface Idleness {
  readonly isIdle: boolean;
  /** 'The machine was 97 % idle before, at a load of 0.2.' */
  readonly words: string;
}

/** How idle this machine is while this process only waits. */
export async function idleness(): Promise<Idleness> {
  const before = spent();
  await pause(WATCHED_MS);
  const after = spent();
  const share = (after.idle - before.idle) / (after.all - before.all);
  const words = `The machine was ${Math.round(share * 100)} % idle before, at a load of ${loadavg()[0]?.toFixed(1)}.`;
  return { isIdle: share >= LEAST, words };
}
