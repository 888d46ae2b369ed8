import Handlebars from 'handlebars';
import { greeting } from '../partner/words.ts';
import { LINK_MAIL_TEXTS, type LinkMailKind } from './link-mail-texts.ts';
import { MAIL_TEMPLATE } from './template.ts';
import { linkUrl } from './url.ts';

/** The recipient of a mail, and its one link. */
export interface LinkMailParams {
  /** The person's name; empty when none was given. */
  readonly name: string;
  readonly address: string;
  /** The absolute URL of the mail's one link: http or https. */
  readonly url: string;
}
export interface Mail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const template = Handlebars.create().compile(MAIL_TEMPLATE, { strict: true, knownHelpersOnly: true });

/** The text as one line, so that a name can neither end a mail header nor begin a line of its own. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** A mail with one link, as text and as HTML. @throws RangeError if the URL may not be used in a link (see `linkUrl`) */
export function renderLinkMail(kind: LinkMailKind, params: LinkMailParams): Mail {
  const texts = LINK_MAIL_TEXTS[kind];
  const url = linkUrl(params.url);
  // Whoever signs up chooses the name, and the mail may reach somebody else.
  const hello = greeting(params.name);
  const why = texts.why(oneLine(params.address));
  const subject = oneLine(texts.subject);
  const text = [hello, ...texts.body, `${texts.button}:\n${url}`, ...texts.small, why].join('\n\n');
  // Handlebars writes = as an entity. That is correct but hard to read, and not needed, since every attribute here is quoted.
  const html = template({ ...texts, subject, preview: texts.body[0], greeting: hello, why, url }).replaceAll('&#x3D;', '=');
  return { subject, text: `${text}\n`, html };
}
