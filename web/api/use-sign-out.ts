import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionKeys, signOut } from './session.ts';

/** Signs out of this browser or of all. `onError` is called when that failed; the person is still signed in then. */
export function useSignOut(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => client.setQueryData(sessionKeys.all, { user: null, session: null }),
    onError,
  });
}
