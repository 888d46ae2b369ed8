import type { Verification } from '../../contracts/verification.ts';

type Submission = Verification['submissions'][number];

/** What was given as proof, in the texts of the page. */
export interface GivenView {
  readonly text: string | null;
  readonly links: readonly LinkView[];
  readonly commits: readonly LinkView[];
  /** Sections of a design. */
  readonly sections: readonly { readonly label: string; readonly text: string }[];
  /** The source of a diagram. */
  readonly source: string | null;
}

export interface LinkView {
  readonly url: string;
  /** The host, as the network knows it: letters that only look like others cannot hide in it. */
  readonly host: string;
  /** What else is known of it. */
  readonly note: string;
}

const NOTHING: GivenView = { text: null, links: [], commits: [], sections: [], source: null };

const SECTIONS = { requirements: 'Requirements', estimates: 'Estimates', components: 'Components', trade_offs: 'Trade-offs' } as const;

/** What of a proof a page without scripts shows. An appeal has its text alone. */
export function givenView(given: Submission | Pick<Submission, 'text'> | null): GivenView {
  if (given === null) return NOTHING;
  if (!('links' in given)) return { ...NOTHING, text: given.text };
  const { text, links, commits, design } = given;
  return {
    text,
    links: links.flatMap((url) => linkView(url, '')),
    commits: commits.flatMap(({ url, repository, sha, note, confirmed }) =>
      linkView(
        url,
        [repository, sha?.slice(0, 12), confirmed === null ? 'nobody has looked whether it is there' : note].filter(Boolean).join(', '),
      ),
    ),
    sections: design === null ? [] : sectionsOf(design),
    source: design?.diagram?.mermaid ?? null,
  };
}

const sectionsOf = (design: NonNullable<Submission['design']>): GivenView['sections'] =>
  (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[])
    .filter((name) => design[name].trim() !== '')
    .map((name) => ({ label: SECTIONS[name], text: design[name] }));

/** Only http and https can be pressed; the contract takes nothing else. */
function linkView(url: string, note: string): readonly LinkView[] {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return [];
  return [{ url: parsed.href, host: parsed.host, note }];
}
