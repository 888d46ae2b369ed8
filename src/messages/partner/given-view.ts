import type { CodeTask } from '../../contracts/code-task.ts';
import type { File } from '../../contracts/file.ts';
import type { Verification } from '../../contracts/proof.ts';
import { plural, sizeWords } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { oneLine } from '../../contracts/words/naming.ts';
import { keysOf } from '../../domain/kernel/records.ts';
import type { EmailMaterial } from '../../ports/proof-sources.ts';
import type { Markdown } from './markdown.ts';

/** A coding question and the best attempt at it, in the texts of the page. */
export interface CodeView {
  readonly title: string;
  readonly url: string;
  /** As HTML. */
  readonly statement: string | null;
  readonly language: string;
  readonly code: string;
  /** 'Passed 3 of 4 examples.' */
  readonly result: string;
  /** Changes by the owner that a judge has to know about. */
  readonly warnings: readonly string[];
  readonly examples: readonly ExampleView[];
}

export interface ExampleView {
  readonly name: string;
  readonly input: string;
  readonly expected: string;
  /** The output, or the error. */
  readonly actual: string;
}

const LANGUAGES = { javascript: 'JavaScript', typescript: 'TypeScript', python: 'Python' } as const;

/** Null: nothing was submitted. */
function codeView({ title, url, statement, examples, pasted, best }: CodeTask, markdown: Markdown): CodeView | null {
  if (best === null) return null;
  const edited = examples.filter((example) => example.edited).length;
  return {
    title: title ?? 'Coding question',
    url,
    statement: statement && markdown(statement),
    language: LANGUAGES[best.language],
    code: best.code,
    result:
      best.total === 0
        ? 'There are no examples to run it against.'
        : `The sandbox ran it: ${best.passed} of ${plural(best.total, 'example')} passed.`,
    warnings: [
      ...(edited > 0 ? [`${plural(edited, 'example was', 'examples were')} written or changed by the owner.`] : []),
      ...(pasted ? ['The statement was pasted by the owner; it is not from the page.'] : []),
    ],
    examples: best.results.map(({ input, expected, actual, passed, error }, index) => ({
      name: `Example ${index + 1}: ${passed ? 'passed' : 'failed'}${examples[index]?.edited ? ', changed by the owner' : ''}`,
      input,
      expected,
      actual: error ?? actual ?? 'nothing',
    })),
  };
}

/** A file that was given, in the texts of the page. */
export interface FileView {
  readonly url: string;
  readonly name: string;
  readonly sha256: string;
  /** '2.1 MB, taken Thu 19 Nov, 12:04'. */
  readonly note: string;
  /** The warning that the same file was given before; null: it was not. */
  readonly seen: string | null;
  /** A preview; null: there is none. */
  readonly picture: PictureView | null;
}

export interface PictureView {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

type Moment = (instant: string) => string;

/** The greatest width and height of a preview, in pixels. */
const PREVIEW = 1_280;

/** `to`: the path under which the page finds files. */
export const fileViews = (files: readonly File[], to: string, moment: Moment): readonly FileView[] =>
  files.map((file) => {
    const url = `${to}/${encodeURIComponent(file.id)}`;
    const taken = file.captured_at === null ? '' : `, taken ${moment(file.captured_at)}`;
    return {
      url,
      name: oneLine(file.name),
      sha256: file.sha256,
      note: sizeWords(file.size) + taken,
      seen: seenWords(file, moment),
      picture: pictureOf(file, url),
    };
  });

function pictureOf({ preview, width, height }: File, url: string): PictureView | null {
  if (!preview || width === null || height === null) return null;
  // The size is given before the picture loads, so that the page does not jump.
  const scale = Math.min(1, PREVIEW / Math.max(width, height));
  const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { url: `${url}/preview?size=${PREVIEW}`, width: scaled(width), height: scaled(height) };
}

function seenWords({ seen_before: seen, task_id }: File, moment: Moment): string | null {
  if (seen === null) return null;
  const what = seen.how === 'same' ? 'The same file' : 'A picture that looks like this one';
  return `${what} was uploaded for ${seen.task_id === task_id ? 'this' : 'another'} task before: ${moment(seen.at)}.`;
}

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

/** Material of a proof that is stored elsewhere. */
export interface ProofMaterial {
  readonly code: CodeTask | null;
  readonly email: EmailMaterial | null;
}

export interface LinkView {
  readonly url: string;
  /** The host in its ASCII form, so that letters that only look like others are visible. */
  readonly host: string;
  /** What else is known about the link. */
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

/** The parts of a proof that a page without scripts shows. */
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

/** What is known about a commit, a pull request or a review, and who says so. */
function commitNote(commit: Commit, moment: (instant: string) => string): string {
  const { kind, repository, sha, author, committed_at, pushed_at, message, confirmed, note, read_at } = commit;
  const checked = confirmed === true ? 'confirmed with the owner’s account' : (note ?? 'nobody has looked whether it is there');
  const parts = [
    repository,
    sha?.slice(0, 12),
    message && sentence`‘${oneLine(message.split('\n', 1)[0] ?? '')}’`,
    author && sentence`by ${author}`,
    committed_at && `${moment(committed_at)}${kind === 'commit' ? ', as the commit says' : ''}`,
    pushed_at && `pushed ${moment(pushed_at)}`,
    checked.replace(/\.$/, ''),
    read_at && `read ${moment(read_at)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const sectionsOf = (design: NonNullable<Submission['design']>, markdown: Markdown): GivenView['sections'] =>
  keysOf(SECTIONS)
    .filter((name) => design[name].trim() !== '')
    .map((name) => ({ label: SECTIONS[name], html: markdown(design[name]) }));

/** Only http and https become links; the contract accepts nothing else. */
function linkView(url: string, note: string): readonly LinkView[] {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return [];
  return [{ url: parsed.href, host: parsed.host, note }];
}
