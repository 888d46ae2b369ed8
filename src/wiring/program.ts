import { AnalysisRefused } from '../analysis/refused.ts';
import { RotatedMeanwhile } from '../app/ledger/signing.ts';
import type { CliPorts, MigrationPort } from '../cli/ports.ts';
import { progressBar, runCommandLine } from '../cli/program.ts';
import { ConfigRefused, readConfig } from '../config/config.ts';
import { errorCode } from '../domain/kernel/decider.ts';
import { StoreFull, StoreUnavailable } from '../domain/kernel/event-store.ts';
import { ClockRefused } from '../jobs/clock.ts';
import { LogRefused } from '../store/anchor/anchoring.ts';
import { BackupRefused } from '../store/backup/manifest.ts';
import { openTemporaryDocuments } from '../store/documents/sqlite-documents.ts';
import { StoreLost } from '../store/lost-stores.ts';
import { MigrationRefused } from '../store/migrate/copy-log.ts';
import { FolderInUse } from '../store/sqlite/writer-lock.ts';
import { type Assembled, type AssembleOptions, assembleAtOnce } from './assemble.ts';
import { awaitStores } from './await-stores.ts';
import { makeBackup } from './backup/back-up.ts';
import { restoreBackup } from './backup/restore.ts';
import { openAlone, readNow, verifyData } from './command-line.ts';
import { EVENTS, PROJECTIONS } from './features.ts';
import { createLogger, endOnFault } from './logger.ts';
import { startOperations } from './operations/start.ts';
import { openLog } from './reading.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { serve, work } from './serve.ts';
import { rotateSigningKeyOf } from './signing-keys.ts';
import { keepThreadLimits } from './thread-limits.ts';

/** The program exits after this time even if something has not ended yet. */
const FORCED_EXIT_MS = 9_500;

/** Resolves at the first SIGTERM or SIGINT. Repeated signals change nothing. */
function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}

/** The clients of the servers take a while to load, and file storage does not need them. */
async function onServers(options: AssembleOptions): Promise<Assembled> {
  const { assembleOnServers } = await import('./servers.ts');
  return assembleOnServers(options);
}

async function serveUntilSignal(role?: string): Promise<void> {
  const signal = untilSignal();
  // This also applies during a start that waits for servers.
  void signal.then(() => setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref());
  const log = createLogger();
  endOnFault(log);
  const config = readConfig({ ...process.env, ...(role !== undefined && { VOUCH_ROLE: role }) });
  const operations = await startOperations(config, log);
  const options = { config, log, meters: operations.meters, threads: config.readModelThreads };
  const ending = new AbortController();
  void signal.then(() => ending.abort());
  const waiting = { log, signal: ending.signal, onWait: operations.waiting };
  const assembled = await (config.servers === null ? assembleAtOnce(options) : awaitStores(() => onServers(options), waiting));
  if (assembled === null) return;
  const begin = config.role === 'worker' ? work : serve;
  const served = await begin(assembled).catch(async (error: unknown) => {
    await assembled.close();
    throw error;
  });
  process.stdout.write(served.url === null ? 'Vouch is at work\n' : `Vouch is at ${served.url}\n`);
  operations.serving({ ...assembled, readable: served.started });
  try {
    log.info({ signal: await Promise.race([signal, served.started.then(() => signal)]) }, 'program.stop_requested');
  } finally {
    operations.ending();
    await served.stop();
  }
  await operations.stop();
}

const OPERATOR_ERRORS = [
  AnalysisRefused,
  BackupRefused,
  ConfigRefused,
  ClockRefused,
  RotatedMeanwhile,
  MigrationRefused,
  FolderInUse,
  StoreLost,
  LogRefused,
  StoreFull,
  StoreUnavailable,
] as const;

/** Errors that an operator can fix are shown as a sentence; faults of the program are shown with their stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForOperators = OPERATOR_ERRORS.some((kind) => error instanceof kind) || (error.constructor === Error && !('code' in error));
  return isForOperators ? error.message : (error.stack ?? error.message);
}

/** The environment is read only when a command asks for it. */
const ports = (): CliPorts => ({
  serve: serveUntilSignal,
  open: (options = {}) => openAlone(readConfig(process.env), options),
  catalogue: EVENTS,
  projections: PROJECTIONS,
  openScratch: openTemporaryDocuments,
  openLog: () => openLog(readConfig(process.env)),
  verify: (...given: Parameters<CliPorts['verify']>) => verifyData(readConfig(process.env), ...given),
  fetch,
  rotateSigningKey: () => rotateSigningKeyOf(readConfig(process.env)),
  rotateMasterKey: () => rotateMasterKey(readConfig(process.env)),
  backUp: (folders) => makeBackup(readConfig(process.env), folders),
  restore: (folders) => restoreBackup(readConfig(process.env), folders),
  migrate: async (...given: Parameters<MigrationPort>) => (await import('./migrate.ts')).migrate(readConfig(process.env), ...given),
  now: () => readNow(readConfig(process.env)),
  print: (line: string) => void process.stdout.write(`${line}\n`),
  write: writeOut,
  progress: progressBar(process.stderr),
});

function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
}

/** Whoever read the output has closed it, as `head` does. */
const isClosedPipe = (error: unknown): boolean => errorCode(error) === 'EPIPE';

/** Runs the command that the arguments name and gives the exit code. Errors are printed to standard error. */
export async function runProgram(given: readonly string[]): Promise<number> {
  // Only this user may open the files that are written from now on.
  process.umask(0o077);
  keepThreadLimits();
  // The write that failed rejects, too. Without a listener the event alone would end the process with a stack.
  process.stdout.on('error', () => undefined);
  try {
    return await runCommandLine(ports(), given);
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}
