import { isolated } from '../../contracts/words/isolated.ts';
import type { Tone } from '../../reports/model/report-model.ts';
import { type Block, linkUrl, type Mail, oneLine, type Wording } from './mail.ts';
import { type MailRecord, RECORD, recordText } from './record.ts';
import { FRAME, htmlTemplate } from './wording.ts';

const INK: Readonly<Record<Tone, string>> = {
  kept: '#1a6a3f',
  missed: '#ad251d',
  due: '#855000',
  review: '#1d57a3',
  quiet: '#5b665e',
  plain: '#17211c',
};

const PARTIALS = [...FRAME, 'sheet-figures.hbs', 'sheet-rows.hbs', RECORD];
const template = htmlTemplate(import.meta.url, 'sheet.hbs', PARTIALS);
const EMPTY_BLOCK = { heading: null, subheading: null, text: null, small: null, figures: null, rows: null, button: null };

/**
 * A mail made of blocks, as text and as HTML. Its texts may hold what people typed: they are escaped and made into one line each. `record`:
 * the signed state of the owner's record, for mails that report about it.
 * @throws RangeError if a URL may not be used in a link (see `linkUrl`)
 */
export function renderSheetMail(mail: Wording, record: MailRecord | null = null): Mail {
  const subject = oneLine(mail.subject);
  const links = mail.links.map(({ label, url }) => ({ label, url: linkUrl(url) }));
  const blocks = mail.blocks.map(withCleanTexts);
  const [why, preview] = [oneLine(mail.why), previewOf(blocks)];
  const ways = links.map(({ label, url }) => `${label}:\n${url}`);
  const text = [...blocks.map(blockAsText), ...(record ? [recordText(record)] : []), '--', why, ...ways].join('\n\n');
  const html = template({
    subject,
    preview,
    why,
    links,
    record,
    blocks: blocks.map((block, index) => ({ ...blockForTemplate(block), later: index > 0 })),
  });
  return { subject, text: `${text}\n`, html };
}

function withCleanTexts(block: Block): Block {
  if ('button' in block) return { button: { label: oneLine(block.button.label), url: linkUrl(block.button.url) } };
  if ('figures' in block) return { figures: block.figures.map(({ value, label }) => ({ value: oneLine(value), label: oneLine(label) })) };
  if ('rows' in block)
    return {
      rows: block.rows.map(({ mark, tone, what, when, state }) => ({
        mark,
        tone,
        what: oneLine(what),
        when: oneLine(when),
        state: oneLine(state),
      })),
    };
  if ('heading' in block) return { heading: oneLine(block.heading) };
  if ('subheading' in block) return { subheading: oneLine(block.subheading) };
  return 'small' in block ? { small: oneLine(block.small) } : { text: oneLine(block.text) };
}

function previewOf(blocks: readonly Block[]): string {
  const first = blocks.find((block) => 'text' in block);
  return first && 'text' in first ? first.text : '';
}

function blockAsText(block: Block): string {
  if ('heading' in block) return `${block.heading}\n${'='.repeat([...block.heading].length)}`;
  if ('subheading' in block) return `${block.subheading}\n${'-'.repeat([...block.subheading].length)}`;
  if ('text' in block) return block.text;
  if ('small' in block) return block.small;
  if ('figures' in block) return block.figures.map(({ value, label }) => `${value} ${label}`).join(' · ');
  if ('button' in block) return `${block.button.label}:\n${block.button.url}`;
  return block.rows
    .map(
      ({ mark, what, when, state }) =>
        `${mark} ${[what, when, state]
          .filter((part) => part !== '')
          .map(isolated)
          .join(', ')}`,
    )
    .join('\n');
}

function blockForTemplate(block: Block): object {
  if ('rows' in block)
    return { ...EMPTY_BLOCK, rows: block.rows.map((row) => ({ ...row, ink: INK[row.tone], tone: toneClass(row.tone) })) };
  if (!('figures' in block)) return { ...EMPTY_BLOCK, ...block };
  const width = `${Math.floor(100 / block.figures.length)}%`;
  return { ...EMPTY_BLOCK, figures: block.figures.map((figure, index) => ({ ...figure, width, later: index > 0 })) };
}

const toneClass = (tone: Tone): string => (tone === 'plain' ? 'i1' : tone === 'quiet' ? 'i3' : `t-${tone}`);
