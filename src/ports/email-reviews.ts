import type { OwnAiKey } from './ai-help.ts';

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
