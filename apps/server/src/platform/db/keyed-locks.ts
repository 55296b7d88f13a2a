/** Work on the same key runs in the order it came; work on other keys does not wait for it. */
export class KeyedLocks {
  readonly #tails = new Map<string, Promise<unknown>>()

  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // All keys are taken in the same turn of the event loop, so two callers cannot block each other.
    const earlier = keys.map((key) => this.#tails.get(key) ?? Promise.resolve())
    const done = Promise.all(earlier).then(work)
    const tail = done.catch(() => undefined)
    for (const key of keys) this.#tails.set(key, tail)
    try {
      return await done
    } finally {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}
