import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type SignedIn, sessionKeys } from '../api/session.ts';

/** Handles an answer that signs in: it puts the session into the cache and opens the address `home`. */
export function useSignedIn(home = '/dashboard'): (answer: SignedIn) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (answer) => {
    client.setQueryData(sessionKeys.all, answer);
    navigate(home, { replace: true });
  };
}

/** The token in the address of a link from a mail, or ''. */
export const useToken = (): string => useSearchParams()[0].get('token') ?? '';
