/** An owner's own key, which is used instead of the operator's. */
export interface OwnAiKey {
  readonly key: string;
  /** The address of an OpenAI-compatible API; null: the configured one. */
  readonly url: string | null;
  /** Null: the configured model of the tier. */
  readonly model: string | null;
}

/** What is wrong with a key: the field, and a sentence that never contains the key. */
export type KeyFault = { readonly field: 'key' | 'url'; readonly reason: string } | { readonly field: null };

/** The model and the key for a request to an AI. */
export interface AiWay {
  readonly tier: 'mini' | 'premium';
  /** Null: the operator's key. */
  readonly own: OwnAiKey | null;
}

/**
 * Why there is no answer. `wrong_format`: the AI answered twice in a wrong format, or with nothing; `unavailable`: the
 * service is down, accepts no more requests, refuses the key, or takes too long.
 */
export type AiFailure = { readonly failure: 'wrong_format' | 'unavailable'; readonly sentence: string };
export type AiAnswer<T> = { readonly value: T; readonly model: string } | AiFailure;

/** Receives each part of an answer as soon as it arrives. */
export interface Watch<Item> {
  onItem(item: Item): void;
  /** The parts so far are void, because the whole answer is requested once more. */
  onRestart(): void;
}

export interface SplitMaterial {
  readonly title: string;
  readonly description: string | null;
  readonly requirement: string | null;
  readonly estimateMinutes: number | null;
  /** The titles of its existing sub-tasks. */
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
  /** Completed tasks of the owner, newest first. */
  readonly history: readonly { readonly title: string; readonly minutes: number; readonly similar: boolean }[];
}

export interface Estimate {
  readonly minutes: number;
  readonly reason: string;
}

/** A task of today, described in words. */
export interface OpenTask {
  readonly title: string;
  readonly facts: string;
}

export interface Placed {
  /** The index of the task in the given list. */
  readonly index: number;
  readonly reason: string;
}

/** A coding question, and the code that its owner submitted. */
export interface SolutionMaterial {
  readonly title: string | null;
  /** Markdown. */
  readonly statement: string;
  readonly examples: readonly { readonly input: string; readonly output: string }[];
  readonly constraints: readonly string[];
  /** For example `twoSum(nums, target)`; null: the solution is a program that reads input and prints output. */
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
    /** Markdown. The following three fields are Markdown, too. */
    readonly requirements: string;
    readonly estimates: string;
    readonly components: string;
    readonly trade_offs: string;
    /** The source of the diagram; null: there is no diagram, or it is a picture. */
    readonly mermaid: string | null;
  };
}

export interface DesignFeedback {
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  /** 0 to 100; null if the verdict is `comment`. */
  readonly score: number | null;
  readonly criteria: readonly { readonly name: string; readonly score: number; readonly comment: string }[];
  readonly comment: string;
  readonly questions: readonly string[];
  readonly prompt_version: string;
}

/**
 * The subject of a post. The words stand for numbers of the record. The model does not get the numbers; it writes
 * placeholders for them.
 */
export interface PostMaterial {
  readonly about: 'week' | 'streak' | 'task';
  readonly tone: 'plain' | 'warm' | 'proud';
  /** The title of the task; null: the post is about no task. */
  readonly title: string | null;
  /**
   * The placeholders that a text may contain, each with the words that replace it. For example, `kept` becomes `5
   * promises`.
   */
  readonly words: Readonly<Record<string, string>>;
}

export interface PostText {
  readonly text: string;
  readonly prompt_version: string;
}

/** AI help beyond reviews. It does not decide who may use it: the caller has counted the use before. It never throws. */
export interface AiHelp {
  /** Whether the operator has set a key. */
  readonly hasOperatorKey: boolean;
  /**
   * Makes one cheap request with the key. Null: it succeeded. `field: null`: the service did not answer, so it is not
   * known what is wrong.
   */
  checkKey(own: OwnAiKey): Promise<KeyFault | null>;
  split(material: SplitMaterial, way: AiWay, watch?: Watch<SplitPart>): Promise<AiAnswer<readonly SplitPart[]>>;
  estimate(material: EstimateMaterial, way: AiWay): Promise<AiAnswer<Estimate>>;
  /** All given tasks, each once. */
  prioritise(tasks: readonly OpenTask[], way: AiWay, watch?: Watch<Placed>): Promise<AiAnswer<readonly Placed[]>>;
  solution(material: SolutionMaterial, way: AiWay): Promise<AiAnswer<SolutionTexts & { readonly prompt_version: string }>>;
  designFeedback(material: DesignMaterial, way: AiWay): Promise<AiAnswer<DesignFeedback>>;
  /** Feedback from the rubric, which only counts and compares. `why`: a sentence that says why no AI gave it. */
  designFeedbackByRubric(material: DesignMaterial, why: string): DesignFeedback;
  post(material: PostMaterial, way: AiWay): Promise<AiAnswer<PostText>>;
  /** A post that is made from a template. */
  postByTemplate(material: PostMaterial): PostText;
}

/** An owner's own key for an OpenAI-compatible API. */
export interface StoredAiKey {
  readonly key: string;
  /** The address of the API, without a trailing slash; null: the operator's setting. */
  readonly url: string | null;
  /** Null: the small model that the operator has set. */
  readonly model: string | null;
  /** When a request with this key last succeeded, RFC 3339. */
  readonly checked_at: string;
}

/**
 * Keys of owners, encrypted with the master key.
 * @throws StoreUnavailable, StoreFull
 */
export interface AiKeys {
  /** Null: the owner has no key. */
  aiKey(owner: string): Promise<StoredAiKey | null>;
  /** Replaces the owner's earlier key, if there is one. */
  putAiKey(owner: string, stored: StoredAiKey): Promise<void>;
  removeAiKey(owner: string): Promise<void>;
}
