import type { Random } from './random.ts';

/** An action of the person at an instant. */
export interface PersonAction {
  readonly at: string;
  readonly run: () => Promise<unknown>;
}

export interface Person {
  readonly owner: string;
  readonly zone: string;
  readonly random: Random;
  /** Random numbers for proofs alone. */
  readonly proofs: Random;
  /** Random numbers for pictures, emails and coding questions alone. */
  readonly extras: Random;
  /** The id of the partner who has accepted, once there is one. */
  readonly partner: () => string | null;
}
