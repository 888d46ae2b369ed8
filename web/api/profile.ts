import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '../../src/contracts/auth.ts';
import { tagged } from './client.ts';

export type { Profile } from '../../src/contracts/auth.ts';

export const profileKeys = { all: ['settings', 'profile'] as const };

/** The profile and its ETag. Pass the ETag to `updateProfile`, so that two writers do not overwrite each other. */
export const profileQuery = () =>
  queryOptions({
    queryKey: profileKeys.all,
    queryFn: ({ signal }) => tagged<Profile>('/api/settings/profile', { signal, fallback: 'Failed to fetch profile' }),
  });

export const updateProfile = (body: Partial<Pick<Profile, 'full_name' | 'timezone' | 'avatar_url'>>, etag?: string | null) =>
  tagged<Profile>('/api/settings/profile', { method: 'PUT', body, etag, fallback: 'Failed to update profile' });
