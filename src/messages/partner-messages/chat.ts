import type { MessageSection, PartnerMessage } from './message.ts';

const MAX_CHAT_ROWS = 10;

/** The same message in a few lines of plain text, for a chat. */
export function renderPartnerText(message: PartnerMessage): string {
  const { heading, body, more, button, stop } = message;
  return [
    `Vouch: ${heading}`,
    ...body,
    ...chatText(message),
    ...more.flatMap((section) => [section.heading, ...section.body, ...chatText(section)]),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `${stop.label}: ${stop.url}`,
  ].join('\n\n');
}

function chatText({ rows, summary }: MessageSection): readonly string[] {
  const figures = (summary?.figures ?? []).map(({ label, value }) => `${label}: ${value}`);
  const lines = rows.slice(0, MAX_CHAT_ROWS).map(({ title, state }) => `${state}: ${title}`);
  const left = rows.length - MAX_CHAT_ROWS;
  return [[...lines, ...(left > 0 ? [`and ${left} more`] : [])], figures].filter(({ length }) => length > 0).map((each) => each.join('\n'));
}
