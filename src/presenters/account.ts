import type { OwnToken } from '../app/token.ts';
import type { Profile, User } from '../contracts/account.ts';
import { SCOPES, type Scope } from '../contracts/call.ts';
import type { PersonalToken } from '../contracts/token.ts';
import type { SealedPerson } from '../domain/account/events.ts';
import type { Opener } from '../ports/secrets.ts';

/** The fields that an account's state and its document have in common. Texts are sealed. */
export interface AccountFacts {
  readonly email: SealedPerson['email'];
  readonly full_name: SealedPerson['full_name'];
  readonly avatar_url: SealedPerson['avatar_url'];
  readonly timezone: string;
  readonly confirmed_at: string | null;
  readonly deletion_at: string | null;
  readonly created_at: string;
}

async function texts(
  opener: Opener,
  id: string,
  facts: AccountFacts,
): Promise<{ email: string; full_name: string; avatar_url: string | null }> {
  await opener.ready(id);
  return {
    email: opener.openNow(id, facts.email)?.email ?? '',
    full_name: opener.openNow(id, facts.full_name)?.full_name ?? '',
    avatar_url: opener.openNow(id, facts.avatar_url)?.avatar_url ?? null,
  };
}

export async function presentUser(opener: Opener, id: string, facts: AccountFacts): Promise<User> {
  const { email, full_name, avatar_url } = await texts(opener, id, facts);
  return {
    id,
    email,
    email_confirmed_at: facts.confirmed_at,
    timezone: facts.timezone,
    deletion_at: facts.deletion_at,
    created_at: facts.created_at,
    user_metadata: { full_name, avatar_url },
  };
}

export async function presentProfile(opener: Opener, id: string, facts: AccountFacts): Promise<Profile> {
  const { email, full_name, avatar_url } = await texts(opener, id, facts);
  return { full_name, email, timezone: facts.timezone, avatar_url };
}

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
