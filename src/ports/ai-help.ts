/** A key of the owner's own, which is used in place of the operator's. */
export interface OwnAiKey {
  readonly key: string;
  /** The address of an OpenAI-compatible API; null: the configured one. */
  readonly url: string | null;
  /** Null: the configured model of the tier. */
  readonly model: string | null;
}

/** What is wrong with a key, by the field to which it belongs. The reason is a sentence that never holds the key. */
export type KeyFault = { readonly field: 'key' | 'url'; readonly reason: string } | { readonly field: null };

/** With which model and key an AI is asked. */
export interface AiWay {
  readonly tier: 'mini' | 'premium';
  /** Null: the operator's key. */
  readonly own: OwnAiKey | null;
}

/**
 * Why there is no answer. `wrong_format`: twice in a format that was not asked for, or nothing at all; `unavailable`: the
 * service is away, takes no more requests, refuses the key, or takes too long.
 */
export type AiFailure = { readonly failure: 'wrong_format' | 'unavailable'; readonly sentence: string };
export type AiAnswer<T> = { readonly value: T; readonly model: string } | AiFailure;

/** Is told of each part of an answer as it comes. */
export interface Watch<Item> {
  onItem(item: Item): void;
  /** The parts so far do not count: the whole is asked for once more. */
  onRestart(): void;
}

export interface SplitMaterial {
  readonly title: string;
  readonly description: string | null;
  readonly requirement: string | null;
  readonly estimateMinutes: number | null;
  /** Titles of the parts that it has already. */
  readonly parts: readonly string[];
}

export interface SplitPart {
  readonly title: string;
  readonly minutes: number | null;
  readonly reason: string | null;
}

export interface EstimateMaterial {
  readonly title: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Completed tasks of the owner, the newest first. */
  readonly history: readonly { readonly title: string; readonly minutes: number; readonly similar: boolean }[];
}

export interface Estimate {
  readonly minutes: number;
  readonly reason: string;
}

/** A task of today. All of it in words. */
export interface OpenTask {
  readonly title: string;
  readonly facts: string;
}

export interface Placed {
  /** The index of the task among those that were given. */
  readonly index: number;
  readonly reason: string;
}

/** A coding question, and what its owner wrote for it. */
export interface SolutionMaterial {
  readonly title: string | null;
  /** Markdown. */
  readonly statement: string;
  readonly examples: readonly { readonly input: string; readonly output: string }[];
  readonly constraints: readonly string[];
  /** Such as `twoSum(nums, target)`; null: a program that reads and prints. */
  readonly signature: string | null;
  /** Null: nothing was submitted. */
  readonly best: { readonly language: string; readonly code: string } | null;
}

export interface SolutionTexts {
  /** Markdown. */
  readonly explanation: string;
  readonly complexity: string;
  readonly alternatives: readonly {
    readonly title: string;
    readonly language: string;
    readonly code: string;
    readonly trade_offs: string;
  }[];
}

export interface DesignMaterial {
  readonly title: string;
  readonly requirement: string | null;
  readonly design: {
    /** Markdown, as the following three. */
    readonly requirements: string;
    readonly estimates: string;
    readonly components: string;
    readonly trade_offs: string;
    /** The source of the diagram; null: there is none, or it is a picture. */
    readonly mermaid: string | null;
  };
}

export interface DesignFeedback {
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  /** 0 to 100; null with `comment`. */
  readonly score: number | null;
  readonly criteria: readonly { readonly name: string; readonly score: number; readonly comment: string }[];
  readonly comment: string;
  readonly questions: readonly string[];
  readonly prompt_version: string;
}

/** What a post is about. The words stand for numbers of the record, which a model is not told: it writes places for them. */
export interface PostMaterial {
  readonly about: 'week' | 'streak' | 'task';
  readonly tone: 'plain' | 'warm' | 'proud';
  /** Of the task; null: it is about none. */
  readonly title: string | null;
  /** The places that a text may have, each with the words that take it. `kept` is `5 promises`. */
  readonly words: Readonly<Record<string, string>>;
}

export interface PostText {
  readonly text: string;
  readonly prompt_version: string;
}

/** An AI beyond reviews. It holds no rule about who may ask: whoever calls has counted the use before. It never throws. */
export interface AiHelp {
  /** Whether the operator has set a key. */
  readonly hasOperatorKey: boolean;
  /** Makes one cheap call. Null: it succeeded. `field: null`: nobody knows, since the service did not answer. */
  checkKey(own: OwnAiKey): Promise<KeyFault | null>;
  split(material: SplitMaterial, way: AiWay, watch?: Watch<SplitPart>): Promise<AiAnswer<readonly SplitPart[]>>;
  estimate(material: EstimateMaterial, way: AiWay): Promise<AiAnswer<Estimate>>;
  /** All of the tasks, each once. */
  prioritise(tasks: readonly OpenTask[], way: AiWay, watch?: Watch<Placed>): Promise<AiAnswer<readonly Placed[]>>;
  solution(material: SolutionMaterial, way: AiWay): Promise<AiAnswer<SolutionTexts & { readonly prompt_version: string }>>;
  designFeedback(material: DesignMaterial, way: AiWay): Promise<AiAnswer<DesignFeedback>>;
  /** Feedback by counting and comparing. `why` is a sentence that says why no AI gave it. */
  designFeedbackByRubric(material: DesignMaterial, why: string): DesignFeedback;
  post(material: PostMaterial, way: AiWay): Promise<AiAnswer<PostText>>;
  /** A post by a template. */
  postByTemplate(material: PostMaterial): PostText;
}

/** A key of an owner's own for an OpenAI-compatible API. */
export interface StoredAiKey {
  readonly key: string;
  /** The address of the API, without a trailing slash; null: the one that the operator has set. */
  readonly url: string | null;
  /** Null: the mini model that the operator has set. */
  readonly model: string | null;
  /** When a call with it succeeded, RFC 3339. */
  readonly checked_at: string;
}

/** Keys of owners, encrypted with the master key. @throws StoreUnavailable, StoreFull */
export interface AiKeys {
  /** Null: the owner has none. */
  aiKey(owner: string): Promise<StoredAiKey | null>;
  /** An owner has one: a new one replaces it. */
  putAiKey(owner: string, stored: StoredAiKey): Promise<void>;
  removeAiKey(owner: string): Promise<void>;
}
