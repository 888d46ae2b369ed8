import type { Page } from 'playwright-core';

interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
}

/** What a screen reader says nothing about if it has no name. */
const NEED_NAMES = new Set(
  'button checkbox combobox dialog image link menuitem option radio region searchbox slider spinbutton switch tab table textbox'.split(' '),
);
/** Texts inside of elements, whose names are those of the elements. */
const TEXTS = new Set(['StaticText', 'InlineTextBox', 'generic', 'none', 'paragraph']);
/** Names that are written like this. */
const WRITTEN_SO = /GitHub|WhatsApp|OpenAPI|OpenRouter|TypeScript|JavaScript|PostgreSQL|MongoDB|EventStore/g;

function faultOf({ role, name, description }: Node): string | null {
  const [of, said, more] = [role?.value ?? '', name?.value ?? '', description?.value ?? ''];
  if (said.trim() === '') return NEED_NAMES.has(of) ? 'has no name' : null;
  if (/\s[,.:;]/.test(said)) return 'has a space before a punctuation mark';
  if (/\p{Ll}\p{Lu}\p{Ll}/u.test(said.replaceAll(WRITTEN_SO, ''))) return 'has two texts without a space between them';
  if (/^(.{3,})[\s,.:;]+\1$/i.test(said) || (more !== '' && said.includes(more))) return 'is read twice';
  return null;
}

/** The names of a visible page that sound wrong in a screen reader, from the browser's own accessibility tree. */
export async function nameFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  const faults = nodes
    .filter(({ ignored, role }) => !ignored && !TEXTS.has(role?.value ?? ''))
    .flatMap((node) => {
      const fault = faultOf(node);
      return fault === null ? [] : [`${node.role?.value} '${node.name?.value ?? ''}' ${fault}`];
    });
  return [...new Set(faults)];
}
