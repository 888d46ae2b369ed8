import { queryOptions } from '@tanstack/react-query';
import type * as wire from '../../src/contracts/account.ts';
import * as calls from '../../src/contracts/calls/settings.ts';
import type { Camel } from './names.ts';
import { requestTagged } from './request.ts';

export type Profile = Camel<wire.Profile>;

export const profileKeys = { all: ['settings', 'profile'] as const };

/** The profile and its ETag. Pass the ETag to `updateProfile`, so that two writers do not overwrite each other. */
export const profileQuery = () =>
  queryOptions({ queryKey: profileKeys.all, queryFn: ({ signal }) => requestTagged(calls.readProfile, { signal }) });

export const updateProfile = (body: Partial<Pick<Profile, 'fullName' | 'timezone' | 'avatarUrl'>>, etag?: string | null) =>
  requestTagged(calls.changeProfile, { body, etag });
