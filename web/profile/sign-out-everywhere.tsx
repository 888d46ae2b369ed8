import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../api/problem.ts';
import { sessionKeys, signOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

export function SignOutEverywhere() {
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: () => signOut({ everywhere: true }),
    onSuccess: () => client.setQueryData(sessionKeys.all, { user: null, session: null }),
    onError: (error) => toast.error(messageOf(error), { detail: 'You are still signed in.' }),
  });
  return (
    <Button variant="danger" busy={leave.isPending} busyLabel="Signing out..." onClick={() => leave.mutate()}>
      Sign out everywhere
    </Button>
  );
}
