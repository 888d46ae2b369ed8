import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { ProviderRefusal } from '../ui/providers.tsx';
import styles from './shell-notes.module.css';

/** The error from `/auth?error=`. The redirect of a signed-in person puts it into the history entry. */
interface Refused {
  readonly refusal?: string;
}
export const refusedState = (refusal: string | null): Refused | null => (refusal ? { refusal } : null);

/** Shows a signed-in person the error of a provider until they dismiss it, open another screen or reload. */
export function RefusalNote() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const refusal = (state as Refused | null)?.refusal;
  const [shown, setShown] = useState<{ refusal: string; at: string } | null>(null);
  useEffect(() => {
    if (refusal === undefined) return;
    setShown({ refusal, at: pathname });
    navigate('.', { replace: true, state: null });
  }, [refusal, pathname, navigate]);
  if (shown === null || shown.at !== pathname) return null;
  return (
    <div className={styles.refusals}>
      <ProviderRefusal
        message={shown.refusal}
        actions={
          <Button size="s" onClick={() => setShown(null)}>
            Dismiss
          </Button>
        }
      >
        You are signed in as before.
      </ProviderRefusal>
    </div>
  );
}
