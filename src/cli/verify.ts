import type { CliPorts } from './ports.ts';

const MEANING: Readonly<Record<string, string>> = {
  hash: 'its hash is not that of what is stored: it was altered',
  chain: 'it does not follow the event before it: something was altered or put in',
  revision: 'events before it are missing, or it stands twice',
};

const NO_FAULTS = { count: 0, first: [] };

/** 0: every chain holds, and every event is as its type is declared. 1: says where one breaks, or which is not. */
export async function verify(ports: CliPorts): Promise<number> {
  const { events, streams, breaks, faults = NO_FAULTS } = await ports.verify(() => undefined);
  for (const { stream, revision, event_id, reason } of breaks) {
    ports.print(`BROKEN ${stream} at revision ${revision} (event ${event_id}): ${MEANING[reason] ?? reason}.`);
  }
  for (const { stream, event_id, reason } of faults.first) ports.print(`ODD ${stream} (event ${event_id}): ${reason}.`);
  if (faults.count > 0) ports.print(`${faults.count} of ${events} events are not as their type is declared.`);
  ports.print(
    breaks.length === 0
      ? `${events} events in ${streams} streams: every hash chain holds.`
      : `${breaks.length} of ${streams} streams do not hold.`,
  );
  return breaks.length + faults.count === 0 ? 0 : 1;
}
