/** An e-mail as a reviewer reads it. `recipients`: how many there are, with cc and bcc. */
export interface EmailMaterial {
  readonly subject: string;
  readonly body: string;
  readonly recipients: number;
}

/** Submitted code as a reviewer reads it. */
export interface CodeMaterial {
  /** Markdown. */
  readonly statement: string | null;
  readonly language: string;
  readonly source: string;
  /** How many of its examples the code passed in the sandbox; null: there are no examples. */
  readonly examples: { readonly passed: number; readonly total: number } | null;
}

/** What a check says that accepts a proof. */
export interface CheckedProof {
  /** The name of the check. */
  readonly judge_id: string;
  /** A sentence or two about what it found. */
  readonly comment: string;
}

/** What a proof can consist of beside what is sent with it. */
export interface ProofSources {
  /** Those of the ids that are no file of the owner, or one that belongs to another task. */
  unknownFiles(owner: string, taskId: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Whether it is an email of this owner for this task that can be given as proof. */
  hasEmailTask(owner: string, taskId: string, id: string): Promise<boolean>;
  /** Whether it is a coding task of this owner for this task that can be given as proof. */
  hasCodeTask(owner: string, taskId: string, id: string): Promise<boolean>;
  /** The e-mail of a proof; null: there is none. */
  email(owner: string, id: string): Promise<EmailMaterial | null>;
  /** The code of a proof; null: there is none. */
  code(owner: string, id: string): Promise<CodeMaterial | null>;
  /** What the check says about a coding task that is given as proof; null: it cannot say. */
  checkedCode(owner: string, taskId: string, id: string): Promise<CheckedProof | null>;
  /** Whether an AI, or the rubric in its place, reviews proof where the owner has switched it on. */
  readonly reviewsByAi: boolean;
}

/** Neither files, emails and code of their own, nor a review by an AI. */
export const NO_PROOF_SOURCES: ProofSources = {
  unknownFiles: async (_owner, _task, ids) => ids,
  hasEmailTask: async () => false,
  hasCodeTask: async () => false,
  email: async () => null,
  code: async () => null,
  checkedCode: async () => null,
  reviewsByAi: false,
};
