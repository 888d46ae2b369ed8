import type { Waiting } from '../../app/delivery/attempts.ts';
import type { ComposePorts } from './composed.ts';

export interface Recipient {
  readonly address: string;
  /** As it was typed; empty when none was given. */
  readonly name: string;
}

/** To whom a delivery goes. Null: the account was deleted, and nobody knows any more. */
export async function recipientOf({ app }: Pick<ComposePorts, 'app'>, { to, user_id }: Waiting): Promise<Recipient | null> {
  const opened = to === null ? null : await app.opener.open(user_id, to);
  return opened && { address: String(opened.to), name: String(opened.name ?? '') };
}
