import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messageOf } from '../api/problem.ts';
import { allowPushes, onPressed, ownDevice, pushState, saidNotNow, sayNotNow } from '../api/push.ts';
import { tasksQuery } from '../api/tasks.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { toast } from '../ui/toast.tsx';
import styles from './push-offer.module.css';

/** Opens what a pressed notification is about in the window that is open already. */
export function PressedNotifications() {
  const navigate = useNavigate();
  useEffect(() => {
    const left = new AbortController();
    onPressed((url) => navigate(url), left.signal);
    return () => left.abort();
  }, [navigate]);
  return null;
}

const OFFERED_ON = ['/dashboard', '/todo'];

/**
 * Offers pushes in words once there is a task with a due date. The browser's own question, which a person can answer only once,
 * comes after a yes.
 */
export function PushOffer() {
  const { pathname } = useLocation();
  // The screens read the tasks; this only looks at them.
  const tasks = useQuery({ ...tasksQuery(), enabled: false }).data;
  const [isOpen, setOpen] = useState(() => pushState() === 'unasked' && ownDevice() === null && !saidNotNow());
  const heading = useId();
  const close = () => {
    sayNotNow();
    setOpen(false);
  };
  const allow = useMutation({
    mutationFn: allowPushes,
    onSuccess: (state) => {
      close();
      if (state === 'allowed')
        toast.success('Notifications are on in this browser', { detail: 'Settings, Notifications says what comes.' });
      else toast.error('This browser does not allow notifications', { detail: 'You can allow them in its settings for this site.' });
    },
    onError: (error) => toast.error('Notifications could not be turned on', { detail: messageOf(error) }),
  });
  if (!isOpen || !OFFERED_ON.includes(pathname) || !tasks?.some(({ dueDate }) => dueDate !== null)) return null;
  return (
    <section className={styles.offer} aria-labelledby={heading}>
      <Icon of={BellRing} className={styles.icon} />
      <div className={layoutStyles.shrinking}>
        <h2 id={heading}>Shall Vouch tell you in time?</h2>
        <p>
          A notification before a task is due, when one is missed, and once in the evening if something is open. You hear of a miss before
          your partner does. Your browser asks after this.
        </p>
        <div className={styles.answers}>
          <Button variant="primary" busy={allow.isPending} busyLabel="Asking..." onClick={() => allow.mutate()}>
            Turn on notifications
          </Button>
          <Button variant="ghost" disabled={allow.isPending} onClick={close}>
            Not now
          </Button>
        </div>
      </div>
    </section>
  );
}
