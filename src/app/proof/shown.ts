import { partnerKeyOwner } from '../../domain/partner/events.ts';
import { judgeAmong } from '../../domain/partner/rules.ts';
import type { JudgeKind } from '../../domain/proof/event-data.ts';
import type { VerificationType } from '../../domain/task/event-data.ts';
import type { Stored } from '../../ports/documents.ts';
import { isCheckable } from '../../projections/coding.ts';
import { type FileDoc, filesByIds } from '../../projections/file.ts';
import { partnersOf } from '../../projections/partner/partners.ts';
import { proofsOf, type VerificationDoc } from '../../projections/proof/verifications.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { ownerSeen } from '../partner/partner-summary.ts';

/** Everything besides the tasks that the answer about verifications contains. */
export interface VerificationFacts {
  /** By task id. */
  readonly proofs: ReadonlyMap<string, Stored<VerificationDoc>>;
  /** The files of the proofs, by file id. */
  readonly files: ReadonlyMap<string, Stored<FileDoc>>;
  /** The ids of the tasks whose coding questions a check would decide. */
  readonly checkable: ReadonlySet<string>;
  readonly ownerName: string | null;
  /** Names by partner id. A partner whose key was destroyed has none. */
  readonly partners: ReadonlyMap<string, string>;
  /** The id of the partner who would judge a new proof of a task that names this partner. Null: no partner would. */
  readonly partnerFor: (named: string | null) => string | null;
  /** Who would decide about a new proof of this task. */
  readonly judgeOf: (task: Pick<TaskDoc, 'verification_type' | 'partner_id'>) => Exclude<JudgeKind, 'rubric'>;
}

/** Collects the facts about these tasks of one owner, and prepares the opener for the owner. */
export async function verificationFacts(app: App, owner: string, tasks: readonly Stored<TaskDoc>[]): Promise<VerificationFacts> {
  const [proofs, partners, settings, who] = await Promise.all([
    proofsOf(
      app.views,
      tasks.map(({ id }) => id),
    ),
    partnersOf(app.views, owner),
    settingsOf(app.views, owner),
    ownerSeen(app, owner),
    app.opener.ready(owner),
  ]);
  const coding = tasks.filter(({ doc }) => doc.verification_type === 'coding');
  const checkable = await Promise.all(coding.map(async ({ id }) => ((await isCheckable(app.views, id)) ? [id] : [])));
  const names = new Map<string, string>();
  for (const { id, doc } of partners) {
    const name = (await app.opener.open(partnerKeyOwner(id), doc.person))?.name;
    if (name) names.set(id, name);
  }
  const partnerFor = (named: string | null): string | null =>
    judgeAmong(partners, named, ({ id, doc: { status, role } }) => ({ id, status, role }))?.id ?? null;
  const isAi = (type: VerificationType): boolean => type !== 'none' && app.proof.reviewsByAi && settings.ai[`ai_${type}`];
  const given = [...proofs.values()].flatMap(({ doc }) => [...doc.submissions, ...(doc.appeal ? [doc.appeal] : [])]);
  return {
    proofs,
    files: await filesByIds(
      app.views,
      given.flatMap(({ file_ids }) => file_ids),
    ),
    checkable: new Set(checkable.flat()),
    ownerName: who && (who.name || who.address.replace(/@.*$/s, '')),
    partners: names,
    partnerFor,
    judgeOf: ({ verification_type: type, partner_id }) => (partnerFor(partner_id) !== null ? 'partner' : isAi(type) ? 'ai' : 'self'),
  };
}
