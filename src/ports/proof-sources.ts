/** An email, as a reviewer reads it. `recipients`: the number of recipients, including cc and bcc. */
export interface EmailMaterial {
  readonly subject: string;
  readonly body: string;
  readonly recipients: number;
}

/** Submitted code, as a reviewer reads it. */
export interface CodeMaterial {
  /** Markdown. */
  readonly statement: string | null;
  readonly language: string;
  readonly source: string;
  /** The number of examples that the code passed in the sandbox; null: there are no examples. */
  readonly examples: { readonly passed: number; readonly total: number } | null;
}

/** The comment of a check that accepts a proof. */
export interface CheckedProof {
  /** The name of the check. */
  readonly judge_id: string;
  /** One or two sentences about what the check found. */
  readonly comment: string;
}

/** Material of a proof that is stored elsewhere and not sent with it. */
export interface ProofSources {
  /** Returns those ids that are no files of the owner, or that belong to another task. */
  unknownFiles(owner: string, taskId: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Whether this is an email of this owner for this task that can be given as proof. */
  hasEmailTask(owner: string, taskId: string, id: string): Promise<boolean>;
  /** Whether this is a coding question of this owner for this task that can be given as proof. */
  hasCodeTask(owner: string, taskId: string, id: string): Promise<boolean>;
  /** Null: there is none. */
  email(owner: string, id: string): Promise<EmailMaterial | null>;
  /** Null: there is none. */
  code(owner: string, id: string): Promise<CodeMaterial | null>;
  /** The check's comment on a coding question that is given as proof; null: the check cannot decide. */
  checkedCode(owner: string, taskId: string, id: string): Promise<CheckedProof | null>;
  /** Whether an AI, or the rubric instead, reviews proofs if the owner has switched that on. */
  readonly reviewsByAi: boolean;
}

/** For a program without files, emails, coding questions and an AI. */
export const NO_PROOF_SOURCES: ProofSources = {
  unknownFiles: async (_owner, _task, ids) => ids,
  hasEmailTask: async () => false,
  hasCodeTask: async () => false,
  email: async () => null,
  code: async () => null,
  checkedCode: async () => null,
  reviewsByAi: false,
};
