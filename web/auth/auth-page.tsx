import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Tabs } from '../ui/tabs.tsx';
import { CheckMail } from './check-mail.tsx';
import { Frame } from './frame.tsx';
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
  const [sentTo, setSentTo] = useState<string | null>(null);

  // This is read only once, so that a reload begins with signing in.
  useEffect(() => {
    if (asked) navigate('.', { replace: true, state: null });
  }, [asked, navigate]);

  if (sentTo !== null) return <CheckMail email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <Frame title={tab === 'in' ? 'Open your ledger' : 'Start your ledger'}>
      <Tabs label="Sign in or sign up" value={tab} onChange={setTab} tabs={TABS}>
        {tab === 'in' ? <SignInForm /> : <SignUpForm onSent={setSentTo} />}
      </Tabs>
    </Frame>
  );
}
