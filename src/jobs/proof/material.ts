import type { App } from '../../app/app.ts';
import type { SubmittedProof } from '../../app/proof/submitted-proof.ts';
import type { Submission } from '../../ports/reviewer.ts';
import { commitsOf } from '../../presenters/commits.ts';
import { submittedFiles } from './submitted-files.ts';

/** A proof as a reviewer gets it. Its kind follows from what was given: an e-mail, code, a design, or none of these. */
export async function materialOf(app: App, owner: string, given: Omit<SubmittedProof, 'checking'>): Promise<Submission> {
  const { texts, fileIds, emailTaskId, codeTaskId } = given;
  const [files, email, code] = await Promise.all([
    submittedFiles(app, owner, fileIds),
    emailTaskId === null ? null : app.proof.email(owner, emailTaskId),
    codeTaskId === null ? null : app.proof.code(owner, codeTaskId),
  ]);
  const common = {
    task: { title: given.title, requirement: given.requirement },
    text: texts.text ?? null,
    links: texts.links ?? [],
    commits: commitsOf(texts),
    files,
  };
  if (email !== null) return { kind: 'email', ...common, email };
  if (code !== null) return { kind: 'coding', ...common, code };
  if (texts.design === undefined) return { kind: 'general', ...common };
  const { diagram, ...sections } = texts.design;
  return { kind: 'system_design', ...common, design: { ...sections, mermaid: diagram?.mermaid ?? null } };
}
