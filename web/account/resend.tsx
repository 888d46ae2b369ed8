import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../api/problem.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

export interface ResendProps {
  email: string;
  send: (body: { email: string }) => Promise<void>;
}

/** A button that sends the confirmation mail again. The answer is the same for every address. */
export function Resend({ email, send }: ResendProps) {
  const again = useMutation({
    meta: SAFE_TO_LOSE,
    mutationFn: send,
    onSuccess: () => toast.success('The mail is on its way again'),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button busy={again.isPending} busyLabel="Sending..." onClick={() => again.mutate({ email: email.trim() })}>
      Send the mail again
    </Button>
  );
}
