import type { File } from '../../contracts/file.ts';
import { oneLine } from '../../contracts/words/naming.ts';
import { type Seen, seenWords } from '../../contracts/words/seen.ts';
import { type FileView, fileViews } from './given-view.ts';

/** A decision of the partner, with what the page says about it. */
export interface DecidedMatter {
  readonly about: 'proof' | 'appeal';
  readonly outcome: 'accepted' | 'rejected';
  readonly at: string;
  readonly title: string;
  readonly comment: string | null;
  /** What a machine was given of each file; null: none reviewed it. */
  readonly seen: readonly Seen[] | null;
  readonly files: readonly File[];
}

export interface DecidedRow {
  /** The name of the mark. */
  readonly mark: string;
  /** The instant of the decision, and how the page writes it. */
  readonly at: string;
  readonly when: string;
  readonly title: string;
  readonly state: string;
  readonly comment: string | null;
  /** 'after.png: by name only'. Null: a machine was given all files whole, or none reviewed it. */
  readonly seen: string | null;
  readonly files: readonly FileView[];
}

interface DecidedContext {
  readonly moment: (instant: string) => string;
  /** The path under which the files are. */
  readonly to: string;
}

const MARKS = { accepted: 'verified', rejected: 'rejected' } as const;
const STATES = {
  proof: { accepted: 'Proof accepted', rejected: 'Proof rejected' },
  appeal: { accepted: 'Appeal accepted', rejected: 'Miss stands' },
} as const;

/** What the partner decided before, as rows of the page. */
export const decidedRows = (matters: readonly DecidedMatter[], { moment, to }: DecidedContext): readonly DecidedRow[] =>
  matters.map(({ about, outcome, at, title, comment, seen, files }) => ({
    mark: about === 'appeal' && outcome === 'accepted' ? 'kept' : about === 'appeal' ? 'missed' : MARKS[outcome],
    at,
    when: moment(at),
    title: oneLine(title),
    state: STATES[about][outcome],
    comment,
    seen: seenWords(
      seen,
      files.map(({ id, name }) => ({ id, name: oneLine(name) })),
    ),
    files: fileViews(files, to, moment),
  }));
