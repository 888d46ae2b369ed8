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
/** As much of a file as a reviewer may read at most, in bytes. It cuts what is too long for it by itself, and says so. */
const MOST_BYTES = 128 * 1_024;

/** The files of a proof in their order, with the text of those that are plain text. Those that are gone are left out. */
async function submittedFiles(app: App, owner: string, ids: readonly string[]): Promise<readonly SubmittedFile[]> {
  if (ids.length === 0) return [];
  const [found] = await Promise.all([filesByIds(app.views, ids), app.opener.ready(owner)]);
  const files = ids.flatMap((id) => found.get(id)?.doc ?? []).filter((doc) => doc.owner === owner);
  return Promise.all(
    files.map(async (doc) => ({
      name: fileTexts(app.opener, doc).name,
      type: doc.type,
      text: doc.type === TEXT ? await textOf(app, owner, doc.content) : null,
    })),
  );
}

/** The beginning of a text. Null: its bytes are gone. */
async function textOf({ files }: App, owner: string, content: string): Promise<string | null> {
  const file = await files.read(owner, content);
  if (file === null) return null;
  try {
    const bytes = Buffer.concat(await Array.fromAsync(file.range(0, MOST_BYTES)));
    return decoded(bytes, bytes.length < file.size);
  } finally {
    await file.close();
  }
}

/** Texts are taken in UTF-8, in UTF-16 with its mark at the beginning, and in Windows-1252. */
function decoded(bytes: Buffer, isCut: boolean): string {
  try {
    // Half a character at the end of what was read is left out.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

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

export interface JudgingPorts {
  readonly app: App;
  readonly reviewer: Reviewer;
  /** How long the outcome of a first attempt is waited for, in milliseconds of the program's clock: longer than a review takes. */
  readonly claimMs: number;
  /** A review failed, or could not be recorded. It is tried again when its claim is over. */
  readonly onFault: (error: unknown) => void;
}

/** Reviews of proof by an AI, or by the rubric in its place. They run beside all other work, which waits for none of them. */
export interface Judging {
  /**
   * Claims the review `id` if it is due, and begins it. Resolves once the claim is recorded, with its position; null: nothing
   * was due, or another worker makes it.
   */
  begin(id: string): Promise<Position | null>;
  /** Resolves when no review is under way. True: some were. */
  settled(): Promise<boolean>;
  /** Ends reviews under way without an answer: they are made again when their claims are over. */
  stop(): Promise<void>;
}

/** One review of an owner at a time, and so many in all. */
const AT_ONCE = 8;
/** How long the end waits for answers that are being recorded. */
const STOP_MS = 3_000;

/**
 * The claim is written to the log before anything is asked, so that only one of several workers asks. After a crash another
 * attempt follows when the claim is over. Whichever answer is recorded first counts: all attempts give the same review id.
 */
export function createJudging({ app, reviewer, claimMs, onFault }: JudgingPorts): Judging {
  const turns = new Turns({ running: AT_ONCE, waiting: 0, waitingOfOwner: 0 });
  const underWay = new UnderWay();
  const outcomes = createOutcomes();
  const ending = new AbortController();
  const { signal } = ending;

  /** What whoever is asked says. `later`: they cannot be asked yet. Null: there is nothing to say it about any more. */
  async function answerTo(review: DueReview): Promise<GivenReview | 'later' | null> {
    const given = await submittedProof(app, review);
    if (given === null) return null;
    // A check that GitHub asks to wait is made again when its claim is over.
    if (given.checking !== null) return checkChanges(app, review.state.owner, given.checking.fields, given.texts);
    // Whoever commented beside the partner says the same when it is their turn.
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

  /** The answer is recorded before the owner's next review begins, because that one may have to repeat what was said here. */
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
      // One that still waits for its turn here keeps its claim.
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

const toReview = ({ judge, verdict, score, criteria, comment, model, prompt_version }: Review): GivenReview => ({
  judge: judge.kind,
  judge_id: model,
  verdict,
  score,
  prompt_version,
  texts: { comment, ...(criteria.length > 0 && { criteria }) },
});
