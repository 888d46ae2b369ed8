import type { Judges } from '../../domain/task/commands.ts';
import type { TaskFields, VerificationType } from '../../domain/task/event-data.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { App } from '../app.ts';
import { judgingPartner } from '../partner/partner-record.ts';

/** Whether an AI, or the rubric instead, reviews proof of this type: only if the owner has switched it on. */
async function reviewsByAi({ views, proof }: Pick<App, 'views' | 'proof'>, owner: string, type: VerificationType): Promise<boolean> {
  if (type === 'none' || !proof.reviewsByAi) return false;
  return (await settingsOf(views, owner)).ai[`ai_${type}`];
}

export async function judgesFor(
  app: Pick<App, 'store' | 'views' | 'proof'>,
  owner: string,
  { verification_type, partner_id }: Pick<TaskFields, 'verification_type' | 'partner_id'>,
): Promise<Judges> {
  const [partner, ai] = await Promise.all([judgingPartner(app, owner, partner_id), reviewsByAi(app, owner, verification_type)]);
  return { check: false, partner_id: partner?.id ?? null, ai };
}
