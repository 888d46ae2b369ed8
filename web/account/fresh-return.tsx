import { useMutation } from '@tanstack/react-query';
import type { Platform } from '../api/connections.ts';
import { messageOf } from '../api/problem.ts';
import { forgotPassword, signInAddress } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { ProviderLinks } from '../ui/provider-links.tsx';

interface ReturnLinksProps {
  /** With which this session began; null: it is not known. */
  readonly platform: Platform | null;
}
export const ReturnLinks = ({ platform }: ReturnLinksProps) => (
  <ProviderLinks platform={platform} address={(one) => signInAddress(one, { for: 'password' })} />
);

interface FreshReturnProps extends ReturnLinksProps {
  readonly email: string;
}

/** What comes before a first password: a return from the provider, or a link in a mail. */
export function FreshReturn({ platform, email }: FreshReturnProps) {
  const ask = useMutation({ meta: SAFE_TO_LOSE, mutationFn: () => forgotPassword({ email }) });
  return (
    <>
      <p className="s2 q2">First show that it is you: come back from where you sign in, or open a link that comes by mail.</p>
      <div className="flex flex-wrap gap-2">
        <ReturnLinks platform={platform} />
        <Button variant="ghost" busy={ask.isPending} busyLabel="Sending..." onClick={() => ask.mutate()}>
          Send me a link
        </Button>
      </div>
      <div role="status" className="w-full">
        {ask.isSuccess && <Note>A link is on its way to {email}. It works once, within one hour.</Note>}
      </div>
      {ask.error && (
        <Note tone="missed" alert title={messageOf(ask.error)} className="w-full">
          No link was sent.
        </Note>
      )}
    </>
  );
}
