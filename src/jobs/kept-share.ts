import type { TakenShare, WorkSharing } from '../ports/due-work.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/views.ts';

export interface KeptShare {
  /** Somebody else has the share, or its group has ended. */
  isLost(): boolean;
  stop(): Promise<void>;
}

/** A share is renewed so many times in the time for which it is taken. */
const RENEWALS = 3;

/** Renews a share while its work goes on, which may take as long as a mail server needs. `keepMs`: for how long it is taken each time. */
export function keepShare(
  sharing: Pick<WorkSharing, 'keep'>,
  share: TakenShare,
  keepMs: () => number,
  time: OwnTime = OWN_TIME,
): KeptShare {
  const stopping = new AbortController();
  let isLost = false;
  async function renew(): Promise<void> {
    while (!isLost) {
      await time.sleep(keepMs() / RENEWALS, stopping.signal);
      if (stopping.signal.aborted) return;
      // A call that failed is repeated at the next turn. If the share is lost meanwhile, it is done twice, which is harmless.
      isLost = !(await sharing.keep(share, keepMs()).catch(() => true));
    }
  }
  const renewing = renew();
  return {
    isLost: () => isLost,
    async stop() {
      stopping.abort();
      await renewing;
    },
  };
}
