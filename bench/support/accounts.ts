import { accountDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import type { Assembled } from '../../src/wiring/assemble.ts';

/** The context of what an owner does. */
export const contextOf = (owner: string) =>
  ({ owner, actor: { kind: 'user', id: owner }, correlationId: owner, causationId: null }) as const;

/** A confirmed account in Berlin, without a password. Its reminders come at the usual times. */
export async function confirm({ app }: Assembled, owner: string): Promise<void> {
  await app.keys.createKey(owner);
  const context = contextOf(owner);
  const identity = { email: `${owner}@example.org`, full_name: owner };
  const stream = accountStream(owner);
  await handle(app, accountDecider, stream, { type: 'Register', addressKey: owner, timezone: 'Europe/Berlin', identity }, context);
  await handle(app, accountDecider, stream, { type: 'Confirm' }, context);
}
