import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type SignedIn, sessionKeys } from '../api/session.ts';

/** What an answer that signs in leads to: the session is known, and the screen opens, or what `home` names. */
export function useEnter(home = '/dashboard'): (answer: SignedIn) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (answer) => {
    client.setQueryData(sessionKeys.all, answer);
    navigate(home, { replace: true });
  };
}

/** The token of a mailed link, '' when the address has none. */
export const useToken = (): string => useSearchParams()[0].get('token') ?? '';
