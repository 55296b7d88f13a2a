import { randomUUID } from 'node:crypto'
import { ApiError } from '../api-error.ts'
import type { Batch } from './batch.ts'

export type StoredFile = { id: string; name: string; purpose: string; text: string; at: number }

const REMEMBERED = 1_000
/** Of files, and again of what batches were made from. */
const MOST_CHARACTERS = 64 * 1024 * 1024

/** In the order they came; the newest is kept however long it is. */
class Row<T extends { id: string }> {
  readonly #all = new Map<string, { one: T; length: number }>()
  #length = 0

  keep(one: T, length: number): void {
    this.#all.set(one.id, { one, length })
    this.#length += length
    for (const id of this.#all.keys()) {
      const isFull = this.#all.size > REMEMBERED || this.#length > MOST_CHARACTERS
      if (!isFull || id === one.id) return
      this.delete(id)
    }
  }

  get(id: string): T | undefined {
    return this.#all.get(id)?.one
  }

  delete(id: string): boolean {
    this.#length -= this.#all.get(id)?.length ?? 0
    return this.#all.delete(id)
  }

  newestFirst(): T[] {
    return [...this.#all.values()].map(({ one }) => one).toReversed()
  }

  clear(): void {
    this.#all.clear()
    this.#length = 0
  }
}

/** Files and batches by their ids, as long as the provider lives; the oldest are forgotten. */
export class Shelf {
  readonly #files = new Row<StoredFile>()
  readonly #batches = new Row<Batch>()

  keepFile(file: Pick<StoredFile, 'name' | 'purpose' | 'text'>): StoredFile {
    const kept = { ...file, id: newId('file-'), at: Date.now() }
    this.#files.keep(kept, kept.text.length)
    return kept
  }

  /** `length` of the file it was made from, which it holds as well. */
  keepBatch(batch: Batch, length: number): void {
    this.#batches.keep(batch, length)
  }

  getFile(id: string): StoredFile {
    const file = this.#files.get(id)
    if (!file) throw noSuch('File', id)
    return file
  }

  deleteFile(id: string): void {
    if (!this.#files.delete(id)) throw noSuch('File', id)
  }

  getBatch(id: string): Batch {
    const batch = this.#batches.get(id)
    if (!batch) throw noSuch('Batch', id)
    return batch
  }

  /** Newest first. */
  get files(): StoredFile[] {
    return this.#files.newestFirst()
  }

  get batches(): Batch[] {
    return this.#batches.newestFirst()
  }

  reset(): void {
    this.#files.clear()
    this.#batches.clear()
  }
}

/** Two uploads of the same bytes are two files. */
export const newId = (prefix: string): string => prefix + randomUUID().replaceAll('-', '')

const noSuch = (what: string, id: string) =>
  new ApiError(404, { message: `No such ${what} object: ${id}`, param: 'id' })
