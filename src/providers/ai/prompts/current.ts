import type { SubmissionKind } from '../../../ports/reviewer.ts';
import type { Prompt } from '../prompt.ts';
import { coding1 } from './coding-1.ts';
import { email1 } from './email-1.ts';
import { general1 } from './general-1.ts';
import { systemDesign1 } from './system-design-1.ts';

/** The versions in use. Older versions stay in this folder, so that people can look up the prompt of an old review. */
export const PROMPTS: Readonly<Record<SubmissionKind, Prompt>> = {
  general: general1,
  email: email1,
  coding: coding1,
  system_design: systemDesign1,
};
