import type { Submission } from '../api/verifications.ts';
import { draftFrom, emptyDraft, type ProofDraft } from './draft.ts';

/** Drafts are kept in the tab, so that a reload loses nothing. They go with the tab, and when the person signs out. */
const nameOf = (task: string): string => `proof ${task}`;

function withStorage<T>(use: (store: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null; // The browser does not allow storage, or it is full.
  }
}

const isDraft = (value: unknown): value is ProofDraft =>
  typeof value === 'object' && value !== null && 'text' in value && 'links' in value && Array.isArray(value.links);

/** The draft of a task's proof, or an empty one. A design is not begun anew after it was sent back: `before` is what was given. */
export function readDraft(task: string, type: string, before: Submission | undefined): ProofDraft {
  const kept = withStorage((store): unknown => JSON.parse(store.getItem(nameOf(task)) ?? 'null'));
  if (isDraft(kept)) return { ...emptyDraft(type), ...kept };
  return { ...emptyDraft(type), ...(before && { design: draftFrom(before, type).design }) };
}

export const writeDraft = (task: string, draft: ProofDraft): void =>
  void withStorage((store) => store.setItem(nameOf(task), JSON.stringify(draft)));

export const forgetDraft = (task: string): void => void withStorage((store) => store.removeItem(nameOf(task)));
