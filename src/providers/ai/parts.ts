import type { Submission, SubmittedCommit, SubmittedFile } from '../../ports/reviewer.ts';

/** A piece of what was submitted. Its name is ours; its text was written by others. */
export interface SubmittedPart {
  readonly name: string;
  readonly text: string;
}

/** What an AI reads of a submission, in a fixed order. What is not there has no part. */
export function partsOf(submission: Submission): SubmittedPart[] {
  const { task, text, links, commits, files } = submission;
  const parts: readonly (readonly [string, string | null])[] = [
    ['task', task.title],
    ['requirement', task.requirement],
    ...ownPartsOf(submission),
    ['text', text],
    ['links', links.map(oneLine).join('\n')],
    ...commits.map((commit, at) => [`commit ${at + 1}`, describeCommit(commit)] as const),
    ...files.map((file, at) => [`file ${at + 1}`, describeFile(file)] as const),
  ];
  return parts.flatMap(([name, content]) => (content === null || content.trim() === '' ? [] : [{ name, text: content }]));
}

/**
 * Whether there is anything that can be read and judged. Pictures and other files without text cannot, and neither the
 * title nor the requirement of a task is proof of it.
 */
export function isReadable(submission: Submission): boolean {
  const { text, links, commits, files } = submission;
  const own = ownPartsOf(submission).some(([name, content]) => JUDGED.has(name) && (content ?? '').trim() !== '');
  return (
    own || (text ?? '').trim() !== '' || links.length > 0 || commits.length > 0 || files.some((file) => (file.text ?? '').trim() !== '')
  );
}

/** Of the parts of a kind, those that the owner made as proof. */
const JUDGED: ReadonlySet<string> = new Set([
  'subject',
  'body',
  'code',
  'requirements',
  'estimates',
  'components',
  'trade-offs',
  'diagram',
]);

function ownPartsOf(submission: Submission): (readonly [string, string | null])[] {
  switch (submission.kind) {
    case 'general':
      return [];
    case 'email': {
      const { recipients, subject, body } = submission.email;
      return [
        ['recipients', String(recipients)],
        ['subject', subject],
        ['body', body],
      ];
    }
    case 'coding': {
      const { statement, language, source, examples } = submission.code;
      return [
        ['statement', statement],
        ['examples', examples && `The code passed ${examples.passed} of ${examples.total} examples in the sandbox.`],
        ['language', oneLine(language)],
        ['code', source],
      ];
    }
    case 'system_design': {
      const { requirements, estimates, components, trade_offs, mermaid } = submission.design;
      return [
        ['requirements', requirements],
        ['estimates', estimates],
        ['components', components],
        ['trade-offs', trade_offs],
        ['diagram', mermaid],
      ];
    }
  }
}

const CONFIRMED = { true: 'yes', false: 'no', null: 'nobody could look' } as const;

/** What the program found out stands before the message, in lines that the commit's own fields cannot imitate. */
function describeCommit({ url, sha, repository, author, committed_at, message, confirmed, note = null }: SubmittedCommit): string {
  const lines = [
    `Confirmed by the connected account: ${CONFIRMED[`${confirmed}`]}${note === null ? '' : `. ${oneLine(note)}`}`,
    ...Object.entries({ Address: url, Sha: sha, Repository: repository, Author: author, Date: committed_at }).flatMap(([name, value]) =>
      value === null ? [] : [`${name}: ${oneLine(value)}`],
    ),
  ];
  return [...lines, `Message: ${message ?? 'not known'}`].join('\n');
}

function describeFile({ name, type, text }: SubmittedFile): string {
  const content = text === null ? 'Its content is not text that could be read here.' : `Text:\n${text}`;
  return `Name: ${oneLine(name)}\nType: ${oneLine(type)}\n${content}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
