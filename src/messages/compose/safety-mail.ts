import { account } from '../../projections/account/accounts.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { Compose, ComposePorts } from './composed.ts';

type State = Parameters<Compose>[2];

/** What a mail about the safety of an account says, in sentences. */
interface SafetyMail {
  readonly subject: string;
  readonly heading: string;
  readonly texts: readonly string[];
  readonly small: string;
}

/** Composes mails that tell the owner what happened and let them set a new password. `say` gets the owner's zone; null: nothing is left to say. */
export const safetyMail =
  (say: (app: ComposePorts['app'], state: State, zone: string) => Promise<SafetyMail | null>): Compose =>
  async ({ app, origin }, _id, state) => {
    const { to, user_id } = state;
    const [opened, owner] = await Promise.all([to === null ? null : app.opener.open(user_id, to), account(app.views, user_id)]);
    if (opened === null || owner === null) return null;
    const content = await say(app, state, owner.doc.timezone);
    if (content === null) return null;
    const [address, name] = [String(opened.to), String(opened.name ?? '')];
    const mail = renderSheetMail({
      subject: content.subject,
      blocks: [
        { heading: content.heading },
        ...content.texts.map((text) => ({ text })),
        { button: { label: 'Set a new password', url: `${origin()}/auth/forgot` } },
        { small: content.small },
      ],
      why: `You get this because ${address} belongs to an account at Vouch, and this is about its safety.`,
      links: [],
    });
    return { ...mail, to: { address, name } };
  };
