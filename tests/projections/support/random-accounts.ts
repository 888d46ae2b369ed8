import { sessionStream } from '../../../src/domain/account/session-events.ts';
import type { SignupEnded } from '../../../src/domain/account/signup-events.ts';
import { addDays, localDate } from '../../../src/domain/calendar/local.ts';
import { exportStream } from '../../../src/domain/export/events.ts';
import type { World } from './world.ts';

/** People sign up and never confirm, wrong passwords are tried, owners export their data, and others delete their accounts: one completely, and one not quite. */
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
  let signedUp = 0;
  const signUp = (ending: SignupEnded['data']['how'] | null) => {
    const owner = `signup${signedUp}`;
    signedUp += 1;
    const stream = `account-${owner}`;
    const data = { address_key: `key-${pick(3)}`, timezone: world.zone, source: `source-${pick(2)}` };
    world.write(stream, owner, { type: 'AccountRegistered', data, private: { email: `${owner}@example.org`, full_name: owner } });
    if (pick(4) > 0) world.write(stream, owner, { type: 'SignupAnswered', data: { until: world.now } });
    if (ending) world.write(stream, owner, { type: 'SignupEnded', data: { address_key: data.address_key, how: ending } });
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
  signUp(null);
  signUp('expired');
  leave(true);
  leave(false);
  return [
    ...owners.flatMap((owner) => [() => take(owner), () => refuse(owner)]),
    () => signUp(pick(2) === 0 ? null : 'overtaken'),
    () => leave(pick(2) === 0),
  ];
}
