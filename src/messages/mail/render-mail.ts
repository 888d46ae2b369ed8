import Handlebars from 'handlebars';
import { LINK_MAIL_TEXTS, type LinkMailKind } from './link-mail-texts.ts';
import { MAIL_TEMPLATE } from './template.ts';
import { linkUrl } from './url.ts';

/** Who the mail goes to, and what its one link is. */
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

/** One line, whatever was typed: a name must not end a header or begin a new line of its own. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Whoever signs up chooses the name, and the mail may go to somebody else: nothing that a mail program
 * would turn into a link, and nothing long enough to be a message.
 */
function greetingFor(typed: string): string {
  const name = oneLine(typed);
  const speaks = name !== '' && [...name].length <= 80 && !/[:/@\\<>]|\.\p{L}/u.test(name);
  return speaks ? `Hello ${name}.` : 'Hello.';
}

/** @throws RangeError when the URL is none that may stand in a link. */
export function renderLinkMail(kind: LinkMailKind, params: LinkMailParams): Mail {
  const texts = LINK_MAIL_TEXTS[kind];
  const url = linkUrl(params.url);
  const greeting = greetingFor(params.name);
  const why = texts.why(oneLine(params.address));
  const subject = oneLine(texts.subject);
  const text = [greeting, ...texts.body, `${texts.button}:\n${url}`, ...texts.small, why].join('\n\n');
  // Handlebars writes = as an entity, which is right and unreadable: every attribute here is quoted.
  const html = template({ ...texts, subject, preview: texts.body[0], greeting, why, url }).replaceAll('&#x3D;', '=');
  return { subject, text: `${text}\n`, html };
}
