import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as wire from '../../src/contracts/account.ts';
import * as calls from '../../src/contracts/calls/settings.ts';
import * as tokenCalls from '../../src/contracts/calls/token.ts';
import type * as tokenWire from '../../src/contracts/token.ts';
import { forgetChanges } from './kept.ts';
import type { Camel } from './names.ts';
import { stopPushesHere } from './push.ts';
import { ENDS_SESSION, stopReads } from './query-client.ts';
import { request, requestDone, requestTagged, type Tagged } from './request.ts';
import { type SessionAnswer, sessionKeys, signOut } from './session.ts';
import { forgetSharedPictures } from './shared-pictures.ts';
import { signOutOrAsk } from './signing-out.ts';

export type Profile = Camel<wire.Profile>;

export const profileKeys = { all: ['settings', 'profile'] as const };

/** The profile and its ETag. Pass the ETag to `updateProfile`, so that two writers do not overwrite each other. */
export const profileQuery = () =>
  queryOptions({ queryKey: profileKeys.all, queryFn: ({ signal }) => requestTagged(calls.readProfile, { signal }) });

export const updateProfile = (body: Partial<Pick<Profile, 'fullName' | 'timezone' | 'avatarUrl'>>, etag?: string | null) =>
  requestTagged(calls.changeProfile, { body, etag });

/**
 * Saves fields of the profile and updates the cache.
 * @throws ApiError
 */
export async function saveProfile(client: QueryClient, ...change: Parameters<typeof updateProfile>) {
  const answer = await updateProfile(...change);
  putProfile(client, answer);
  return answer;
}

/** Also updates the cached session: the top bar takes the name from it, and all dates take the time zone. */
function putProfile(client: QueryClient, answer: Tagged<Profile>): void {
  const { fullName, timezone, avatarUrl } = answer.value;
  client.setQueryData(profileKeys.all, answer);
  client.setQueryData<SessionAnswer>(sessionKeys.all, (known) =>
    known?.user
      ? { ...known, user: { ...known.user, timezone, userMetadata: { ...known.user.userMetadata, fullName, avatarUrl } } }
      : known,
  );
}

export { SCOPES, type Scope } from '../../src/contracts/call.ts';

export type NewPersonalToken = Camel<tokenWire.NewPersonalToken>;
export type PersonalToken = Camel<tokenWire.PersonalToken>;
export type TokenBody = Camel<tokenWire.TokenBody>;

export const tokenKeys = { all: ['tokens'] as const };
export const tokensQuery = () =>
  queryOptions({ queryKey: tokenKeys.all, queryFn: ({ signal }) => request(tokenCalls.listTokens, { signal }) });

/** Sent without an idempotency key, because the server stores answers under their key and would store the token with it. */
export const createToken = (body: TokenBody) => request(tokenCalls.createToken, { body });
export const deleteToken = (id: string) => requestDone(tokenCalls.deleteToken, { params: { id } });

/** Drafts of this person must not be visible to the next one who uses this tab. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
    indexedDB.deleteDatabase('vouch-proof');
  } catch {
    // The browser does not allow storage, so there are no drafts.
  }
}

/**
 * Signs out of this browser or of all browsers. If that would lose changes, the person is asked first. If it fails, `onError` is called
 * and the person stays signed in.
 */
export function useSignOut(onError: (error: Error) => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    meta: ENDS_SESSION,
    onMutate: () => stopReads(client, []),
    mutationFn: async (body: Parameters<typeof signOut>[0]) => {
      await stopPushesHere();
      return signOut(body);
    },
    onSuccess: () => {
      forgetTab();
      void forgetChanges();
      void forgetSharedPictures();
      client.setQueryData(sessionKeys.all, { user: null, session: null });
    },
    onError,
  });
  return { isPending, leave: (body: Parameters<typeof signOut>[0]) => void signOutOrAsk(client, () => mutate(body)) };
}
