import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { signinBody, signupBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { resendConfirmation, sessionKeys, signIn, signInAddress, signUp } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, PasswordInput } from '../ui/field.tsx';
import { ProviderLinks, ProviderRefusal } from '../ui/providers.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.tsx';
import { ZonePicker } from '../ui/zone-picker.tsx';
import { browserZone } from '../ui/zones.ts';
import { Failure, showFieldErrors } from './failure.tsx';
import { Frame } from './frame.tsx';

export interface ResendProps {
  email: string;
  send: (body: { email: string }) => Promise<void>;
}

/** A button that sends the confirmation mail again. The answer is the same for every address. */
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

/** Shown after signing up. */
const CheckMail = ({ email, onBack }: { email: string; onBack: () => void }) => (
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

/** Signing in by an account elsewhere. An account that is made there has the browser's zone. */
const Providers = () => (
  <div className="auth-ps">
    <p className="auth-or">
      <span>or</span>
    </p>
    <ProviderLinks className="btn-l" address={(platform) => signInAddress(platform, { timezone: browserZone() })} />
  </div>
);

const SIGN_IN_FIELDS = ['email', 'password'] as const;

function SignInForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ resolver: checkedBy(signinBody), mode: 'onTouched', defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const enter = useMutation({
    meta: SAFE_TO_LOSE,
    mutationFn: signIn,
    onSuccess: (answer) => {
      client.setQueryData(sessionKeys.all, answer);
      navigate('/dashboard', { replace: true });
    },
    onError: (error) => showFieldErrors(error, SIGN_IN_FIELDS, form.setError),
  });
  const unconfirmed = failedWith(enter.error, 'email_not_confirmed');

  return (
    <>
      <Failure
        error={enter.error}
        fields={SIGN_IN_FIELDS}
        safe="What you typed is still here."
        actions={unconfirmed && <Resend email={form.getValues('email')} send={resendConfirmation} />}
      />
      <form className="auth-fs" noValidate onSubmit={form.handleSubmit((values) => enter.mutate(values))}>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" required {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" required {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="l" busy={enter.isPending} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <p className="auth-fine">
        <Link to="/auth/forgot">Forgot your password?</Link>
      </p>
      <p className="auth-fine">
        The <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link> apply.
      </p>
    </>
  );
}

const SIGN_UP = signupBody.omit({ options: true });

const SIGN_UP_FIELDS = ['fullName', 'email', 'password', 'timezone'] as const;

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    resolver: checkedBy(SIGN_UP),
    mode: 'onTouched',
    defaultValues: { fullName: '', email: '', password: '', timezone: browserZone() },
  });
  const { errors } = form.formState;
  const join = useMutation({
    mutationFn: signUp,
    onSuccess: (_answer, body) => onSent(body.email),
    onError: (error) => showFieldErrors(error, SIGN_UP_FIELDS, form.setError),
  });

  return (
    <>
      <Failure error={join.error} fields={SIGN_UP_FIELDS} safe="Nothing was created; what you typed is still here." />
      <form className="auth-fs" noValidate onSubmit={form.handleSubmit((values) => join.mutate(values))}>
        <Field label="Full name" note="optional" error={errors.fullName?.message}>
          <Input autoComplete="name" {...form.register('fullName')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" inputMode="email" required {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          hint="8 to 256 characters, any of them. Nothing easy to guess, such as your name."
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" required {...form.register('password')} />
        </Field>
        <Field label="Timezone" error={errors.timezone?.message}>
          <Controller
            control={form.control}
            name="timezone"
            render={({ field }) => <ZonePicker name={field.name} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" busy={join.isPending} busyLabel="Signing up...">
          Sign Up
        </Button>
      </form>
      <p className="auth-fine">
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
