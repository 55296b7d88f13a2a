import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors.ts'
import type { Batch } from './batch.ts'

export type StoredFile = {
  id: string
  name: string
  purpose: string
  text: string
  createdAt: number
}

const MAX_ENTRIES = 1_000
/** Limit for the files, and again for the input of the batches. */
const MAX_CHARACTERS = 64 * 1024 * 1024

const createCache = <T extends object>() =>
  new LRUCache<string, T>({ max: MAX_ENTRIES, maxSize: MAX_CHARACTERS, updateAgeOnGet: false })

/** Files and batches in memory. The oldest are dropped; the newest file is kept whatever its size. */
export class FileStore {
  readonly #files = createCache<StoredFile>()
  readonly #batches = createCache<Batch>()

  addFile(file: Pick<StoredFile, 'name' | 'purpose' | 'text'>): StoredFile {
    const stored = { ...file, id: newId('file-'), createdAt: Date.now() }
    this.#files.set(stored.id, stored, { size: cacheSize(file.text) })
    return stored
  }

  addBatch(batch: Batch, input: string): void {
    this.#batches.set(batch.id, batch, { size: cacheSize(input) })
  }

  getFile(id: string): StoredFile {
    return this.#files.peek(id) ?? missing('File', id)
  }

  deleteFile(id: string): void {
    if (!this.#files.delete(id)) missing('File', id)
  }

  getBatch(id: string): Batch {
    return this.#batches.peek(id) ?? missing('Batch', id)
  }

  /** Newest first. */
  get files(): StoredFile[] {
    return [...this.#files.values()]
  }

  get batches(): Batch[] {
    return [...this.#batches.values()]
  }

  reset(): void {
    this.#files.clear()
    this.#batches.clear()
  }
}

/** A file over the limit fills the cache, so it drops all others instead of being refused. */
const cacheSize = (text: string): number => Math.min(MAX_CHARACTERS, Math.max(1, text.length))

/** Random, because two uploads of the same bytes are two files. */
export const newId = (prefix: string): string => prefix + randomUUID().replaceAll('-', '')

function missing(kind: string, id: string): never {
  throw new ApiError(404, { message: `No such ${kind} object: ${id}`, param: 'id' })
}
