import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const WATCHED_MS = 2_000;
/** With less of its processors idle, a machine does something else beside the bench. */
const LEAST = 0.85;
/** A process that takes less of one processor than this is not named. */
const NAMED = 0.02;
const MOST_NAMED = 3;
/** The kernel counts the processor time of a process in hundredths of a second. */
const TICKS_PER_SECOND = 100;

function spent(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((one) => one.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}

interface Worked {
  readonly name: string;
  readonly ticks: number;
}

/** The name and the processor time so far of every process but this one, by its id. Empty where the kernel is not Linux. */
function processes(): ReadonlyMap<string, Worked> {
  const found = new Map<string, Worked>();
  for (const id of idsOfProcesses()) {
    const worked = workOf(id);
    if (worked && Number(id) !== process.pid) found.set(id, worked);
  }
  return found;
}

function idsOfProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Null: the process has just ended. */
function workOf(id: string): Worked | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return { name: stat.slice(stat.indexOf('(') + 1, end), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/** 'node 35 %, chrome 4 %': what worked most between the two, in shares of one processor. */
function busiest(before: ReadonlyMap<string, Worked>, after: ReadonlyMap<string, Worked>): string {
  return [...after]
    .map(([id, { name, ticks }]) => ({ name, share: (ticks - (before.get(id)?.ticks ?? ticks)) / TICKS_PER_SECOND / (WATCHED_MS / 1_000) }))
    .filter(({ share }) => share >= NAMED)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_NAMED)
    .map(({ name, share }) => `${name} ${Math.round(share * 100)} %`)
    .join(', ');
}

export interface Idleness {
  readonly isIdle: boolean;
  /** The share of the processors' time in which nothing ran, from 0 to 1. */
  readonly share: number;
  /** 'The machine was 60 % idle, at a load of 2.3 (node 35 %, chrome 4 %).' */
  readonly words: string;
}

/** What `isIdle` means, in words. */
export const IDLE_MEANS = `at least ${LEAST * 100} % of the processors' time is idle`;

/** How idle this machine is while this process only waits. */
export async function idleness(): Promise<Idleness> {
  const before = { ...spent(), processes: processes() };
  await pause(WATCHED_MS);
  const after = { ...spent(), processes: processes() };
  const share = (after.idle - before.idle) / (after.all - before.all);
  const others = busiest(before.processes, after.processes);
  const load = loadavg()[0]?.toFixed(1);
  const words = `The machine was ${Math.round(share * 100)} % idle, at a load of ${load}${others && ` (${others})`}.`;
  return { isIdle: share >= LEAST, share, words };
}
