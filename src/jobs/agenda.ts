import { Agenda, type AgendaBackend } from 'agenda';
import type { Log } from './log.ts';

export interface RegularWork {
  readonly name: string;
  /** As `1 second`, `1 hour`. */
  readonly every: string;
  readonly run: () => Promise<void>;
}

const SCAN_MS = 1000;

/** Runs each piece of work regularly, never twice at once; a failure is logged and the next turn comes. */
export async function startAgenda(
  backend: AgendaBackend,
  works: readonly RegularWork[],
  log: Log,
): Promise<{ stop(timeoutMs: number): Promise<void> }> {
  const agenda = new Agenda({ backend, processEvery: SCAN_MS, defaultConcurrency: 1, defaultLockLimit: 1 });
  agenda.on('error', (error) => log.error({ err: error }, 'job store failed'));
  for (const { name, run } of works) {
    agenda.define(name, async () => {
      await run().catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'));
    });
  }
  await backend.connect();
  // A killed process leaves its locks behind; there is no other process, so they are void.
  await backend.repository.removeJobs({ names: works.map(({ name }) => name) });
  await agenda.start();
  for (const { name, every } of works) await agenda.every(every, name);
  return {
    stop: async (timeoutMs) => {
      await agenda.drain({ timeout: timeoutMs, closeConnection: true });
    },
  };
}
