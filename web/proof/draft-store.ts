import type { Submission } from '../api/verifications.ts';
import { forget, keep, readKept } from '../lib/tab-storage.ts';
import { draftFrom, emptyDraft, type ProofDraft } from './draft.ts';

/** Drafts are kept in the tab, so that a reload loses nothing. They go with the tab, and when the person signs out. */
const nameOf = (task: string): string => `proof ${task}`;

const isDraft = (value: unknown): value is ProofDraft =>
  typeof value === 'object' && value !== null && 'text' in value && 'links' in value && Array.isArray(value.links);

/** The draft of a task's proof, or an empty one. A design is not begun anew after it was sent back: `before` is what was given. */
export function readDraft(task: string, type: string, before: Submission | undefined): ProofDraft {
  const kept = readKept(nameOf(task));
  if (isDraft(kept)) return { ...emptyDraft(type), ...kept };
  return { ...emptyDraft(type), ...(before && { design: draftFrom(before, type).design }) };
}

export const writeDraft = (task: string, draft: ProofDraft): void => keep(nameOf(task), draft);

export const forgetDraft = (task: string): void => forget(nameOf(task));
