import type { ShownFeedback, SubmittedDesign } from '../app/premium/design-feedback.ts';
import { shareToken } from '../app/premium/social-posts.ts';
import type { Solution } from '../app/premium/solutions.ts';
import type { CodeSolution, DesignSubmission, SocialPost } from '../contracts/premium.ts';
import type { Stored } from '../ports/documents.ts';
import type { KeyedHashes, Opener } from '../ports/secrets.ts';
import type { FileDoc } from '../projections/file.ts';
import type { SocialPostDoc } from '../projections/premium.ts';
import { presentFile } from './file.ts';

export const presentSolution = ({ id, codeTaskId, texts, model, at }: Solution): CodeSolution => ({
  id,
  code_task_id: codeTaskId,
  explanation: texts.explanation,
  complexity: texts.complexity,
  alternatives: texts.alternatives.map((one) => ({ ...one })),
  model,
  created_at: at,
});

export function presentDesignSubmission(
  { submissionId, taskId, at, design: { diagram, ...sections } }: SubmittedDesign,
  feedback: ShownFeedback,
): DesignSubmission {
  const { id, model, verdict, score, criteria, comment, questions, prompt_version } = feedback;
  return {
    id: submissionId,
    task_id: taskId,
    design: { ...sections, diagram: diagram ? { mermaid: diagram.mermaid ?? null, file: diagram.file ?? null } : null },
    feedback: {
      id,
      at: feedback.at,
      judge: model === null ? { kind: 'rubric', name: 'Rubric' } : { kind: 'ai', name: model },
      verdict,
      score,
      criteria: criteria.map((one) => ({ ...one })),
      comment,
      model,
      prompt_version,
      // Feedback reads the sections of a design and no files.
      seen: null,
    },
    follow_up_questions: [...questions],
    created_at: at,
  };
}

/** The text of a post. `opener` must be ready for the owner. */
export const postText = (opener: Opener, { owner, text }: Pick<SocialPostDoc, 'owner' | 'text'>): string =>
  opener.openNow(owner, text)?.text ?? '';

/** The path of a post's public page; null: it is a draft. */
const sharePath = (hashes: KeyedHashes, { id, doc }: Stored<SocialPostDoc>): string | null =>
  doc.share === null ? null : `/share/${shareToken({ hashes }, id, doc.share)}`;

export interface PostFacts {
  readonly opener: Opener;
  readonly hashes: KeyedHashes;
  /** The files with their pictures, by file id. */
  readonly files: ReadonlyMap<string, Stored<FileDoc>>;
  /** The origin of all addresses, without a trailing slash; empty: only paths are shown. */
  readonly origin: string;
}

/** `opener` must be ready for the owner. */
export function presentPost({ opener, hashes, files, origin }: PostFacts, stored: Stored<SocialPostDoc>): SocialPost {
  const { id, doc } = stored;
  const { about, task_id, status, kept, streak, from, to, model, created_at } = doc;
  const image = doc.image_id === null ? undefined : files.get(doc.image_id);
  const path = sharePath(hashes, stored);
  return {
    ...{ id, about, task_id, status },
    text: postText(opener, doc),
    image: image ? presentFile(opener, image) : null,
    facts: { kept, streak, from, to },
    share_url: path && `${origin}${path}`,
    ...{ model, created_at },
  };
}
