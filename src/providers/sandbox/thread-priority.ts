import { setPriority } from 'node:os';

/** So low that others hardly notice a busy thread, and high enough that it ends in its time on a busy machine. */
const NICE = 5;

/**
 * Lets the thread that answers requests go before this one. Linux knows priorities of threads; elsewhere they are those of the
 * whole process, which keeps its own.
 */
export function goAfterOthers(): void {
  if (process.platform === 'linux') setPriority(0, NICE);
}
