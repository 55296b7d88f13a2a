import * as z from 'zod'
import { type JsonObject } from '@lathe/nodes/schemas'
import { Id, Micros } from '../common.ts'
import { RunError } from '../errors.ts'
import { Spending } from '../traces/spending.ts'

/** A slug, because graphs refer to collections by name. */
export const CollectionName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'lower-case letters, digits and dashes, at most 64')

/** How documents are split into chunks. Sizes are in characters. */
export const Chunking = z
  .strictObject({
    /** `markdown` splits at headings first, `text` at paragraphs, lines and words. */
    by: z.enum(['text', 'markdown']).default('markdown'),
    size: z.int().min(100).max(8_000).default(1_000),
    overlap: z.int().min(0).max(4_000).default(150),
  })
  .refine(({ size, overlap }) => overlap <= size / 2, {
    error: 'at most half of the size',
    path: ['overlap'],
  })
export type Chunking = z.infer<typeof Chunking>

/** The model that embeds texts. */
export const Embedding = z.strictObject({
  /** Name of a connection. */
  connection: z.string().min(1).max(64),
  model: z.string().trim().min(1, 'choose a model').max(256),
  /** For models that offer several sizes. Defaults to the model's own. */
  dimensions: z.int().min(1).max(16_000).optional(),
})
export type Embedding = z.infer<typeof Embedding>

export const IndexSettings = z.strictObject({ embedding: Embedding, chunking: Chunking })
export type IndexSettings = z.infer<typeof IndexSettings>

export const Collection = z.object({
  id: Id,
  name: CollectionName,
  description: z.string(),
  embedding: Embedding,
  chunking: Chunking,
  /** In characters. Null unless documents are being indexed. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** The settings differ from those of the index. Searches use the old index. */
  isStale: z.boolean(),
  /** Reason the last indexing stopped. */
  error: RunError.nullable(),
  documents: z.int(),
  /** Documents that are not searchable yet. */
  waiting: z.int(),
  /** Waiting documents that could not be indexed. */
  failed: z.int(),
  /** Searchable chunks. */
  chunks: z.int(),
  characters: z.int(),
  /** Size of the indexed vectors. Null without an index. */
  dimensions: z.int().nullable(),
  /** Total spent on indexing. `tokens` is null if a part is unknown. */
  spent: z.object({ tokens: z.int().nullable(), ...Spending.shape }),
  createdAt: Micros,
  updatedAt: Micros,
})
export type Collection = z.infer<typeof Collection>

const Scalar = z.union([z.string().max(1_000), z.number(), z.boolean()])
export const DocumentMetadata = z.record(z.string().min(1).max(100), Scalar)
export type DocumentMetadata = z.infer<typeof DocumentMetadata>

export const DocumentKind = z.enum(['text', 'markdown', 'html', 'pdf', 'csv', 'json'])
export type DocumentKind = z.infer<typeof DocumentKind>

export const DocumentName = z.string().trim().min(1, 'a document needs a name').max(300)

/** Origin of a document. */
export const DocumentSource = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), name: DocumentName, text: z.string().max(20_000_000) }),
  z.strictObject({
    type: z.literal('file'),
    name: DocumentName,
    /** Base64. */
    data: z.base64(),
  }),
  z.strictObject({ type: z.literal('url'), url: z.url({ protocol: /^https?$/ }).max(2_000) }),
])
export type DocumentSource = z.infer<typeof DocumentSource>

export const KnowledgeDocument = z.object({
  id: Id,
  collectionId: Id,
  name: z.string(),
  kind: DocumentKind,
  /** Null for pasted and uploaded documents. */
  url: z.string().nullable(),
  bytes: z.int(),
  characters: z.int(),
  metadata: DocumentMetadata,
  /** `waiting`: not searchable yet, or indexed with other settings. */
  status: z.enum(['waiting', 'indexed', 'failed']),
  error: RunError.nullable(),
  /** Searchable chunks. */
  chunks: z.int(),
  createdAt: Micros,
  updatedAt: Micros,
})
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

export const Chunk = z.object({
  position: z.int().nonnegative(),
  text: z.string(),
  /** First and last line in the document, from 1. */
  lines: z.object({ from: z.int(), to: z.int() }),
})
export type Chunk = z.infer<typeof Chunk>

/** A chunk with everything that a search uses. */
export const Passage = Chunk.extend({
  documentId: Id,
  /** The document's name. */
  source: z.string(),
  url: z.string().nullable(),
  metadata: DocumentMetadata,
  /** Base64 of 32-bit floats, little-endian. */
  vector: z.base64(),
})
export type Passage = z.infer<typeof Passage>

export const SearchQuery = z.strictObject({
  query: z.string().trim().min(1, 'enter a search query').max(8_000),
  k: z.int().min(1).max(100).default(5),
  /** Minimum cosine similarity, 0 to 1. Ignored if the query cannot be embedded. */
  minScore: z.number().min(0).max(1).optional(),
  /** Metadata that the document must have. */
  filter: DocumentMetadata.optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** A search result. */
export const FoundChunk = Chunk.extend({
  documentId: Id,
  /** The document's name. */
  source: z.string(),
  url: z.string().nullable(),
  metadata: DocumentMetadata,
  /** Fused score of both ranks. 1 means first in both. */
  score: z.number(),
  /** Cosine similarity. Null if the query could not be embedded. */
  similarity: z.number().nullable(),
  /** Rank by vector and by full text, from 1. Null if not among the best. */
  ranks: z.object({ vector: z.int().nullable(), text: z.int().nullable() }),
})
export type FoundChunk = z.infer<typeof FoundChunk>

/**
 * Converts search results to the documents that graphs and tools receive. Citations refer to `n`.
 */
export const toDocuments = (chunks: readonly FoundChunk[]): JsonObject[] =>
  chunks.map(
    ({ documentId, position, text, source, url, score, similarity, lines, metadata }, i) => ({
      n: i + 1,
      id: `${documentId}#${position}`,
      text,
      source,
      url,
      lines: `${lines.from}–${lines.to}`,
      score,
      similarity,
      metadata,
    }),
  )
