import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { failedWith, messageOf } from '../api/problem.ts';
import { resendConfirmation, sessionKeys, signIn, signInAddress, signUp } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { checkedLate } from '../forms/check.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useLoadLater } from '../lib/load-later.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Input, PasswordInput } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import { ProviderLinks, ProviderRefusal } from '../ui/providers.tsx';
import { Status } from '../ui/status.tsx';
import { Tabs } from '../ui/tabs.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import { ZonePicker } from '../ui/zone-picker.tsx';
import { browserZone } from '../ui/zones.ts';
import styles from './auth-page.module.css';
import { Failure, Frame } from './frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';

const loadChecks = () => import('./auth-checks.ts');
const SIGN_IN = checkedLate(() => loadChecks().then((checks) => checks.SIGN_IN));
const SIGN_UP = checkedLate(() => loadChecks().then((checks) => checks.SIGN_UP));

export interface ResendProps {
  email: string;
  send: (body: { email: string }) => Promise<void>;
}

/** The server answers the same for every address, so that nobody can find out who has an account. */
function Resend({ email, send }: ResendProps) {
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

const CheckMail = ({ email, onBack }: { email: string; onBack: () => void }) => (
  <Frame title="One line to go">
    <Status as="div" fresh className={layoutStyles.before16}>
      <p>Check your email for a confirmation link!</p>
      <p className={clsx(textStyles.muted, layoutStyles.before8)}>
        It went to <b className={textStyles.strong}>{email}</b> and works once, within 24 hours.
      </p>
    </Status>
    <div className={styles.authActions}>
      <Resend email={email} send={resendConfirmation} />
      <Button variant="ghost" onClick={onBack}>
        Another address
      </Button>
    </div>
  </Frame>
);

/** Sign-in with a provider. A new account gets the time zone of the browser. */
const Providers = () => (
  <div className={styles.providers}>
    <p className={styles.divider}>
      <span>or</span>
    </p>
    <ProviderLinks className={buttonStyles.large} address={(platform) => signInAddress(platform, { timezone: browserZone() })} />
  </div>
);

function SignInForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const enter = useMutation({
    meta: SAFE_TO_LOSE,
    mutationFn: signIn,
    onSuccess: (answer) => {
      client.setQueryData(sessionKeys.all, answer);
      navigate('/dashboard', { replace: true });
    },
  });
  const form = useCallForm({ resolver: SIGN_IN, defaultValues: { email: '', password: '' }, send: enter.mutateAsync });
  const unconfirmed = failedWith(form.failure, 'email_not_confirmed');

  return (
    <>
      <Failure
        error={form.failure}
        safe="What you typed is still here."
        actions={unconfirmed && <Resend email={form.getValues('email')} send={resendConfirmation} />}
      />
      <form className={styles.form} {...form.attributes}>
        <FormField form={form} name="email" label="Email">
          <Input type="email" autoComplete="username" inputMode="email" required {...form.register('email')} />
        </FormField>
        <FormField form={form} name="password" label="Password">
          <PasswordInput autoComplete="current-password" required {...form.register('password')} />
        </FormField>
        <Button type="submit" variant="primary" size="l" busy={enter.isPending} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <p className={styles.finePrint}>
        <Link to="/auth/forgot">Forgot your password?</Link>
      </p>
      <p className={styles.finePrint}>
        The <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link> apply.
      </p>
    </>
  );
}

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const join = useMutation({ mutationFn: signUp, onSuccess: (_answer, body) => onSent(body.email) });
  const form = useCallForm({
    resolver: SIGN_UP,
    defaultValues: { fullName: '', email: '', password: '', timezone: browserZone() },
    send: join.mutateAsync,
  });

  return (
    <>
      <Failure error={form.failure} safe="Nothing was created; what you typed is still here." />
      <form className={styles.form} {...form.attributes}>
        <FormField form={form} name="fullName" label="Full name" note="optional">
          <Input autoComplete="name" {...form.register('fullName')} />
        </FormField>
        <FormField form={form} name="email" label="Email">
          <Input type="email" autoComplete="email" inputMode="email" required {...form.register('email')} />
        </FormField>
        <NewPasswordField form={form} name="password" label="Password" required />
        <FormField form={form} name="timezone" label="Timezone">
          {({ ref: _, ...field }) => <ZonePicker {...field} />}
        </FormField>
        <Button type="submit" variant="primary" size="l" busy={join.isPending} busyLabel="Signing up...">
          Sign Up
        </Button>
      </form>
      <p className={styles.finePrint}>
        By signing up you accept the <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link>. No credit card
        required.
      </p>
    </>
  );
}

type Tab = 'in' | 'up';
const TABS = [
  { value: 'in', label: 'Sign In' },
  { value: 'up', label: 'Sign Up' },
] as const;

/** 'Get Started' on the landing page selects the sign-up tab through the state of the history entry. */
export function AuthPage() {
  const asked = (useLocation().state as { tab?: Tab } | null)?.tab;
  const [tab, setTab] = useState<Tab>(asked === 'up' ? 'up' : 'in');
  const navigate = useNavigate();
  const refusal = useSearchParams()[0].get('error');
  const [refused] = useState(refusal);
  const [sentTo, setSentTo] = useState<string | null>(null);

  useLoadLater(loadChecks);
  // Read only once, so that a reload starts with the sign-in tab and without the message.
  useEffect(() => {
    if (asked || refusal !== null) navigate('.', { replace: true, state: null });
  }, [asked, refusal, navigate]);

  if (sentTo !== null) return <CheckMail email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <Frame title={tab === 'in' ? 'Open your ledger' : 'Start your ledger'}>
      {refused && <ProviderRefusal message={refused} className={layoutStyles.before16} />}
      <Tabs label="Sign in or sign up" value={tab} onChange={setTab} tabs={TABS}>
        {tab === 'in' ? <SignInForm /> : <SignUpForm onSent={setSentTo} />}
      </Tabs>
      <Providers />
    </Frame>
  );
}
