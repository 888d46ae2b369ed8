import { useMutation } from '@tanstack/react-query';
import { hasSeenOnboarding } from '../api/onboarding.ts';
import { failedWith } from '../api/problem.ts';
import { confirmEmail } from '../api/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Failure } from './failure.tsx';
import { Frame } from './frame.tsx';
import { useSignedIn, useToken } from './use-signed-in.ts';

/**
 * The page to which the link in the confirmation mail leads. A button confirms the address, since scanners of mails follow
 * links but press no buttons.
 */
export function ConfirmPage() {
  const token = useToken();
  const enter = useSignedIn(hasSeenOnboarding() ? '/dashboard' : '/welcome');
  const confirm = useMutation({ mutationFn: confirmEmail, onSuccess: enter });
  const spent = token === '' || failedWith(confirm.error, 'token_invalid', 'validation_failed');

  return (
    <Frame title="Confirm your address">
      <p className="q2 mt-2 mb-5">
        {token === ''
          ? 'This address holds no confirmation. Open the link in the mail, or copy the whole of it.'
          : 'One press, and your ledger opens.'}
      </p>
      <Failure error={confirm.error} safe="The link still works." />
      {spent ? (
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to="/auth" variant="primary">
            Sign In
          </ButtonLink>
          <span className="s2 q2">Signing in, you can have the mail sent again.</span>
        </div>
      ) : (
        <div className="auth-fs">
          <Button variant="primary" size="l" busy={confirm.isPending} busyLabel="Confirming..." onClick={() => confirm.mutate({ token })}>
            Confirm
          </Button>
        </div>
      )}
    </Frame>
  );
}
