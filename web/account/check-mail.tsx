import { resendConfirmation } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import { Resend } from './resend.tsx';

/** Shown after signing up. */
export const CheckMail = ({ email, onBack }: { email: string; onBack: () => void }) => (
  <Frame title="One line to go">
    <div role="status" className="mt-4">
      <p>Check your email for a confirmation link!</p>
      <p className="q2 mt-2">
        It went to <b className="b">{email}</b> and works once, within 24 hours.
      </p>
    </div>
    <div className="mt-5 flex flex-wrap gap-2">
      <Resend email={email} send={resendConfirmation} />
      <Button variant="ghost" onClick={onBack}>
        Another address
      </Button>
    </div>
  </Frame>
);
