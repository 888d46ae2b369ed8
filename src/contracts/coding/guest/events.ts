import type { Base, Emitter } from './base.ts';

/** Node's EventEmitter. */
export function guestEvents(_base: Base): { readonly EventEmitter: new () => Emitter } {
  type Listener = ((...values: unknown[]) => unknown) & { readonly listener?: Listener };

  class EventEmitter implements Emitter {
    #listeners = new Map<string | symbol, Listener[]>();

    on(event: string | symbol, listener: Listener): this {
      return this.#add(event, listener, false);
    }

    addListener(event: string | symbol, listener: Listener): this {
      return this.on(event, listener);
    }

    prependListener(event: string | symbol, listener: Listener): this {
      return this.#add(event, listener, true);
    }

    once(event: string | symbol, listener: Listener): this {
      const once = (...values: unknown[]): unknown => {
        this.off(event, once);
        return listener.apply(this, values);
      };
      return this.on(event, Object.assign(once, { listener }));
    }

    off(event: string | symbol, listener: Listener): this {
      const all = this.#listeners.get(event) ?? [];
      const at = all.findLastIndex((one) => one === listener || one.listener === listener);
      if (at >= 0) this.#listeners.set(event, all.toSpliced(at, 1));
      return this;
    }

    removeListener(event: string | symbol, listener: Listener): this {
      return this.off(event, listener);
    }

    removeAllListeners(event?: string | symbol): this {
      if (event === undefined) this.#listeners.clear();
      else this.#listeners.delete(event);
      return this;
    }

    emit(event: string | symbol, ...values: unknown[]): boolean {
      const all = this.#listeners.get(event) ?? [];
      if (all.length === 0 && event === 'error')
        throw values[0] instanceof Error ? values[0] : new Error(`Unhandled error. (${values[0]})`);
      for (const listener of all) listener.apply(this, values);
      return all.length > 0;
    }

    listenerCount(event: string | symbol): number {
      return this.#listeners.get(event)?.length ?? 0;
    }

    listeners(event: string | symbol): Listener[] {
      return (this.#listeners.get(event) ?? []).map((one) => one.listener ?? one);
    }

    eventNames(): (string | symbol)[] {
      return [...this.#listeners].filter(([, all]) => all.length > 0).map(([name]) => name);
    }

    setMaxListeners(): this {
      return this;
    }

    #add(event: string | symbol, listener: Listener, isFirst: boolean): this {
      if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function.');
      const all = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, isFirst ? [listener, ...all] : [...all, listener]);
      return this;
    }
  }
  const once = (emitter: EventEmitter, event: string): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      emitter.once(event, (...values) => resolve(values));
      if (event !== 'error') emitter.once('error', reject);
    });
  return Object.assign(EventEmitter, { EventEmitter, once, default: EventEmitter });
}
