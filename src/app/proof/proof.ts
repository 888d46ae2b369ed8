import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { ProofTexts } from '../../domain/proof/event-data.ts';
import type { SubmitProof, WithdrawProof } from '../../domain/task/commands.ts';
import { invalid, notFound, open } from '../../domain/task/rules.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import type { CheckedProof } from '../../ports/proof-sources.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { withOwnFiles } from '../file/files.ts';
import { judgingPartner } from '../partner/partner-record.ts';
import { openChildren } from '../task/task-parents.ts';
import { type Handed, loadTask, send, sent, type TaskResult, withChildren } from '../task/task-send.ts';
import { followed } from '../task/tasks.ts';
import { judgesFor } from './judges.ts';
import { lookUp } from './looked-up.ts';

type Given<T> = T | null | undefined;

/** The parts of a proof that an owner gives. Each can be left out; the contract requires at least one. */
export interface ProofInput {
  readonly text?: Given<string>;
  readonly links?: Given<readonly string[]>;
  readonly files?: Given<readonly string[]>;
  readonly commits?: Given<readonly string[]>;
  readonly design?: Given<{
    readonly requirements?: string | undefined;
    readonly estimates?: string | undefined;
    readonly components?: string | undefined;
    readonly trade_offs?: string | undefined;
    readonly diagram?: Given<{ readonly mermaid?: Given<string>; readonly file?: Given<string> }>;
  }>;
  readonly email_task_id?: Given<string>;
  readonly code_task_id?: Given<string>;
}

type Design = NonNullable<ProofInput['design']>;

function designOf({ requirements = '', estimates = '', components = '', trade_offs = '', diagram }: Design) {
  const { mermaid, file } = diagram ?? {};
  const drawn = { ...(mermaid != null && { mermaid }), ...(file != null && { file }) };
  return { requirements, estimates, components, trade_offs, diagram: Object.keys(drawn).length > 0 ? drawn : null };
}

function textsOf({ text, links, commits, design }: ProofInput): ProofTexts {
  return {
    ...(text != null && text !== '' && { text }),
    ...(links != null && links.length > 0 && { links }),
    ...(commits != null && commits.length > 0 && { commits }),
    ...(design != null && { design: designOf(design) }),
  };
}

/** The files of a proof, including the picture of a design. */
const filesOf = ({ files, design }: ProofInput): readonly string[] => [
  ...new Set([...(files ?? []), ...(design?.diagram?.file == null ? [] : [design.diagram.file])]),
];

const NONE: readonly string[] = [];

/** The lock keeps the files from being removed between the check and the proof. */
const withGiven = <T>(app: App, owner: string, files: readonly string[], give: () => Promise<T>): Promise<T> =>
  files.length === 0 ? give() : withOwnFiles(app, owner, give);

/** @throws RuleViolation validation_failed for anything that does not belong to the owner and this task */
async function refuseUnknown({ proof }: App, owner: string, id: string, input: ProofInput): Promise<void> {
  const { email_task_id: email, code_task_id: code } = input;
  const [unknown, hasEmail, hasCode] = await Promise.all([
    filesOf(input).length === 0 ? NONE : proof.unknownFiles(owner, id, filesOf(input)),
    email == null || proof.hasEmailTask(owner, id, email),
    code == null || proof.hasCodeTask(owner, id, code),
  ]);
  const picture = input.design?.diagram?.file;
  const faults = {
    ...((input.files ?? []).some((file) => unknown.includes(file)) && { 'proofData.files': ['There is no such file for this task.'] }),
    ...(picture != null && unknown.includes(picture) && { 'proofData.design.diagram.file': ['There is no such file for this task.'] }),
    ...(!hasEmail && { 'proofData.email_task_id': ['There is no such email for this task.'] }),
    ...(!hasCode && { 'proofData.code_task_id': ['There is no such coding task for this task.'] }),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

async function ownTask(app: App, { owner }: Caller, id: string): Promise<TaskState> {
  const state = await loadTask(app, id);
  if (!exists(state) || state.owner !== owner) throw notFound();
  return state;
}

/**
 * Gives a proof of a task, which completes it if it is open. `submissionId`: the id of the new proof; repeating the call with the same id
 * gives it once.
 * @throws RuleViolation not_found (also of a task that asks for none), validation_failed, precondition_failed, archived, conflict,
 * deadline_passed, already_verified, in_review, proof_late, children_open
 */
export async function giveProof(
  app: App,
  caller: Caller,
  id: string,
  input: ProofInput,
  ifMatch: number | null = null,
  submissionId = app.newId(),
): Promise<TaskResult> {
  const { fields } = await ownTask(app, caller, id);
  if (fields.verification_type === 'none') throw notFound();
  const { owner } = caller;
  const { email_task_id = null, code_task_id = null } = input;
  const texts = textsOf(input);
  const { looked_up, checked, again } = await lookUp(app, owner, fields, texts);
  const handed = await withGiven(app, owner, filesOf(input), async () => {
    await refuseUnknown(app, owner, id, input);
    const code = code_task_id === null ? null : await app.proof.checkedCode(owner, id, code_task_id);
    return sendProof(app, caller, id, {
      submission_id: submissionId,
      texts: { ...texts, ...(looked_up.length > 0 && { looked_up }) },
      file_ids: filesOf(input),
      email_task_id,
      code_task_id,
      checked: code ?? checked,
      check: again,
      ifMatch,
    });
  });
  return followed(app, await withChildren(app, handed));
}

interface Submitted extends Pick<SubmitProof, 'submission_id' | 'texts' | 'file_ids' | 'email_task_id' | 'code_task_id'> {
  readonly checked: CheckedProof | null;
  /** A check must examine it later; left out: no. */
  readonly check?: boolean;
  readonly ifMatch?: number | null;
  /** When it was given; left out: now. */
  readonly now?: string;
}

/**
 * Gives a proof whose parts were checked already.
 * @throws RuleViolation like `giveProof`, except for unknown parts
 */
async function submitProof(app: App, caller: Caller, id: string, proof: Submitted): Promise<TaskResult> {
  return followed(app, await withChildren(app, await sendProof(app, caller, id, proof)));
}

async function sendProof(
  app: App,
  caller: Caller,
  id: string,
  { checked, check = false, ifMatch = null, now, ...proof }: Submitted,
): Promise<Handed> {
  const { fields } = await ownTask(app, caller, id);
  const base = { ...(await sent(app, caller, ifMatch)), ...(now !== undefined && { now }) };
  return send(app, caller, id, {
    type: 'SubmitProof',
    ...base,
    ...proof,
    judges: { ...(await judgesFor(app, caller.owner, fields)), check },
    checked: checked && {
      review_id: app.newId(),
      judge_id: checked.judge_id,
      verdict: 'accepted',
      texts: { comment: checked.comment },
    },
    children: open(fields) ? await openChildren(app, id, base.now) : [],
  });
}

/**
 * Takes back the proof in review.
 * @throws RuleViolation not_found, precondition_failed, conflict
 */
export async function withdrawProof(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TaskResult> {
  const command: WithdrawProof = { type: 'WithdrawProof', ...(await sent(app, caller, ifMatch)) };
  const { events: _, ...result } = await send(app, caller, id, command);
  return result;
}

export interface AppealInput {
  readonly text: string;
  readonly files?: Given<readonly string[]>;
}

/**
 * Asks the partner to count a missed task as kept.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, conflict, deadline_passed, not_accepted
 */
export async function makeAppeal(
  app: App,
  caller: Caller,
  id: string,
  { text, files }: AppealInput,
  ifMatch: number | null = null,
): Promise<TaskResult> {
  const { fields } = await ownTask(app, caller, id);
  const file_ids = [...new Set(files ?? [])];
  const { events: _, ...result } = await withGiven(app, caller.owner, file_ids, async () => {
    const unknown = file_ids.length === 0 ? [] : await app.proof.unknownFiles(caller.owner, id, file_ids);
    if (unknown.length > 0) throw invalid({ files: ['There is no such file for this task.'] });
    const partner = await judgingPartner(app, caller.owner, fields.partner_id);
    const base = await sent(app, caller, ifMatch);
    return send(app, caller, id, { type: 'MakeAppeal', ...base, text, file_ids, partner_id: partner?.id ?? null });
  });
  return result;
}

export interface HandedIn {
  readonly submissionId: string;
  readonly now: string;
  readonly email_task_id?: string | null;
  readonly code_task_id?: string | null;
  readonly texts?: ProofTexts;
  /** The verdict of the check; null: somebody else judges the proof. */
  readonly checked: CheckedProof | null;
}

/**
 * Gives something that the program itself observed as the proof of its task. Null if the task takes no proof any more, or none at present
 * (it is late, or another proof is in review). Nothing else changes, and the owner can still give the proof.
 */
export async function handInChecked(
  app: App,
  caller: Caller,
  taskId: string,
  { submissionId, now, email_task_id = null, code_task_id = null, texts = {}, checked }: HandedIn,
): Promise<Position | null> {
  try {
    const { position } = await submitProof(app, caller, taskId, {
      submission_id: submissionId,
      now,
      texts,
      file_ids: [],
      email_task_id,
      code_task_id,
      checked,
    });
    return position;
  } catch (error) {
    if (error instanceof RuleViolation) return null;
    throw error;
  }
}
