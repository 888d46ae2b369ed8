import { clsx } from 'clsx';
import { useCallback } from 'react';
import type { Task } from '../api/tasks.ts';
import { handOver, useOpenProof } from '../tasks/open-proof.ts';
import { proofOfNext } from '../tasks/proof-of-next.ts';
import textStyles from '../ui/text.module.css';

/** Opens the proof form of a new task with the pictures that were shared for it. Returns false if there are none, or it takes no proof. */
export function useSharedProof(): (task: Task) => boolean {
  const openProof = useOpenProof();
  return useCallback(
    (task) => {
      const proof = proofOfNext();
      if (!proof || task.verificationType === 'none') return false;
      handOver(task.id, proof);
      openProof(task.id);
      return true;
    },
    [openProof],
  );
}

/** Says what becomes of shared pictures. */
export function SharedProof({ isRoutine }: { isRoutine: boolean }) {
  const proof = proofOfNext();
  if (!proof) return null;
  const what = proof.files.length === 1 ? 'The shared picture' : `The ${proof.files.length} shared pictures`;
  return (
    <p className={clsx(textStyles.small, textStyles.muted)}>
      {isRoutine
        ? `A routine itself has no proof. ${what} can become that of a task.`
        : `${what} will be its proof, which you send on the next screen.`}
    </p>
  );
}
