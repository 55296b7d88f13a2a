import { createHash } from 'node:crypto'
import { splitIntoBlocks } from './split.ts'

/** Values from this size on are stored as blocks. */
export const BLOCKS_FROM = 2 * 1024

/** Texts whose blocks are remembered: a step mostly writes what the step before it wrote. */
const REMEMBERED = 4

export type Block = { hash: string; data: Uint8Array }

/** Names of the blocks that a value consists of, in order. */
export type BlockList = string[]

/** The blocks of one thread's values that have not been handed over to be stored. */
export class BlockBuffer {
  readonly #known = new Set<string>()
  readonly #texts = new Map<string, BlockList>()
  #pending: Block[] = []
  #bytes = 0

  /** Of all blocks that have not been taken. */
  get pendingBytes(): number {
    return this.#bytes
  }

  add(bytes: Uint8Array): BlockList {
    return splitIntoBlocks(bytes).map((data) => {
      const hash = createHash('sha256').update(data).digest('base64url').slice(0, 22)
      if (!this.#known.has(hash)) {
        this.#known.add(hash)
        this.#pending.push({ hash, data })
        this.#bytes += data.length
      }
      return hash
    })
  }

  /** As `add` with the value's JSON; null for a value too small for blocks. */
  addJson(value: unknown): BlockList | null {
    if (typeof value !== 'string') return this.#addLarge(JSON.stringify(value))
    if (value.length < BLOCKS_FROM) return null
    const known = this.#texts.get(value)
    if (known) return known
    const blocks = this.#addLarge(JSON.stringify(value)) ?? []
    const [oldest] = this.#texts.keys()
    if (this.#texts.size >= REMEMBERED && oldest !== undefined) this.#texts.delete(oldest)
    this.#texts.set(value, blocks)
    return blocks
  }

  /** Hands over what was added. Each block is handed over once: if it is not stored, nothing later may be. */
  take(): Block[] {
    const taken = this.#pending
    this.#pending = []
    this.#bytes = 0
    return taken
  }

  #addLarge(json: string | undefined): BlockList | null {
    return json === undefined || json.length < BLOCKS_FROM ? null : this.add(Buffer.from(json))
  }
}
