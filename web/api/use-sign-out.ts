import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionKeys, signOut } from './session.ts';

/** Signs out, here or everywhere. `onError`: says that it failed; the person is still signed in then. */
export function useSignOut(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => client.setQueryData(sessionKeys.all, { user: null, session: null }),
    onError,
  });
}
