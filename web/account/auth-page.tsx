import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ProviderRefusal } from '../ui/provider-refusal.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CheckMail } from './check-mail.tsx';
import { Frame } from './frame.tsx';
import { Providers } from './providers.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

type Tab = 'in' | 'up';
const TABS = [
  { value: 'in', label: 'Sign In' },
  { value: 'up', label: 'Sign Up' },
] as const;

/** The tabs for signing in and signing up. 'Get Started' on the landing page opens the second one by the state of the history entry. */
export function AuthPage() {
  const asked = (useLocation().state as { tab?: Tab } | null)?.tab;
  const [tab, setTab] = useState<Tab>(asked === 'up' ? 'up' : 'in');
  const navigate = useNavigate();
  const refusal = useSearchParams()[0].get('error');
  const [refused] = useState(refusal);
  const [sentTo, setSentTo] = useState<string | null>(null);

  // These are read only once, so that a reload begins with signing in, and without the message.
  useEffect(() => {
    if (asked || refusal !== null) navigate('.', { replace: true, state: null });
  }, [asked, refusal, navigate]);

  if (sentTo !== null) return <CheckMail email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <Frame title={tab === 'in' ? 'Open your ledger' : 'Start your ledger'}>
      {refused && <ProviderRefusal message={refused} className="mt-4" />}
      <Tabs label="Sign in or sign up" value={tab} onChange={setTab} tabs={TABS}>
        {tab === 'in' ? <SignInForm /> : <SignUpForm onSent={setSentTo} />}
      </Tabs>
      <Providers />
    </Frame>
  );
}
