import type { Chunk, Chunking, DocumentKind, RunError } from '@lathe/contract'
import type { ReadDocument } from './parse.ts'

/** What the thread is asked: to read bytes, to cut a text up, or both. */
export type ReadRequest = {
  source: { kind: DocumentKind; bytes: Uint8Array } | { kind: DocumentKind; text: string }
  chunking: Chunking | null
}

export type ReadReply =
  | { ok: true; document: ReadDocument; chunks: Chunk[] }
  | { ok: false; error: RunError }
