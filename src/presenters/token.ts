import type { OwnToken } from '../app/token.ts';
import type { Scope } from '../contracts/call.ts';
import type { PersonalToken } from '../contracts/token.ts';
import type { Opener } from '../ports/secrets.ts';

/** A personal token as the API gives it, without the secret. */
export async function presentToken(opener: Opener, owner: string, { token, lastUsedAt }: OwnToken): Promise<PersonalToken> {
  const { id, name, scopes, created_at, expires_at } = token;
  const opened = name === null ? null : await opener.open(owner, name);
  return {
    id,
    name: String(opened?.name ?? ''),
    scopes: scopes as readonly Scope[] as Scope[],
    created_at,
    last_used_at: lastUsedAt,
    expires_at,
  };
}
