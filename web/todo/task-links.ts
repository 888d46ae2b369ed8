import type { Task } from '../api/tasks.ts';
import type { Verification } from '../api/verifications.ts';
import { webLinks } from '../ui/web-links.ts';

type Proofs = Pick<Verification, 'submissions' | 'appeal'> | null | undefined;
export type TaskFile = Verification['submissions'][number]['files'][number];

/** Two spellings of one address are the same link. */
const normal = (url: string): string => URL.parse(url)?.href ?? url;

/** The links in the texts of a task and of its proofs, each once, in the order in which they were written. */
export function linksOfTask(task: Pick<Task, 'title' | 'description' | 'proofRequirement' | 'skipReason'>, proofs: Proofs): string[] {
  const texts = [task.title, task.description, task.proofRequirement, task.skipReason, proofs?.appeal?.text];
  const given = (proofs?.submissions ?? []).flatMap(({ text, links, commits }) => [
    ...inText(text),
    ...links,
    ...commits.map(({ url }) => url),
  ]);
  return [...new Set([...texts.flatMap(inText), ...given].map(normal))];
}

const inText = (text: string | null | undefined): string[] => webLinks(text ?? '').map(({ url }) => url);

/** The files of all proofs and of the appeal, oldest first. A file that was given twice is there once. */
export function filesOfTask(proofs: Proofs): TaskFile[] {
  const all = [...(proofs?.submissions ?? []).flatMap(({ files }) => files), ...(proofs?.appeal?.files ?? [])];
  return [...new Map(all.map((file) => [file.sha256, file] as const)).values()];
}
