/** Works of this process that run beside everything else, each under an id. */
export class UnderWay {
  readonly #works = new Map<string, Promise<void>>();

  get size(): number {
    return this.#works.size;
  }

  has(id: string): boolean {
    return this.#works.has(id);
  }

  /** `onFault` is told why the work failed. */
  start(id: string, work: Promise<void>, onFault: (error: unknown) => void): void {
    this.#works.set(
      id,
      work.catch(onFault).finally(() => this.#works.delete(id)),
    );
  }

  /** Resolves when any of them has ended. */
  async oneEnded(): Promise<void> {
    await Promise.race(this.#works.values());
  }

  /** Resolves when all have ended that are under way now. True: there were some. */
  async settled(): Promise<boolean> {
    const all = [...this.#works.values()];
    await Promise.all(all);
    return all.length > 0;
  }

  /** Resolves when all have ended that are under way now, or after `ms` milliseconds. */
  async settledWithin(ms: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([this.settled(), late.promise]);
    clearTimeout(timer);
  }
}
