import { greeting } from '../../contracts/words/naming.ts';
import { linkUrl, type Mail, oneLine, type Recipient, type Wording } from './mail.ts';
import { buttonOf, FRAME, htmlTemplate, textsOf } from './wording.ts';

export interface LinkMailParams extends Recipient {
  /** The absolute URL of the mail's one link: http or https. */
  readonly url: string;
}

/** What a mail with one link says: a heading, texts, the button, how long the link works, and why the recipient gets the mail. */
export type LinkMailWording = (params: LinkMailParams) => Wording;

const template = htmlTemplate(import.meta.url, 'link-mail.hbs', [...FRAME, 'button.hbs']);

/** A mail with one link, as text and as HTML. @throws RangeError if the URL may not be used in a link (see `linkUrl`) */
export function renderLinkMail(wording: LinkMailWording, params: LinkMailParams): Mail {
  const url = linkUrl(params.url);
  const said = wording({ ...params, address: oneLine(params.address), url });
  const { subject, why } = said;
  // Whoever signs up chooses the name, and the mail may reach somebody else.
  const hello = greeting(params.name);
  const [heading] = textsOf(said, 'heading');
  const [texts, smalls] = [textsOf(said, 'text'), textsOf(said, 'small')];
  const button = buttonOf(said)?.label;
  const text = [hello, ...texts, `${button}:\n${url}`, ...smalls, why].join('\n\n');
  const html = template({ subject, preview: texts[0], heading, greeting: hello, texts, button, url, smalls, why });
  // Handlebars writes = as an entity. That is correct but hard to read, and not needed, since every attribute here is quoted.
  return { subject, text: `${text}\n`, html: html.replaceAll('&#x3D;', '=') };
}
