import { createHash } from 'node:crypto'
import { freeUnshared } from '../../process/free-memory.ts'
import { splitIntoBlocks } from './split.ts'

/** Smallest serialized value that is stored as blocks. */
export const BLOCKS_FROM = 2 * 1024

/** Texts whose blocks are cached: most steps write the same text as the step before. */
const MAX_REMEMBERED = 4

export type Block = { hash: string; data: Uint8Array }

/** Hashes of a value's blocks, in order. */
export type BlockList = string[]

/** Splits the values of one thread into blocks and collects the new ones until they are stored. */
export class BlockBuffer {
  readonly #known = new Set<string>()
  readonly #texts = new Map<string, BlockList>()
  #pending: Block[] = []
  #bytes = 0

  /** Total size of the pending blocks. */
  get pendingBytes(): number {
    return this.#bytes
  }

  add(bytes: Uint8Array): BlockList {
    return splitIntoBlocks(bytes).map((data) => {
      const hash = createHash('sha256').update(data).digest('base64url').slice(0, 22)
      if (!this.#known.has(hash)) {
        this.#known.add(hash)
        // A copy, so that the value's own memory can be freed.
        this.#pending.push({ hash, data: Buffer.from(data) })
        this.#bytes += data.length
      }
      return hash
    })
  }

  /** Adds the JSON of a value; returns null if it is too small for blocks. */
  addJson(value: unknown): BlockList | null {
    if (typeof value !== 'string') return this.#addLarge(JSON.stringify(value))
    if (value.length < BLOCKS_FROM) return null
    const cached = this.#texts.get(value)
    if (cached) return cached
    const blocks = this.#addLarge(JSON.stringify(value)) ?? []
    const [oldest] = this.#texts.keys()
    if (this.#texts.size >= MAX_REMEMBERED && oldest !== undefined) this.#texts.delete(oldest)
    this.#texts.set(value, blocks)
    return blocks
  }

  /** Returns the pending blocks. Each block is returned once, so a failed write must fail all later ones. */
  take(): Block[] {
    const blocks = this.#pending
    this.#pending = []
    this.#bytes = 0
    return blocks
  }

  #addLarge(json: string | undefined): BlockList | null {
    if (json === undefined || json.length < BLOCKS_FROM) return null
    const bytes = Buffer.from(json)
    const blocks = this.add(bytes)
    freeUnshared(bytes)
    return blocks
  }
}
