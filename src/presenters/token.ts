import type { OwnToken } from '../app/token.ts';
import { SCOPES, type Scope } from '../contracts/call.ts';
import type { PersonalToken } from '../contracts/token.ts';
import type { Opener } from '../ports/secrets.ts';

const isScope = (name: string): name is Scope => SCOPES.some((scope) => scope === name);

/** A personal token as the API gives it, without the secret. */
export async function presentToken(opener: Opener, owner: string, { token, lastUsedAt }: OwnToken): Promise<PersonalToken> {
  const { id, name, scopes, created_at, expires_at } = token;
  const opened = await opener.open(owner, name);
  return {
    id,
    name: opened?.name ?? '',
    scopes: scopes.filter(isScope),
    created_at,
    last_used_at: lastUsedAt,
    expires_at,
  };
}
