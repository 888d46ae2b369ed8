import type { CliPorts } from './ports.ts';

const MEANING: Readonly<Record<string, string>> = {
  hash: 'its hash is not that of what is stored: it was altered',
  chain: 'it does not follow the event before it: something was altered or put in',
  revision: 'events before it are missing, or it stands twice',
};

/** 0: every chain holds. 1: says where one breaks. */
export async function verify(ports: CliPorts): Promise<number> {
  const { events, streams, breaks } = await ports.verify(() => undefined);
  for (const { stream, revision, event_id, reason } of breaks) {
    ports.print(`BROKEN ${stream} at revision ${revision} (event ${event_id}): ${MEANING[reason] ?? reason}.`);
  }
  ports.print(
    breaks.length === 0
      ? `${events} events in ${streams} streams: every hash chain holds.`
      : `${breaks.length} of ${streams} streams do not hold.`,
  );
  return breaks.length === 0 ? 0 : 1;
}
