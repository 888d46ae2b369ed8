import type { CliPorts, FoundFault, VerifyOptions, VerifyReport } from './ports.ts';

export interface VerifyFlags extends VerifyOptions {
  readonly json?: boolean;
}

/**
 * Verifies the data and gives the exit code. 0: everything is as it was written. 1: something is not, and each fault is printed with where
 * it is.
 */
export async function verify(ports: CliPorts, { json = false, ...options }: VerifyFlags = {}): Promise<number> {
  const report = await ports.verify(options, () => undefined);
  const isWell = report.faults.length === 0;
  if (json) ports.print(JSON.stringify({ ok: isWell, ...report }));
  else for (const line of linesOf(report, options)) ports.print(line);
  return isWell ? 0 : 1;
}

function linesOf({ events, streams, faults, notes }: VerifyReport, { logOnly = false, deep = false }: VerifyOptions): readonly string[] {
  const well = [
    `${events} events in ${streams} streams: every hash chain holds.`,
    ...(logOnly
      ? []
      : [deep ? 'Keys, read models, files and databases are as the events say.' : 'Keys, read models and files are as the events say.']),
  ];
  const wrong = [`${faults.length === 1 ? '1 fault' : `${faults.length} faults`} in ${events} events of ${streams} streams.`];
  return [...faults.map(lineOf), ...notes, ...(faults.length === 0 ? well : wrong)];
}

/** Operators search for these words. */
function wordOf({ check, stream, subject }: FoundFault): string {
  if (check === 'log' && stream !== null) return 'BROKEN';
  return check === 'stores' && subject === null ? 'LOST' : 'FAULT';
}

function lineOf(found: FoundFault): string {
  const { stream, revision, event_id, position, reason } = found;
  const at = [
    ...(revision === null ? [] : [`at revision ${revision}`]),
    ...(event_id === null ? [] : [`(event ${event_id})`]),
    ...(position === null ? [] : [`(position ${Number(position)})`]),
  ];
  const where = stream === null ? '' : `${[stream, ...at].join(' ')}: `;
  return `${wordOf(found)} ${where}${reason.replace(/[.\s]*$/, '.')}`;
}
