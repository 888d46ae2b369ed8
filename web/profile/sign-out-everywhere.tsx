import { messageOf } from '../api/problem.ts';
import { useSignOut } from '../api/use-sign-out.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

export function SignOutEverywhere() {
  const leave = useSignOut((error) => toast.error(messageOf(error), { detail: 'You are still signed in.' }));
  return (
    <Button variant="danger" busy={leave.isPending} busyLabel="Signing out..." onClick={() => leave.mutate({ everywhere: true })}>
      Sign out everywhere
    </Button>
  );
}
