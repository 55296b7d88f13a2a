/** Runs work on the same key in the order of arrival. Work on other keys does not wait. */
export class KeyedLocks {
  readonly #tails = new Map<string, Promise<unknown>>()

  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Reserve all keys in one turn of the event loop, so that two callers cannot deadlock.
    const previousTails = keys.map((key) => this.#tails.get(key) ?? Promise.resolve())
    const result = Promise.all(previousTails).then(work)
    const tail = result.catch(() => undefined)
    for (const key of keys) this.#tails.set(key, tail)
    try {
      return await result
    } finally {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}
