import type { QueryClient } from '@tanstack/react-query';
import { type Profile, profileKeys, updateProfile } from './profile.ts';
import type { Tagged } from './request.ts';
import { type SessionAnswer, sessionKeys } from './session.ts';

/** Saves fields of the profile and shows what was saved. @throws ApiError */
export async function saveProfile(client: QueryClient, ...change: Parameters<typeof updateProfile>) {
  const answer = await updateProfile(...change);
  putProfile(client, answer);
  return answer;
}

/** Puts a saved profile into the cache, and into the cached session, which gives the name in the top bar and the time zone. */
function putProfile(client: QueryClient, answer: Tagged<Profile>): void {
  const { fullName, timezone, avatarUrl } = answer.value;
  client.setQueryData(profileKeys.all, answer);
  client.setQueryData<SessionAnswer>(sessionKeys.all, (known) =>
    known?.user
      ? { ...known, user: { ...known.user, timezone, userMetadata: { ...known.user.userMetadata, fullName, avatarUrl } } }
      : known,
  );
}
