import type { SubmissionKind } from '../../../ports/reviewer.ts';
import type { Prompt } from '../prompt.ts';
import { coding1, email1, general1, systemDesign1 } from './reviews-1.ts';

/** The versions in use. Older versions stay in this folder, so that people can look up the prompt of an old review. */
export const PROMPTS: Readonly<Record<SubmissionKind, Prompt>> = {
  general: general1,
  email: email1,
  coding: coding1,
  system_design: systemDesign1,
};
