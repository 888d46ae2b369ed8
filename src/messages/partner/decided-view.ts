import type { File } from '../../contracts/file.ts';
import { oneLine } from '../../contracts/words/naming.ts';
import { type FileView, fileViews } from './given-view.ts';

/** A decision of the partner, with what the page says about it. */
export interface DecidedMatter {
  readonly about: 'proof' | 'appeal';
  readonly outcome: 'accepted' | 'rejected';
  readonly at: string;
  readonly title: string;
  readonly comment: string | null;
  readonly files: readonly File[];
}

export interface DecidedRow {
  /** The name of the mark. */
  readonly mark: string;
  readonly when: string;
  readonly title: string;
  readonly state: string;
  readonly comment: string | null;
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
  matters.map(({ about, outcome, at, title, comment, files }) => ({
    mark: about === 'appeal' && outcome === 'accepted' ? 'kept' : about === 'appeal' ? 'missed' : MARKS[outcome],
    when: moment(at),
    title: oneLine(title),
    state: STATES[about][outcome],
    comment,
    files: fileViews(files, to, moment),
  }));
