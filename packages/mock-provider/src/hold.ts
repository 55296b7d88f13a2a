import { once } from 'node:events'

export type HoldOptions = {
  /** Tokens that a streamed answer says first. */
  after?: number
}

export type Hold = HoldOptions & {
  text: string
  isReleased: () => boolean
  released: Promise<void>
}

/** Requests whose answers wait, by what they say; of a batch, what its lines say. */
export class Holds {
  #holds: Hold[] = []

  add(text: string, options: HoldOptions): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const hold: Hold = {
      ...options,
      text,
      isReleased: () => !this.#holds.includes(hold),
      released,
    }
    this.#holds.push(hold)
    return () => {
      this.#holds = this.#holds.filter((one) => one !== hold)
      resolve()
    }
  }

  of(body: unknown): Hold | undefined {
    if (this.#holds.length === 0) return undefined
    const said = JSON.stringify(body) ?? ''
    return this.#holds.find(({ text }) => said.includes(text))
  }
}

/** Rejects when the client leaves before. */
export async function untilReleased({ released }: Hold, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await Promise.race([released, once(signal, 'abort')])
  signal.throwIfAborted()
}
