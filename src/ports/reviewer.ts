import type { SeenFile } from '../domain/kernel/define-event.ts';
import type { DesignMaterial, OwnAiKey } from './ai-help.ts';

/** A commit, as the API sends it. `confirmed`: null if it could not be looked up. */
export interface SubmittedCommit {
  readonly url: string;
  readonly sha: string | null;
  readonly repository: string | null;
  readonly author: string | null;
  /** The date in the commit, RFC 3339. */
  readonly committed_at: string | null;
  readonly message: string | null;
  readonly confirmed: boolean | null;
  /** A sentence that says why it is not confirmed. */
  readonly note?: string | null;
}

/** A file. `text`: its content if it is plain text; null if a reviewer cannot read it. */
export interface SubmittedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly text: string | null;
  /** `text` is only the beginning of a long file. */
  readonly isCut: boolean;
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
  /** `recipients`: the number of recipients, including cc and bcc. A reviewer does not need their addresses. */
  readonly email: { readonly subject: string; readonly body: string; readonly recipients: number };
}

export interface CodingSubmission extends AnySubmission {
  readonly kind: 'coding';
  readonly code: {
    /** Markdown. */
    readonly statement: string | null;
    readonly language: string;
    readonly source: string;
    /** The number of examples that the code passed in the sandbox; null: there are no examples. */
    readonly examples: { readonly passed: number; readonly total: number } | null;
  };
}

export interface SystemDesignSubmission extends AnySubmission {
  readonly kind: 'system_design';
  readonly design: DesignMaterial['design'];
}

/**
 * What a reviewer gets. All texts in it were written by the person whose work is reviewed, or by strangers. A proof of
 * type `email`, `coding` or `system_design` without an email, code or design of its own has the kind `general`.
 */
export type Submission = GeneralSubmission | EmailSubmission | CodingSubmission | SystemDesignSubmission;
export type SubmissionKind = Submission['kind'];

export interface Criterion {
  readonly name: string;
  /** 0 to 100. */
  readonly score: number;
  readonly comment: string;
}

/** A submission with at least this score is accepted. */
export const ACCEPTED_FROM = 60;

/** A review, as the API sends it, without its id and its instant. */
export interface Review {
  readonly judge: { readonly kind: 'ai' | 'rubric'; readonly name: string };
  /** `comment`: there was nothing that the reviewer could read, so it decides nothing. */
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  /** 0 to 100; null if the verdict is `comment`. */
  readonly score: number | null;
  readonly criteria: readonly Criterion[];
  /** Plain text for the owner. The rubric also says here why no AI reviewed, and what it examined. */
  readonly comment: string;
  /** The name of the AI model; null for the rubric. */
  readonly model: string | null;
  /** The version of the prompt, or of the rubric. */
  readonly prompt_version: string;
  /** How much of each file the reviewer was given. */
  readonly seen: readonly SeenFile[];
}

/** An owner's own key, which is used instead of the operator's. */
export interface OwnAccess extends OwnAiKey {
  /** The function that sends the requests. For an address that an owner has set, it is guarded. */
  readonly fetch?: typeof globalThis.fetch | null;
}

export interface ReviewOptions {
  readonly tier: 'mini' | 'premium';
  /** Null: the operator's key, if there is one. */
  readonly own: OwnAccess | null;
  /** The owner's allowance is used up, so the rubric reviews, and says this. */
  readonly usedUp?: boolean;
  /** Aborts the review, for example when the program is stopping. */
  readonly signal?: AbortSignal;
}

export interface Reviewer {
  /**
   * Reviews a submission. It always returns a review: if the AI service gives no usable one, the rubric reviews, and says
   * why.
   * @throws only the reason of the signal, after it has aborted
   */
  review(submission: Submission, options: ReviewOptions): Promise<Review>;
}

/** The draft of an email, as a reviewer reads it. The reviewer does not need addresses. */
export interface DraftedEmail {
  /** The title of its task. */
  readonly title: string;
  /** The proof that its task asks for. */
  readonly requirement: string | null;
  readonly subject: string;
  readonly body: string;
  /** The number of recipients, including cc and bcc. */
  readonly recipients: number;
  readonly attachments: readonly { readonly id: string; readonly name: string; readonly type: string }[];
}

export interface EmailReview {
  readonly judge: { readonly kind: 'ai' | 'rubric' };
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  /** 0 to 100; null if the verdict is `comment`. */
  readonly score: number | null;
  readonly criteria: readonly { readonly name: string; readonly score: number; readonly comment: string }[];
  /** Plain text for the owner. */
  readonly comment: string;
  /** The name of the AI model; null for the rubric. */
  readonly model: string | null;
  readonly prompt_version: string;
  /** How much of each attachment the reviewer was given. */
  readonly seen: readonly SeenFile[];
}

/** The model and the key for the review of a draft. `usedUp`: the rubric reviews, and says that the allowance is used up. */
interface ReviewWay {
  readonly tier: 'mini' | 'premium';
  readonly own: OwnAiKey | null;
  readonly usedUp: boolean;
}

/** Reviews a draft with an AI, or with the rubric instead. It always returns a review. */
export type ReviewEmail = (email: DraftedEmail, way: ReviewWay) => Promise<EmailReview>;
