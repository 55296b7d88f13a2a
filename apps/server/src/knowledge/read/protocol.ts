import type { Chunk, Chunking, DocumentKind, RunError } from '@lathe/contract'
import type { ReadDocument } from './parse.ts'

/** A request to the worker: read bytes, split a text, or both. */
export type ReadRequest = {
  source: { kind: DocumentKind; bytes: Uint8Array } | { kind: DocumentKind; text: string }
  chunking: Chunking | null
}

export type ReadReply =
  | { ok: true; document: ReadDocument; chunks: Chunk[] }
  | { ok: false; error: RunError }
