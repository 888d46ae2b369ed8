import type { CodeTask } from '../../contracts/code-task.ts';
import type { File } from '../../contracts/file.ts';
import type { Verification } from '../../contracts/proof.ts';
import type { EmailMaterial } from '../../ports/proof-sources.ts';
import { type CodeView, codeView } from './code-view.ts';
import { type FileView, fileViews } from './file-view.ts';
import type { Markdown } from './markdown.ts';
import { oneLine } from './words.ts';

type Submission = Verification['submissions'][number];

/** What was given as proof, in the texts of the page. */
export interface GivenView {
  readonly text: string | null;
  readonly links: readonly LinkView[];
  readonly commits: readonly LinkView[];
  readonly files: readonly FileView[];
  /** Sections of a design. */
  readonly sections: readonly { readonly label: string; readonly html: string }[];
  /** The picture of a diagram, and its source. */
  readonly diagram: FileView | null;
  readonly source: string | null;
  readonly code: CodeView | null;
  readonly email: EmailView | null;
}

export interface EmailView {
  readonly subject: string;
  readonly body: string;
  /** 'To 3 people.' */
  readonly note: string;
}

/** What belongs to a proof and is kept elsewhere. */
export interface ProofMaterial {
  readonly code: CodeTask | null;
  readonly email: EmailMaterial | null;
}

export interface LinkView {
  readonly url: string;
  /** The host, as the network knows it: letters that only look like others cannot hide in it. */
  readonly host: string;
  /** What else is known of it. */
  readonly note: string;
}

const NOTHING: GivenView = {
  text: null,
  links: [],
  commits: [],
  files: [],
  sections: [],
  diagram: null,
  source: null,
  code: null,
  email: null,
};

interface GivenContext {
  readonly moment: (instant: string) => string;
  /** The path under which the page finds files. */
  readonly files: string;
  readonly markdown: Markdown;
}

const SECTIONS = { requirements: 'Requirements', estimates: 'Estimates', components: 'Components', trade_offs: 'Trade-offs' } as const;

/** What an appeal says, with its files. */
export const appealView = (appeal: Verification['appeal'], { files, moment }: Omit<GivenContext, 'markdown'>): GivenView =>
  appeal === null ? NOTHING : { ...NOTHING, text: appeal.text, files: fileViews(appeal.files, files, moment) };

/** What of a proof a page without scripts shows. */
export function givenView(
  given: Submission | null,
  { code, email }: ProofMaterial,
  { files: to, moment, markdown }: GivenContext,
): GivenView {
  if (given === null) return NOTHING;
  const { text, links, commits, design, files } = given;
  const isDiagram = ({ id }: File): boolean => id === design?.diagram?.file;
  const views = (some: readonly File[]): readonly FileView[] => fileViews(some, to, moment);
  return {
    text,
    files: views(files.filter((file) => !isDiagram(file))),
    diagram: views(files.filter(isDiagram))[0] ?? null,
    links: links.flatMap((url) => linkView(url, '')),
    commits: commits.flatMap((commit) => linkView(commit.url, commitNote(commit, moment))),
    sections: design === null ? [] : sectionsOf(design, markdown),
    source: design?.diagram?.mermaid ?? null,
    code: code && codeView(code, markdown),
    email: email && {
      subject: oneLine(email.subject),
      body: email.body,
      note: email.recipients === 1 ? 'To one recipient.' : `To ${email.recipients} recipients.`,
    },
  };
}

type Commit = Submission['commits'][number];

/** What is known of a commit, a pull request or a review, and who says so. */
function commitNote(commit: Commit, moment: (instant: string) => string): string {
  const { kind, repository, sha, author, committed_at, pushed_at, message, confirmed, note, read_at } = commit;
  const checked = confirmed === true ? 'confirmed with the owner’s account' : (note ?? 'nobody has looked whether it is there');
  const parts = [
    repository,
    sha?.slice(0, 12),
    message && `‘${oneLine(message.split('\n', 1)[0] ?? '')}’`,
    author && `by ${author}`,
    committed_at && `${moment(committed_at)}${kind === 'commit' ? ', as the commit says' : ''}`,
    pushed_at && `pushed ${moment(pushed_at)}`,
    checked.replace(/\.$/, ''),
    read_at && `read ${moment(read_at)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const sectionsOf = (design: NonNullable<Submission['design']>, markdown: Markdown): GivenView['sections'] =>
  (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[])
    .filter((name) => design[name].trim() !== '')
    .map((name) => ({ label: SECTIONS[name], html: markdown(design[name]) }));

/** Only http and https can be pressed; the contract takes nothing else. */
function linkView(url: string, note: string): readonly LinkView[] {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return [];
  return [{ url: parsed.href, host: parsed.host, note }];
}
