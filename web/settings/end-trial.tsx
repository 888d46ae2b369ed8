import type { useCancel } from '../plans/use-plan-acts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface EndTrialProps {
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly ending: ReturnType<typeof useCancel>;
}

/** Ends a running trial, and asks first, because a trial cannot be started again. It stands away from the button that starts one. */
export function EndTrial({ asking, onAsk, ending }: EndTrialProps) {
  const end = () => ending.mutate(undefined, { onSettled: () => onAsk(false) });
  return (
    <section className="stg mt-8" aria-label="End the trial">
      <p className="s2 q2">The trial ends by itself. You can also go back to Free before that.</p>
      <Button variant="danger" onClick={() => onAsk(true)}>
        End the trial
      </Button>
      <Dialog
        open={asking}
        onOpenChange={onAsk}
        title="End the trial now?"
        text="You are on Free at once, and the trial cannot be started again. What you made with Pro stays readable."
        actions={
          <>
            <Button onClick={() => onAsk(false)}>Keep trying Pro</Button>
            <Button variant="danger" busy={ending.isPending} busyLabel="Ending..." onClick={end}>
              End the trial
            </Button>
          </>
        }
      />
    </section>
  );
}
