import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetChanges } from './kept.ts';
import { sessionKeys, signOut } from './session.ts';

/** What somebody was writing is not for whoever sits here next. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
    indexedDB.deleteDatabase('vouch-proof');
  } catch {
    // The browser does not allow storage, so nothing is there.
  }
}

/** Signs out of this browser or of all. `onError` is called when that failed; the person is still signed in then. */
export function useSignOut(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetTab();
      void forgetChanges();
      client.setQueryData(sessionKeys.all, { user: null, session: null });
    },
    onError,
  });
}
