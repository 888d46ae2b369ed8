import { verificationFacts } from '../../app/verification/shown.ts';
import type { ProofTopic } from '../../domain/delivery/event-data.ts';
import { presentVerification } from '../../presenters/verification.ts';
import { account } from '../../projections/account/accounts.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import { type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import type { MailSection } from '../mail/scheduled-mail-sections.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { type ProofContext, proofSection } from '../mail/verification-sections.ts';
import type { ComposeOrNothing, ComposePorts } from './composed.ts';

/** A mail has at most this many sections, the newest ones. The program has the others. */
const MAX_SECTIONS = 10;

/** Composes one mail about everything that happened to the proofs of an owner and that is still so. */
export const verificationMail: ComposeOrNothing = async (ports, _id, { to, user_id, proofs }) => {
  const { app, origin } = ports;
  const opened = to === null ? null : await app.opener.open(user_id, to);
  const found = await account(app.views, user_id);
  if (opened === null || !found) return null;
  const { timezone: zone } = found.doc;
  const sections = await sectionsOf(ports, user_id, proofs, { origin: origin(), zone, now: app.clock.now() });
  const shown = sections.slice(-MAX_SECTIONS);
  const [first] = shown;
  if (first === undefined) return 'nothing';
  const others = sections.length - 1;
  const address = { address: String(opened.to), name: String(opened.name ?? '') };
  const mail = renderSheetMail({
    subject: others === 0 ? first.subject : `${first.subject}, and ${others === 1 ? 'one thing more' : `${others} things more`}`,
    blocks: [
      ...shown.flatMap(({ blocks }) => blocks),
      ...(sections.length > shown.length ? [{ small: `And ${sections.length - shown.length} more, in the program.` }] : []),
    ],
    why: `You get this because verification updates are on for ${address.address}. Times are those of ${zone}.`,
    links: [{ label: 'Turn these mails off', url: `${origin()}/settings/notifications` }],
  });
  return { ...mail, to: address, headers: { 'list-unsubscribe': `<${origin()}/settings/notifications>` } };
};

async function sectionsOf(
  { app }: ComposePorts,
  owner: string,
  proofs: readonly ProofTopic[],
  context: ProofContext,
): Promise<readonly MailSection[]> {
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
