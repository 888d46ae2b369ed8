import type { DesignMaterial, OwnAiKey } from './ai-help.ts';

/** A commit as the wire has it. `confirmed`: null where nobody could look it up. */
export interface SubmittedCommit {
  readonly url: string;
  readonly sha: string | null;
  readonly repository: string | null;
  readonly author: string | null;
  /** RFC 3339, as the commit says. */
  readonly committed_at: string | null;
  readonly message: string | null;
  readonly confirmed: boolean | null;
  /** Why it is not confirmed, in a sentence. */
  readonly note?: string | null;
}

/** A file. `text`: its content where it is plain text; null where a reviewer cannot read it. */
export interface SubmittedFile {
  readonly name: string;
  readonly type: string;
  readonly text: string | null;
}

interface AnySubmission {
  readonly task: { readonly title: string; readonly requirement: string | null };
  readonly text: string | null;
  readonly links: readonly string[];
  readonly commits: readonly SubmittedCommit[];
  readonly files: readonly SubmittedFile[];
}

export interface GeneralSubmission extends AnySubmission {
  readonly kind: 'general';
}

export interface EmailSubmission extends AnySubmission {
  readonly kind: 'email';
  /** `recipients`: how many there are, with cc and bcc. Their addresses are no business of a reviewer. */
  readonly email: { readonly subject: string; readonly body: string; readonly recipients: number };
}

export interface CodingSubmission extends AnySubmission {
  readonly kind: 'coding';
  readonly code: {
    /** Markdown. */
    readonly statement: string | null;
    readonly language: string;
    readonly source: string;
    /** How many of its examples the code passed in the sandbox; null: there are no examples. */
    readonly examples: { readonly passed: number; readonly total: number } | null;
  };
}

export interface SystemDesignSubmission extends AnySubmission {
  readonly kind: 'system_design';
  readonly design: DesignMaterial['design'];
}

/**
 * What a reviewer is given. All texts in it were written by the person whose work is reviewed, or by strangers. Proof of a
 * task of type `email`, `coding` or `system_design` that has no e-mail, no code or no design of its own is `general`.
 */
export type Submission = GeneralSubmission | EmailSubmission | CodingSubmission | SystemDesignSubmission;
export type SubmissionKind = Submission['kind'];

export interface Criterion {
  readonly name: string;
  /** 0 to 100. */
  readonly score: number;
  readonly comment: string;
}

/** From this score on, what was submitted is accepted. */
export const ACCEPTED_FROM = 60;

/** A review as the wire has it, without its id and its instant. */
export interface Review {
  readonly judge: { readonly kind: 'ai' | 'rubric'; readonly name: string };
  /** `comment`: it decides nothing, since there was nothing that could be read. */
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  /** 0 to 100; null with `comment`. */
  readonly score: number | null;
  readonly criteria: readonly Criterion[];
  /** Plain text for the owner. A rubric says here why no AI reviewed, and what it looked at. */
  readonly comment: string;
  /** The model that was asked; null for a rubric. */
  readonly model: string | null;
  /** The version of the prompt, or of the rubric. */
  readonly prompt_version: string;
}

/** A key of the owner's own, which is used in place of the operator's. */
export interface OwnAccess extends OwnAiKey {
  /** What fetches in the place of the fetch that the address asks for: an owner's own address is guarded. */
  readonly fetch?: typeof globalThis.fetch | null;
}

export interface ReviewOptions {
  readonly tier: 'mini' | 'premium';
  /** null: the operator's key, if there is one. */
  readonly own: OwnAccess | null;
  /** The owner's allowance is used up: the rubric reviews, and says so. */
  readonly usedUp?: boolean;
  /** Aborts the review, for example when the program ends. */
  readonly signal?: AbortSignal;
}

export interface Reviewer {
  /**
   * Reviews a submission. Whatever the AI service does, the answer is a review: where the service gives none that can be
   * used, the rubric reviews, and says why.
   * @throws the reason of the signal, once it is aborted; nothing else
   */
  review(submission: Submission, options: ReviewOptions): Promise<Review>;
}

/** The draft of an email as a reviewer reads it. Addresses are no business of a reviewer. */
export interface DraftedEmail {
  /** Of its task. */
  readonly title: string;
  /** What its task asks for as proof. */
  readonly requirement: string | null;
  readonly subject: string;
  readonly body: string;
  /** How many there are, with cc and bcc. */
  readonly recipients: number;
  readonly attachments: readonly { readonly name: string; readonly type: string }[];
}

export interface EmailReview {
  readonly judge: { readonly kind: 'ai' | 'rubric' };
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  /** 0 to 100; null with `comment`. */
  readonly score: number | null;
  readonly criteria: readonly { readonly name: string; readonly score: number; readonly comment: string }[];
  /** Plain text for the owner. */
  readonly comment: string;
  /** The model that was asked; null for the rubric. */
  readonly model: string | null;
  readonly prompt_version: string;
}

/** With which model and key a draft is reviewed; `usedUp`: the rubric reviews, and says that the allowance is used up. */
interface ReviewWay {
  readonly tier: 'mini' | 'premium';
  readonly own: OwnAiKey | null;
  readonly usedUp: boolean;
}

/** Reviews a draft by an AI, or by the rubric in its place. There is always a review. */
export type ReviewEmail = (email: DraftedEmail, way: ReviewWay) => Promise<EmailReview>;
