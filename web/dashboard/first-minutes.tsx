import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import textStyles from '../ui/text.module.css';
import styles from './first-minutes.module.css';
import { FirstPromise } from './first-promise.tsx';
import { FirstSettings } from './first-settings.tsx';
import { FIRST_STEPS, type FirstStep } from './first-steps.ts';

const TITLES: Readonly<Record<FirstStep, string>> = {
  promise: 'Make your first promise',
  settings: 'When should a reminder come?',
  partner: 'Who should hear of what you miss?',
};

interface FirstMinutesProps {
  readonly step: FirstStep;
  readonly go: (next: FirstStep | 'done') => void;
}

/** What a new person is asked: a promise, the time of the reminder with the rest days, and a partner. Each can be left for later. */
export function FirstMinutes({ step, go }: FirstMinutesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const from = useRef(step);
  // The button that was pressed is gone, and so would be the focus.
  useEffect(() => {
    if (from.current !== step) heading.current?.focus();
    from.current = step;
  }, [step]);
  return (
    <section className={styles.card} aria-labelledby="first-h">
      <header>
        <h2 id="first-h" ref={heading} tabIndex={-1}>
          {TITLES[step]}
        </h2>
        <span className={clsx(textStyles.small, textStyles.faint)}>
          {FIRST_STEPS.indexOf(step) + 1} of {FIRST_STEPS.length}
        </span>
      </header>
      {step === 'promise' && <FirstPromise onDone={() => go('settings')} onSkip={() => go('settings')} />}
      {step === 'settings' && <FirstSettings onDone={() => go('partner')} />}
      {step === 'partner' && <FirstPartner onDone={() => go('done')} />}
    </section>
  );
}

const FirstPartner = ({ onDone }: { onDone: () => void }) => (
  <>
    <p className={textStyles.muted}>
      One person whom you trust. They need no account: an invitation goes to them by mail, and nothing else before they accept.
    </p>
    <footer>
      <ButtonLink variant="primary" to="/settings/accountability_partner" onClick={onDone}>
        Invite a partner
      </ButtonLink>
      <Button variant="ghost" onClick={onDone}>
        Later
      </Button>
    </footer>
  </>
);
