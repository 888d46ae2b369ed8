/** Where a browser takes pushes, and the keys with which only it can read them (RFC 8291), each in base64url. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface StoredPushTarget extends PushTarget {
  /** The id of the subscription. */
  readonly id: string;
  readonly owner: string;
  /** A keyed hash, by which the subscription of an endpoint is found. */
  readonly endpoint_hash: string;
}

/**
 * The targets of all subscriptions, each encrypted with the master key. They are in no event, no answer and no log.
 * @throws StoreUnavailable, StoreFull
 */
export interface PushTargets {
  /** Stores a target, and replaces one with the same id, and one with the same endpoint. */
  putPushTarget(target: StoredPushTarget): Promise<void>;
  /** Null if there is none, or if it cannot be decrypted. */
  pushTarget(id: string): Promise<StoredPushTarget | null>;
  pushTargetAt(endpointHash: string): Promise<StoredPushTarget | null>;
  removePushTarget(id: string): Promise<void>;
}

/** Keys of the program itself, each encrypted with the master key. @throws StoreUnavailable, StoreFull */
export interface ProgramKeys {
  /** Stores a key under a name that has none. Returns the stored one, which another process may have stored first. */
  keepProgramKey(name: string, key: string): Promise<string>;
  /** Null: there is none. */
  programKey(name: string): Promise<string | null>;
}

/** The key pair by which the program identifies itself to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  /** The uncompressed point, 65 bytes. */
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushMessage {
  readonly target: PushTarget;
  readonly vapid: VapidKeys;
  /** At most 3,000 bytes in UTF-8. */
  readonly payload: string;
  /** For how many seconds the push service may keep it for a browser that is not reached. */
  readonly ttl: number;
  /** A newer message of this topic replaces an older one that the browser has not got: 32 characters of base64url. */
  readonly topic: string;
}

/** The push service says that the subscription has ended. */
export class SubscriptionGone extends Error {
  override readonly name = 'SubscriptionGone';
}

/** The push service has not taken the message. `message` is a sentence for the owner, without the endpoint. */
export class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

/** By field, each in a sentence. */
export type PushFaults = Readonly<Partial<Record<keyof PushTarget, string>>>;

export interface PushService {
  newKeys(): Promise<VapidKeys>;
  /** Why nothing can be pushed to this target; empty if it can. Nothing is asked of the endpoint. */
  faultsOf(target: PushTarget): Promise<PushFaults>;
  /** @throws SubscriptionGone, PushFailed */
  send(message: PushMessage): Promise<void>;
}
