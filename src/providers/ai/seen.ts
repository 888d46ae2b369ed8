import type { SeenFile } from '../../domain/kernel/define-event.ts';
import type { Submission, SubmittedFile } from '../../ports/reviewer.ts';
import { partNameOf } from './parts.ts';
import { MOST_CHARACTERS } from './rubric/findings.ts';
import { textsOf } from './rubric/general.ts';

/** What a model was given of each file. `cut`: the names of the parts that were shortened to their beginning. */
export const seenByModel = (files: readonly SubmittedFile[], cut: readonly string[]): readonly SeenFile[] =>
  files.map(({ id, text, isCut }, at) => ({
    file: id,
    as: text === null ? 'name' : isCut || cut.includes(partNameOf(at)) ? 'beginning' : 'whole',
  }));

/**
 * What the rubric was given of each file. It reads texts of files only in proof of the kind `general`, and of all texts
 * together only the first characters.
 */
export function seenByRubric(submission: Submission): readonly SeenFile[] {
  const { files } = submission;
  if (submission.kind !== 'general') return files.map(({ id }) => ({ file: id, as: 'name' }));
  let end = textsOf(submission).join('\n').length;
  return files.map(({ id, text, isCut }) => {
    if (text === null || text.trim() === '') return { file: id, as: 'name' };
    const start = end + 1;
    end = start + text.length;
    if (start >= MOST_CHARACTERS) return { file: id, as: 'name' };
    return { file: id, as: isCut || end > MOST_CHARACTERS ? 'beginning' : 'whole' };
  });
}
