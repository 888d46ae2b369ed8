import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type SignedIn, sessionKeys } from '../api/session.ts';

/** What an answer that signs in leads to: the session is known, and the ledger opens. */
export function useEnter(): (answer: SignedIn) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (answer) => {
    client.setQueryData(sessionKeys.all, answer);
    navigate('/dashboard', { replace: true });
  };
}

/** The token of a mailed link, '' when the address has none. */
export const useToken = (): string => useSearchParams()[0].get('token') ?? '';
