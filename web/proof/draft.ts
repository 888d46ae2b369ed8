import type { ProofData, Submission } from '../api/verifications.ts';
import { forget, keep, readKept } from '../lib/tab-storage.ts';

/** A system design as the form holds it. */
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
  /** What the field asks. */
  readonly hint: string;
  /** What can be put into an empty field, to be filled in. */
  readonly template: string;
}

/** The parts of a system design, in the order in which they are read. */
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

/** Whether nothing was written into a part: it is empty, or as the template has it. */
const isUnwritten = (key: keyof DesignDraft, text: string): boolean => {
  const words = text.trim();
  return words === '' || words === DESIGN_TEMPLATE[key].trim();
};

/** A design to be filled in. */
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

/** A proof as the form holds it. */
export interface ProofDraft {
  readonly text: string;
  /** Links and commits, in the order in which they came. */
  readonly links: readonly string[];
  /** What stands in the field for one more link. */
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

/** The links of a text that consists of nothing else, or null. */
export function linksIn(text: string): string[] | null {
  const parts = text.split(/\s+/).filter(Boolean);
  return parts.length > 0 && parts.every(isAddress) ? parts : null;
}

/** Whether a link leads to a commit, as GitHub, GitLab, Bitbucket and Gitea write it. */
export const isCommit = (link: string): boolean => /\/(?:-\/)?commits?\/[0-9a-f]{7,64}\/?$/i.test(URL.parse(link)?.pathname ?? '');

/** A link in few letters: 'github.com/ada/vouch 9be1c07' for a commit, otherwise host and path. */
export function linkWords(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const commit = /^\/(.+?)\/(?:-\/)?commits?\/([0-9a-f]{7})/i.exec(url.pathname);
  if (commit) return `${url.host}/${commit[1]} ${commit[2]}`;
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search}`;
}

/** The draft with these links added, each once. */
export const withLinks = (draft: ProofDraft, links: readonly string[]): ProofDraft => ({
  ...draft,
  links: [...new Set([...draft.links, ...links])],
});

/** All links of a draft, with the one that is still in its field. */
const allLinks = ({ links, link }: ProofDraft): string[] => [...new Set([...links, ...(linksIn(link) ?? [])])];

const length = (text: string): number => [...text].length;
const hasDesign = (design: DesignDraft | null): design is DesignDraft =>
  design !== null && Object.entries(design).some(([key, text]) => !isUnwritten(key as keyof DesignDraft, text));

export type ProofFaults = Partial<Record<'text' | 'link' | 'design' | 'all', string>>;

/** What is wrong with a draft, by field. The server checks again. `files`: how many there are. */
export function faultsOf(draft: ProofDraft, files: number): ProofFaults {
  const links = allLinks(draft);
  const commits = links.filter(isCommit).length;
  const isNothing = draft.text.trim() === '' && links.length === 0 && files === 0 && !hasDesign(draft.design);
  return {
    ...(length(draft.text) > 10_000 && { text: 'At most 10,000 characters.' }),
    ...(draft.link.trim() !== '' && linksIn(draft.link) === null
      ? { link: 'A link that begins with http:// or https://.' }
      : commits > 20
        ? { link: 'At most 20 commits.' }
        : links.length - commits > 10 && { link: 'At most 10 links.' }),
    ...(draft.design && designFault(draft.design)),
    ...(files > 20
      ? { all: 'At most 20 files.' }
      : isNothing && draft.link.trim() === '' && { all: 'Give something: a file, a link or a few words.' }),
  };
}

function designFault({ mermaid, ...sections }: DesignDraft): ProofFaults {
  if (Object.values(sections).some((text) => length(text) > 10_000)) return { design: 'At most 10,000 characters in each part.' };
  return length(mermaid) > 20_000 ? { design: 'At most 20,000 characters in the diagram.' } : {};
}

/** The body of a request for a draft without faults. `files` are ids; `picture` is that of the diagram. */
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

/** The source of the diagram, or null: there is none but the template's. */
export const diagramOf = (draft: ProofDraft): string | null =>
  draft.design === null || isUnwritten('mermaid', draft.design.mermaid) ? null : draft.design.mermaid;

/** What was written of a design: what is as the template has it does not go along. */
function designOf({ mermaid, ...sections }: DesignDraft, picture: string | null): ProofData['design'] {
  const written = Object.entries(sections).map(([key, text]) => [key, isUnwritten(key as DesignSection, text) ? '' : text] as const);
  const drawn = { ...(!isUnwritten('mermaid', mermaid) && { mermaid }), ...(picture !== null && { file: picture }) };
  return { ...(Object.fromEntries(written) as Omit<DesignDraft, 'mermaid'>), ...(Object.keys(drawn).length > 0 && { diagram: drawn }) };
}

/** A draft with what was given before, for somebody who took it back to say it better. */
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

/** The server's error messages, by the field of the form. */
export function serverFaults(errors: Readonly<Record<string, readonly string[]>>): ProofFaults {
  const faults: ProofFaults = {};
  for (const [name, sentences] of Object.entries(errors)) {
    const field = name.split('.')[1] ?? '';
    const place = field === 'text' || field === 'design' ? field : field === 'links' || field === 'commits' ? 'link' : 'all';
    faults[place] = [faults[place], ...sentences].filter(Boolean).join(' ');
  }
  return faults;
}

/** Drafts are kept in the tab, so that a reload loses nothing. They go with the tab, and when the person signs out. */
const nameOf = (task: string): string => `proof ${task}`;

const isDraft = (value: unknown): value is ProofDraft =>
  typeof value === 'object' && value !== null && 'text' in value && 'links' in value && Array.isArray(value.links);

/** The draft of a task's proof, or an empty one. A design is not begun anew after it was sent back: `before` is what was given. */
export function readDraft(task: string, type: string, before: Submission | undefined): ProofDraft {
  const kept = readKept(nameOf(task));
  if (isDraft(kept)) return { ...emptyDraft(type), ...kept };
  return { ...emptyDraft(type), ...(before && { design: draftFrom(before, type).design }) };
}

export const writeDraft = (task: string, draft: ProofDraft): void => keep(nameOf(task), draft);

export const forgetDraft = (task: string): void => forget(nameOf(task));
