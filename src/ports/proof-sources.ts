/** What a proof can consist of beside what is sent with it. */
export interface ProofSources {
  /** Those of the ids that are no file of the owner, or one that belongs to another task. */
  unknownFiles(owner: string, taskId: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Whether it is an email of this owner for this task that can be given as proof. */
  hasEmailTask(owner: string, taskId: string, id: string): Promise<boolean>;
  /** Whether it is a coding task of this owner for this task that can be given as proof. */
  hasCodeTask(owner: string, taskId: string, id: string): Promise<boolean>;
  /** Whether an AI, or the rubric in its place, reviews proof where the owner has switched it on. */
  readonly reviewsByAi: boolean;
}

/** Neither files, emails and code of their own, nor a review by an AI. */
export const NO_PROOF_SOURCES: ProofSources = {
  unknownFiles: async (_owner, _task, ids) => ids,
  hasEmailTask: async () => false,
  hasCodeTask: async () => false,
  reviewsByAi: false,
};
