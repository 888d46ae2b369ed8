import { sessionStream } from '../../../src/domain/account/session-events.ts';
import { addDays, localDate } from '../../../src/domain/calendar/local.ts';
import { exportStream } from '../../../src/domain/export/events.ts';
import type { World } from './world.ts';

/** Wrong passwords are tried, owners export their data, and others delete their accounts: one completely, and one not quite. */
export function accountActs(world: World, owners: readonly string[], pick: (below: number) => number): readonly (() => unknown)[] {
  let exported = 0;
  const take = (owner: string) => {
    const data = { export_id: `e${exported}` };
    exported += 1;
    const record = (type: 'ExportRequested' | 'ExportFailed' | 'ExportTaken' | 'ExportExpired') =>
      world.write(exportStream(owner), owner, { type, data });
    record('ExportRequested');
    if (pick(4) === 0) return record('ExportFailed');
    world.write(exportStream(owner), owner, { type: 'ExportReady', data: { ...data, expires_at: world.now } });
    return pick(3) > 0 && record(pick(2) === 0 ? 'ExportTaken' : 'ExportExpired');
  };
  let refused = 0;
  const refuse = (owner: string) => {
    refused += 1;
    world.write(sessionStream(`r${refused}`), owner, { type: 'SessionRefused', data: {} });
  };
  let gone = 0;
  const leave = (forgotten: boolean) => {
    const owner = `gone${gone}`;
    gone += 1;
    world.register(owner);
    world.promise(owner, `of-${owner}`, 'Left behind', { due_date: addDays(localDate(world.now, world.zone), 1) });
    world.promise(owner, `undated-of-${owner}`, 'Left behind too');
    take(owner);
    refuse(owner);
    const stream = `account-${owner}`;
    world.write(stream, owner, { type: 'AccountDeletionRequested', data: { address_key: `key-${owner}` } });
    world.write(stream, owner, { type: 'AccountDeleted', data: { last_messages_until: world.now } });
    if (forgotten) world.write(stream, owner, { type: 'AccountForgotten', data: {} });
  };
  for (const owner of owners) {
    take(owner);
    refuse(owner);
  }
  leave(true);
  leave(false);
  return [...owners.flatMap((owner) => [() => take(owner), () => refuse(owner)]), () => leave(pick(2) === 0)];
}
