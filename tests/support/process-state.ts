import { readdirSync, readFileSync } from 'node:fs';

/** A line of /proc/<pid>/status in MB. @throws Error where there is no /proc, or the process has ended */
function statusMb(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error(`/proc/${pid}/status has no ${name}.`);
  return Number(kb) / 1_024;
}

/** Resident memory of a process in MB, on Linux. */
export const rssMb = (pid: number): number => statusMb(pid, 'VmRSS');

/** The most that it ever was since the process started. */
export const peakRssMb = (pid: number): number => statusMb(pid, 'VmHWM');

/** The processes that a process has started and that have not ended. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  });

/** Open file descriptors of a process: files, sockets, pipes. */
export const openHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Threads of a process. */
export const threads = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;
