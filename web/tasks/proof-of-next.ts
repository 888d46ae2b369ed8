import type { HandedOver } from './open-proof.ts';

let next: HandedOver | null = null;

/** What becomes the proof of the task that the overlay for a new task adds. Null: nothing. */
export const proofOfNext = (): HandedOver | null => next;
export function setProofOfNext(proof: HandedOver | null): void {
  next = proof;
}
