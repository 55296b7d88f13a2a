import { randomUUID } from 'node:crypto'
import { ApiError } from '../api-error.ts'
import type { Batch } from './batch.ts'

export type StoredFile = { id: string; name: string; purpose: string; text: string; at: number }

const REMEMBERED = 1_000

/** Files and batches by their ids, as long as the provider lives; the oldest are forgotten. */
export class Shelf {
  readonly #files = new Map<string, StoredFile>()
  readonly #batches = new Map<string, Batch>()

  keepFile(file: Pick<StoredFile, 'name' | 'purpose' | 'text'>): StoredFile {
    const kept = { ...file, id: newId('file-'), at: Date.now() }
    keep(this.#files, kept)
    return kept
  }

  keepBatch(batch: Batch): void {
    keep(this.#batches, batch)
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
    return [...this.#files.values()].toReversed()
  }

  get batches(): Batch[] {
    return [...this.#batches.values()].toReversed()
  }

  reset(): void {
    this.#files.clear()
    this.#batches.clear()
  }
}

/** Two uploads of the same bytes are two files. */
export const newId = (prefix: string): string => prefix + randomUUID().replaceAll('-', '')

function keep<T extends { id: string }>(all: Map<string, T>, one: T): void {
  all.set(one.id, one)
  const [oldest] = all.keys()
  if (all.size > REMEMBERED && oldest !== undefined) all.delete(oldest)
}

const noSuch = (what: string, id: string) =>
  new ApiError(404, { message: `No such ${what} object: ${id}`, param: 'id' })
