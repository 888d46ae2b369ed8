import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ProofData, Submission } from '../api/verifications.ts';
import { type KeptDraft, keptDraft } from '../forms/kept-draft.ts';
import type { UploadItem } from './uploads.ts';

export interface DesignDraft {
  readonly requirements: string;
  readonly estimates: string;
  readonly components: string;
  readonly tradeOffs: string;
  readonly mermaid: string;
}
export type DesignSection = Exclude<keyof DesignDraft, 'mermaid'>;

interface Section {
  readonly key: DesignSection;
  readonly name: string;
  readonly hint: string;
  /** The template that the person can insert into an empty field. */
  readonly template: string;
}

/** In the order in which they are read. */
export const SECTIONS: readonly Section[] = [
  {
    key: 'requirements',
    name: 'Requirements',
    hint: 'What it must do, for how many, and what it need not do.',
    template: '## Functional\n- \n\n## Not functional\n- Latency: \n- Availability: \n- Consistency: \n\n## Out of scope\n- ',
  },
  {
    key: 'estimates',
    name: 'Estimates',
    hint: 'Requests, bytes and money, with how you got there.',
    template: '- Users: \n- Requests a second (mean, peak): \n- Data a day: \n- Data after five years: \n- Cost a month: ',
  },
  {
    key: 'components',
    name: 'Components',
    hint: 'The parts, what each one owns, and how they talk.',
    template: '## Interface\n- \n\n## Storage\n- \n\n## Parts\n- \n\n## When a part fails\n- ',
  },
  {
    key: 'tradeOffs',
    name: 'Trade-offs',
    hint: 'What you chose, what else there was, and what it costs.',
    template: '| Decision | Alternative | Why, and what it costs |\n|---|---|---|\n|  |  |  |',
  },
];

const templateOf = (key: DesignSection): string => SECTIONS.find((section) => section.key === key)?.template ?? '';

/** Whether the text is empty or still the template. */
const isUnwritten = (key: keyof DesignDraft, text: string): boolean => {
  const words = text.trim();
  return words === '' || words === DESIGN_TEMPLATE[key].trim();
};

export const DESIGN_TEMPLATE: DesignDraft = {
  requirements: templateOf('requirements'),
  estimates: templateOf('estimates'),
  components: templateOf('components'),
  tradeOffs: templateOf('tradeOffs'),
  mermaid: `flowchart LR
  client[Client] --> api[API]
  api --> store[(Store)]
  api --> queue[[Queue]]
  queue --> worker[Worker]
  worker --> store`,
};

export interface ProofDraft {
  readonly text: string;
  /** In the order in which they were added. */
  readonly links: readonly string[];
  /** The text in the field for one more link. */
  readonly link: string;
  readonly design: DesignDraft | null;
}

const NO_DESIGN: DesignDraft = { requirements: '', estimates: '', components: '', tradeOffs: '', mermaid: '' };
export const emptyDraft = (type: string): ProofDraft => ({
  text: '',
  links: [],
  link: '',
  design: type === 'system_design' ? NO_DESIGN : null,
});

const isAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
};

/** Null if the text contains anything else than links. */
export function linksIn(text: string): string[] | null {
  const parts = text.split(/\s+/).filter(Boolean);
  return parts.length > 0 && parts.every(isAddress) ? parts : null;
}

/** Recognises the addresses of GitHub, GitLab, Bitbucket and Gitea. */
export const isCommit = (link: string): boolean => /\/(?:-\/)?commits?\/[0-9a-f]{7,64}\/?$/i.test(URL.parse(link)?.pathname ?? '');

/** A short form: 'github.com/ada/vouch 9be1c07' for a commit, otherwise host and path. */
export function linkWords(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const commit = /^\/(.+?)\/(?:-\/)?commits?\/([0-9a-f]{7})/i.exec(url.pathname);
  if (commit) return `${url.host}/${commit[1]} ${commit[2]}`;
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search}`;
}

/** Includes the link that is still in its field. */
const allLinks = ({ links, link }: ProofDraft): string[] => [...new Set([...links, ...(linksIn(link) ?? [])])];

const length = (text: string): number => [...text].length;
const hasDesign = (design: DesignDraft | null): design is DesignDraft =>
  design !== null && Object.entries(design).some(([key, text]) => !isUnwritten(key as keyof DesignDraft, text));

const FAILED = 'Take away what could not be uploaded, or choose it again.';
const isShort = (most: number) => (text: string) => length(text) <= most;

const DESIGN = z
  .object({ requirements: z.string(), estimates: z.string(), components: z.string(), tradeOffs: z.string(), mermaid: z.string() })
  .refine(({ mermaid: _, ...sections }) => Object.values(sections).every(isShort(10_000)), {
    error: 'At most 10,000 characters in each part.',
  })
  .refine(({ mermaid }) => isShort(20_000)(mermaid), { error: 'At most 20,000 characters in the diagram.' });

/** `files` are the states of the uploads. The server checks everything again. */
export const PROOF = z
  .object({
    text: z.string().refine(isShort(10_000), { error: 'At most 10,000 characters.' }),
    links: z.array(z.string()).readonly(),
    link: z
      .string()
      .refine((link) => link.trim() === '' || linksIn(link) !== null, { error: 'A link that begins with http:// or https://.' }),
    design: DESIGN.nullable(),
    files: z
      .array(z.custom<UploadItem['status']>())
      .refine((files) => !files.includes('failed'), { error: FAILED })
      .refine((files) => files.length <= 20, { error: 'At most 20 files.' }),
  })
  .superRefine((draft, { addIssue }) => {
    const links = allLinks(draft);
    const commits = links.filter(isCommit).length;
    if (commits > 20) addIssue({ code: 'custom', path: ['link'], message: 'At most 20 commits.' });
    else if (links.length - commits > 10) addIssue({ code: 'custom', path: ['link'], message: 'At most 10 links.' });
    const isNothing = draft.text.trim() === '' && draft.link.trim() === '' && links.length === 0 && !hasDesign(draft.design);
    if (isNothing && draft.files.length === 0)
      addIssue({ code: 'custom', path: ['files'], message: 'Give something: a file, a link or a few words.' });
  });
export type ProofValues = z.infer<typeof PROOF>;

/**
 * Maps a field name of the server, such as `proofData.links.0`. Messages without a field of their own are shown with the files.
 */
export function proofFieldOf(name: string): 'text' | 'design' | 'link' | 'files' {
  const field = name.split('.')[1] ?? '';
  if (field === 'text' || field === 'design') return field;
  return field === 'links' || field === 'commits' ? 'link' : 'files';
}

/** The draft must be valid. `files` are ids of uploads; `picture` is the id of the drawn diagram. */
export function proofOf(draft: ProofDraft, files: readonly string[], picture: string | null = null): ProofData {
  const links = allLinks(draft);
  const [commits, others] = [links.filter(isCommit), links.filter((link) => !isCommit(link))];
  return {
    ...(draft.text.trim() !== '' && { text: draft.text.trim() }),
    ...(others.length > 0 && { links: others }),
    ...(commits.length > 0 && { commits }),
    ...(files.length > 0 && { files: [...files] }),
    ...(hasDesign(draft.design) && { design: designOf(draft.design, picture) }),
  };
}

/** Null: the source is empty or still the template. */
export const diagramOf = (draft: ProofDraft): string | null =>
  draft.design === null || isUnwritten('mermaid', draft.design.mermaid) ? null : draft.design.mermaid;

/** Leaves out sections that are still the template. */
function designOf({ mermaid, ...sections }: DesignDraft, picture: string | null): ProofData['design'] {
  const written = Object.entries(sections).map(([key, text]) => [key, isUnwritten(key as DesignSection, text) ? '' : text] as const);
  const drawn = { ...(!isUnwritten('mermaid', mermaid) && { mermaid }), ...(picture !== null && { file: picture }) };
  return { ...(Object.fromEntries(written) as Omit<DesignDraft, 'mermaid'>), ...(Object.keys(drawn).length > 0 && { diagram: drawn }) };
}

/** The earlier proof as a draft, after the person withdrew it to improve it. */
export function draftFrom({ text, links, commits, design }: Submission, type: string): ProofDraft {
  const empty = emptyDraft(type);
  return {
    ...empty,
    text: text ?? '',
    links: [...new Set([...links, ...commits.map(({ url }) => url)])],
    design: design
      ? {
          requirements: design.requirements,
          estimates: design.estimates,
          components: design.components,
          tradeOffs: design.tradeOffs,
          mermaid: design.diagram?.mermaid ?? '',
        }
      : empty.design,
  };
}

const isDraft = (value: unknown): value is ProofDraft =>
  typeof value === 'object' && value !== null && 'text' in value && 'links' in value && Array.isArray(value.links);

export const keptProof = (client: QueryClient, task: string): KeptDraft<ProofDraft> => keptDraft(client, `proof ${task}`, isDraft);

/** The stored draft, or an empty one. After a design was sent back, it starts with `before`, the design that was given. */
export function firstDraft(kept: ProofDraft | null, type: string, before: Submission | undefined): ProofDraft {
  if (kept) return { ...emptyDraft(type), ...kept };
  return { ...emptyDraft(type), ...(before && { design: draftFrom(before, type).design }) };
}
