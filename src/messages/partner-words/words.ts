import { personOf } from '../../app/partner/partner-messages.ts';
import { loadPartner } from '../../app/partner/partner-record.ts';
import { wordsOfPartner } from '../../app/partner/partner-words.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { safeName } from '../../contracts/words/naming.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { PartnerAsked, PartnerPraised, PartnerWrote } from '../../domain/partner/events.ts';
import { type ComposeOrNothing, recipientOf } from '../mail/mail.ts';
import { replyTo } from '../mail/reply-to.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';

interface Said {
  readonly said: string;
  readonly name: string;
  readonly asks: boolean;
  /** The lines of what the partner wrote. */
  readonly lines: readonly string[];
  /** Whether an answer goes to the partner's address. */
  readonly answered: boolean;
  readonly url: string;
}
const said = wording<Said>(import.meta.url, 'words.hbs');

/** The mail with what a partner said on their page. Where the partner has accepted by mail, an answer goes to their address. */
export const wordsOfPartnerMail: ComposeOrNothing = async (ports, _id, state) => {
  const { app, origin } = ports;
  const to = await recipientOf(ports, state);
  if (to === null) return null;
  if (state.words === null) return 'nothing';
  const { partner_id: id, event_id } = state.words;
  const [partner, words] = await Promise.all([loadPartner(app, id), wordsOfPartner(app, id)]);
  const event = words.find((one) => one.id === event_id);
  if (event === undefined || partner.status === 'none') return 'nothing';
  const person = await personOf(app, { id, state: partner });
  const name = safeName(person?.name ?? '', 'Your partner');
  const written = isEvent(event, PartnerPraised, PartnerWrote) ? await app.opener.open(state.user_id, event.private) : null;
  const headers = replyTo(partner.accepted.mail ? (person?.email ?? '') : '');
  const mail = said({
    said: subjectOf(event.type, name),
    name,
    asks: event.type === PartnerAsked.type,
    lines: (written?.text ?? '').split('\n').filter((line) => line.trim() !== ''),
    answered: 'reply-to' in headers,
    url: `${origin()}/report?tab=history&type=partner`,
  });
  return { ...renderSheetMail(mail), to, headers };
};

function subjectOf(type: string, name: string): string {
  if (type === PartnerAsked.type) return sentence`${name} asks what happened`;
  return type === PartnerPraised.type ? sentence`${name} says: well done` : sentence`${name} left you a note`;
}
