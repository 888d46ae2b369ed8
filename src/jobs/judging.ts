import { countedReview } from '../app/ai/counted-answers.ts';
import type { App } from '../app/app.ts';
import type { Caller } from '../app/caller.ts';
import {
  beginReview,
  checkChanges,
  type DueReview,
  dueReview,
  endReview,
  type GivenReview,
  isGivenUp,
  noteReview,
} from '../app/proof/reviews.ts';
import { type SubmittedProof, submittedProof } from '../app/proof/submitted-proof.ts';
import { Turns } from '../concurrency/turns.ts';
import { createOutcomes, UnderWay } from '../concurrency/under-way.ts';
import { type Position, SYSTEM } from '../domain/kernel/event.ts';
import { ACCEPTED_FROM, type Review, type Reviewer, type Submission, type SubmittedFile } from '../ports/reviewer.ts';
import { fileTexts } from '../presenters/file.ts';
import { commitsOf } from '../presenters/proof.ts';
import { filesByIds } from '../projections/file.ts';

const TEXT = 'text/plain';
/** A reviewer gets at most this many bytes of a file. The reviewer shortens longer texts itself, and says so. */
const MOST_BYTES = 128 * 1_024;

/** The files of a proof in their order, with the text of those that are plain text. Deleted files are left out. */
async function submittedFiles(app: App, owner: string, ids: readonly string[]): Promise<readonly SubmittedFile[]> {
  if (ids.length === 0) return [];
  const [found] = await Promise.all([filesByIds(app.views, ids), app.opener.ready(owner)]);
  const files = ids.flatMap((id) => found.get(id) ?? []).filter(({ doc }) => doc.owner === owner);
  return Promise.all(
    files.map(async ({ id, doc }) => ({
      id,
      name: fileTexts(app.opener, doc).name,
      type: doc.type,
      ...(doc.type === TEXT ? await textOf(app, owner, doc.content) : UNREADABLE),
    })),
  );
}

const UNREADABLE = { text: null, isCut: false } as const;

/** The beginning of a text file, or `UNREADABLE` if its bytes are deleted. */
async function textOf({ files }: App, owner: string, content: string): Promise<Pick<SubmittedFile, 'text' | 'isCut'>> {
  const file = await files.read(owner, content);
  if (file === null) return UNREADABLE;
  try {
    const bytes = Buffer.concat(await Array.fromAsync(file.range(0, MOST_BYTES)));
    const isCut = bytes.length < file.size;
    return { text: decoded(bytes, isCut), isCut };
  } finally {
    await file.close();
  }
}

/** Supported encodings are UTF-8, UTF-16 with a byte order mark, and Windows-1252. */
function decoded(bytes: Buffer, isCut: boolean): string {
  try {
    // If the last character was cut in half, it is left out.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** A proof, as a reviewer gets it. Its kind depends on what was given: an email, code, a design, or none of these. */
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

export interface JudgingPorts {
  readonly app: App;
  readonly reviewer: Reviewer;
  /**
   * The program waits this long for the outcome of a first attempt, in milliseconds of its clock. This is longer than a
   * review takes.
   */
  readonly claimMs: number;
  /** A review failed, or could not be recorded. It is tried again after its claim has expired. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Makes reviews of proof with an AI, or with the rubric instead. They run in the background, and no other work waits for
 * them.
 */
export interface Judging {
  /**
   * Claims the review `id` if it is due, and begins it. Resolves when the claim is recorded, with its position; null:
   * nothing was due, or another worker makes it.
   */
  begin(id: string): Promise<Position | null>;
  /** Resolves when no review is running. True: there were some. */
  settled(): Promise<boolean>;
  /** Ends running reviews without an answer. They are made again after their claims have expired. */
  stop(): Promise<void>;
}

/** One review for an owner at a time, and this many in all. */
const AT_ONCE = 8;
/** How long a stop waits for answers that are being recorded. */
const STOP_MS = 3_000;

/**
 * The claim is written to the log before the AI is asked, so that only one of several workers asks. After a crash,
 * another attempt follows when the claim has expired. The first recorded answer counts, because all attempts use the same
 * review id.
 */
export function createJudging({ app, reviewer, claimMs, onFault }: JudgingPorts): Judging {
  const turns = new Turns({ running: AT_ONCE, waiting: 0, waitingOfOwner: 0 });
  const underWay = new UnderWay();
  const outcomes = createOutcomes();
  const ending = new AbortController();
  const { signal } = ending;

  /** The answer of the judge. `later`: the judge cannot be asked yet. Null: there is nothing to judge any more. */
  async function answerTo(review: DueReview): Promise<GivenReview | 'later' | null> {
    const given = await submittedProof(app, review);
    if (given === null) return null;
    // If GitHub asks the program to wait, the check is made again after its claim has expired.
    if (given.checking !== null) return checkChanges(app, review.state.owner, given.checking.fields, given.texts);
    // A judge who has already commented gives the same answer when it is their turn.
    if (given.comment !== null) return { ...given.comment, verdict: verdictOf(given.comment.score) };
    const { id, state, correlationId, causationId } = review;
    const material = await materialOf(app, state.owner, given);
    const caller: Caller = { owner: state.owner, actor: SYSTEM, correlationId, causationId };
    const wanted = { id, module: material.kind, rubricWhenUsedUp: true } as const;
    return toReview(await countedReview(app, caller, wanted, (way) => reviewer.review(material, { ...way, signal })));
  }

  async function record(review: DueReview, answer: GivenReview | null): Promise<Position | null> {
    const isNoted = answer !== null && (await noteReview(app, review, answer));
    return endReview(app, review, isNoted ? 'answered' : 'overtaken');
  }

  /** The answer is recorded before the owner's next review begins, because the next review may have to repeat this answer. */
  async function carry(review: DueReview): Promise<void> {
    const work = async (): Promise<void> => {
      const answer = await answerTo(review);
      if (answer !== 'later') await outcomes.note(review.id, () => record(review, answer));
    };
    await turns.run(review.state.owner, work, { signal, alwaysWaits: true });
  }

  async function failed(review: DueReview, error: unknown): Promise<void> {
    // The account may have been deleted meanwhile.
    if (!signal.aborted && (await app.keys.key(review.state.owner)) !== null) onFault(error);
  }

  const start = (review: DueReview): void =>
    underWay.start(
      review.id,
      carry(review).catch((error: unknown) => failed(review, error)),
      onFault,
    );

  return {
    async begin(id) {
      const pending = outcomes.pending(id);
      if (pending !== null && !underWay.has(id)) return outcomes.note(id, pending);
      const now = app.clock.now();
      const review = await dueReview(app, id, now);
      if (review === null || signal.aborted) return null;
      const isMine = underWay.has(id);
      if (!isMine && isGivenUp(review)) return endReview(app, review, 'given_up');
      // A review that is still waiting in this process keeps its claim.
      const begun = await beginReview(app, review, now, claimMs);
      if (begun !== null && !isMine) start(review);
      return begun;
    },
    settled: () => underWay.settled(),
    async stop() {
      ending.abort(new Error('The program is ending.'));
      await underWay.settledWithin(STOP_MS);
    },
  };
}

function verdictOf(score: number | null): GivenReview['verdict'] {
  if (score === null) return 'comment';
  return score >= ACCEPTED_FROM ? 'accepted' : 'rejected';
}

const toReview = ({ judge, verdict, score, criteria, comment, model, prompt_version, seen }: Review): GivenReview => ({
  judge: judge.kind,
  judge_id: model,
  verdict,
  score,
  prompt_version,
  seen,
  texts: { comment, ...(criteria.length > 0 && { criteria }) },
});
