import type { Chunk, IndexSettings, RunError } from '@lathe/contract'
import type { AppContext } from '../api/context.ts'
import { countChunks, deleteStray, insertChunks } from './chunks.store.ts'
import { findDocument, hasShorterWaiting, markFailed, markIndexed } from './documents.store.ts'
import { countSpending } from './index-spending.ts'
import { readApart } from './read/read-apart.ts'

export type IndexNeeds = Pick<AppContext, 'db' | 'embed' | 'limits' | 'prices'>

export type IndexJob = {
  workspaceId: string
  collectionId: string
  key: string
  settings: IndexSettings
  /** Dimensions of the index. Null before the first vector. */
  dimensions: number | null
  /** Reports the indexed characters. Returns false if indexing was stopped. */
  onProgress: (characters: number) => Promise<boolean>
}

export type DocumentOutcome =
  | { type: 'done' }
  | { type: 'stopped' }
  /** A shorter document is waiting and goes first. */
  | { type: 'deferred' }
  /** Every other document would fail in the same way. */
  | { type: 'broken'; error: RunError }

/** Errors that concern one text and not the provider. */
const OWN = new Set<RunError['code']>([
  'BAD_REQUEST',
  'UNPROCESSABLE',
  'PAYLOAD_TOO_LARGE',
  'INVALID_INPUT',
])

/** Indexes a document, continuing after its stored chunks. */
export async function indexDocument(
  needs: IndexNeeds,
  job: IndexJob,
  documentId: string,
  signal: AbortSignal,
): Promise<DocumentOutcome> {
  const { db, limits } = needs
  const { workspaceId, collectionId, key, settings } = job
  const document = await findDocument(db, workspaceId, documentId)
  if (!document) return { type: 'done' }
  const source = { kind: document.kind, text: document.text }
  const { chunking } = settings
  const read = await readApart({ source, chunking }, limits.documentReadMs, signal)
  if (!read.ok) {
    await markFailed(db, document, key, read.error)
    return { type: 'done' }
  }

  const there = await countChunks(db, documentId, key)
  const place = { collectionId, documentId, key }
  let done = sizeOf(read.chunks.slice(0, there))
  for (const batch of batchesOf(read.chunks.slice(there))) {
    signal.throwIfAborted()
    const embedded = await embedBatch(needs, job, batch, signal)
    if (!embedded.ok) {
      if (!OWN.has(embedded.error.code)) return { type: 'broken', error: embedded.error }
      await markFailed(db, document, key, embedded.error)
      return { type: 'done' }
    }
    await insertChunks(db, place, batch, embedded.vectors)
    done += sizeOf(batch)
    if (!(await job.onProgress(done))) return { type: 'stopped' }
    const rest = document.characters - done
    if (await hasShorterWaiting(db, document, key, rest)) return { type: 'deferred' }
  }
  const marked = await markIndexed(db, document, key)
  if (!marked) await deleteStray(db, place)
  return { type: 'done' }
}

const sizeOf = (chunks: readonly Chunk[]) => chunks.reduce((sum, { text }) => sum + text.length, 0)

async function embedBatch(
  needs: IndexNeeds,
  job: IndexJob,
  batch: readonly Chunk[],
  signal: AbortSignal,
): Promise<{ ok: true; vectors: number[][] } | { ok: false; error: RunError }> {
  const texts = batch.map(({ text }) => text)
  const { workspaceId, collectionId } = job
  const { embedding } = job.settings
  const embedded = await needs.embed(workspaceId, embedding, texts, { signal })
  if (!embedded.ok) {
    signal.throwIfAborted()
    return embedded
  }
  const { tokens } = embedded
  await countSpending(needs, { workspaceId, collectionId, model: embedding.model, tokens })
  signal.throwIfAborted()
  job.dimensions ??= embedded.vectors[0]?.length ?? null
  const odd = embedded.vectors.find(({ length }) => length !== job.dimensions)
  if (odd) return { ok: false, error: wrongDimensions(odd.length, job.dimensions ?? 0) }
  return embedded
}

export const wrongDimensions = (given: number, expected: number): RunError => ({
  code: 'BAD_RESPONSE',
  message: `The model returned vectors of ${given} dimensions, and the index has ${expected}`,
  hint: 'The model behind this name has changed. Choose the model again and reindex.',
  retryable: false,
})

const MOST_CHUNKS = 96
const MOST_CHARACTERS = 100_000

/** Batches as large as providers accept, but small enough that a failure is cheap. */
function batchesOf(chunks: readonly Chunk[]): Chunk[][] {
  const batches: Chunk[][] = []
  let characters = 0
  for (const chunk of chunks) {
    const last = batches.at(-1)
    characters += chunk.text.length
    if (last && last.length < MOST_CHUNKS && characters <= MOST_CHARACTERS) last.push(chunk)
    else {
      batches.push([chunk])
      characters = chunk.text.length
    }
  }
  return batches
}
