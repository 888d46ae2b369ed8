import { accountDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { type Handling, handle } from '../../src/domain/kernel/handle.ts';
import type { Keys } from '../../src/ports/secrets.ts';

export interface ConfirmPorts extends Pick<Handling, 'store' | 'clock' | 'newId'> {
  readonly keys: Pick<Keys, 'createKey'>;
}

/** Makes a confirmed account in Berlin, without a password. Its reminders come at the usual times. */
export async function confirm(ports: ConfirmPorts, owner: string): Promise<void> {
  await ports.keys.createKey(owner);
  const context = { owner, actor: { kind: 'user', id: owner }, correlationId: owner, causationId: null } as const;
  const identity = { email: `${owner}@example.org`, full_name: owner };
  const stream = accountStream(owner);
  await handle(ports, accountDecider, stream, { type: 'Register', addressKey: owner, timezone: 'Europe/Berlin', identity }, context);
  await handle(ports, accountDecider, stream, { type: 'Confirm' }, context);
}
