import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '../../src/contracts/auth.ts';
import * as calls from '../../src/contracts/calls/settings.ts';
import { requestTagged } from './request.ts';

export type { Profile } from '../../src/contracts/auth.ts';

export const profileKeys = { all: ['settings', 'profile'] as const };

/** The profile and its ETag. Pass the ETag to `updateProfile`, so that two writers do not overwrite each other. */
export const profileQuery = () =>
  queryOptions({ queryKey: profileKeys.all, queryFn: ({ signal }) => requestTagged(calls.readProfile, { signal }) });

export const updateProfile = (body: Partial<Pick<Profile, 'full_name' | 'timezone' | 'avatar_url'>>, etag?: string | null) =>
  requestTagged(calls.changeProfile, { body, etag });
