import { messageOf } from '../api/problem.ts';
import { useSignOut } from '../api/use-sign-out.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

export function SignOutEverywhere() {
  const signingOut = useSignOut((error) => toast.error(messageOf(error), { detail: 'You are still signed in.' }));
  return (
    <Button variant="danger" busy={signingOut.isPending} busyLabel="Signing out..." onClick={() => signingOut.mutate({ everywhere: true })}>
      Sign out everywhere
    </Button>
  );
}
