import { verificationFacts } from '../../app/proof/shown.ts';
import type { ProofTopic } from '../../domain/delivery/event-data.ts';
import type { Stored } from '../../ports/documents.ts';
import { presentVerification } from '../../presenters/proof.ts';
import { account } from '../../projections/account/accounts.ts';
import { type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import type { Wording } from '../mail/blocks.ts';
import type { ComposeOrNothing, ComposePorts } from '../mail/composed.ts';
import { recipientOf } from '../mail/recipient.ts';
import { SEVERAL, type Several, several } from '../mail/several.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';
import { type ProofContext, proofSection } from './sections.ts';

/** A mail has at most this many sections, the newest ones. The program has the others. */
const MAX_SECTIONS = 10;

interface Frame extends Several {
  /** How many things the mail does not show. */
  readonly left_out: number;
  readonly address: string;
  readonly zone: string;
  /** The page where such mails are turned off. */
  readonly notifications: string;
}
const frame = wording<Frame>(import.meta.url, 'verification.hbs', [SEVERAL]);

/** Composes one mail about everything that happened to the proofs of an owner and that is still so. */
export const verificationMail: ComposeOrNothing = async (ports, _id, state) => {
  const { app } = ports;
  const { user_id, proofs } = state;
  const to = await recipientOf(ports, state);
  const found = await account(app.views, user_id);
  if (to === null || !found) return null;
  const { timezone: zone } = found.doc;
  const sections = await sectionsOf(ports, user_id, proofs, { origin: ports.origin(), zone, now: app.clock.now() });
  const shown = sections.slice(-MAX_SECTIONS);
  const [first] = shown;
  if (first === undefined) return 'nothing';
  const notifications = `${ports.origin()}/settings/notifications`;
  const about = several(first.subject, sections.length - 1);
  const said = frame({ ...about, left_out: sections.length - shown.length, address: to.address, zone, notifications });
  const mail = renderSheetMail({ ...said, blocks: [...shown.flatMap(({ blocks }) => blocks), ...said.blocks] });
  return { ...mail, to, headers: { 'list-unsubscribe': `<${notifications}>` } };
};

async function sectionsOf(
  { app }: ComposePorts,
  owner: string,
  proofs: readonly ProofTopic[],
  context: ProofContext,
): Promise<readonly Pick<Wording, 'subject' | 'blocks'>[]> {
  const ids = [...new Set(proofs.map(({ task_id }) => task_id))];
  const docs = await app.documents.getMany<TaskDoc>(app.views.current(tasks.name), ids);
  const there = ids.flatMap((id) => docs.get(id) ?? []).filter(({ doc }) => doc.owner === owner && !doc.deleted);
  const facts = await verificationFacts(app, owner, there);
  const shown = new Map(there.map((task: Stored<TaskDoc>) => [task.id, presentVerification(app.opener, task, facts)]));
  return proofs.flatMap((topic) => {
    const verification = shown.get(topic.task_id);
    return (verification && proofSection(topic, verification, context)) ?? [];
  });
}
