import * as z from 'zod'
import { Id, type JsonObject, Micros } from './common.ts'
import { RunError } from './errors.ts'
import { Spending } from './spending.ts'

/** Graphs name a collection, so names are slugs. */
export const CollectionName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'lower-case letters, digits and dashes, at most 64')

/** How a document is cut up; sizes are in characters. */
export const Chunking = z
  .strictObject({
    /** `markdown` cuts at headings first, `text` at paragraphs, lines and words. */
    by: z.enum(['text', 'markdown']).default('markdown'),
    size: z.int().min(100).max(8_000).default(1_000),
    overlap: z.int().min(0).max(4_000).default(150),
  })
  .refine(({ size, overlap }) => overlap <= size / 2, {
    error: 'at most half of the size',
    path: ['overlap'],
  })
export type Chunking = z.infer<typeof Chunking>

/** What turns texts into vectors. */
export const Embedding = z.strictObject({
  /** Name of a connection. */
  connection: z.string().min(1).max(64),
  model: z.string().trim().min(1, 'choose a model').max(256),
  /** Of models that offer several; the model's own without it. */
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
  /** Null while nothing is being indexed; in characters. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** The settings are no longer those of the index; searches go on in the old one. */
  isStale: z.boolean(),
  /** Why the last indexing broke off. */
  error: RunError.nullable(),
  documents: z.int(),
  /** Not searchable yet. */
  waiting: z.int(),
  /** Of them, those that could not be indexed. */
  failed: z.int(),
  /** Searchable. */
  chunks: z.int(),
  characters: z.int(),
  /** Of the vectors of the index; null before there is one. */
  dimensions: z.int().nullable(),
  /** On indexing, all told; tokens are null where a part of them is unknown. */
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

/** Where a document comes from. */
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
  /** Null for what was pasted or uploaded. */
  url: z.string().nullable(),
  bytes: z.int(),
  characters: z.int(),
  metadata: DocumentMetadata,
  /** `waiting` is not searchable yet, or was indexed with other settings. */
  status: z.enum(['waiting', 'indexed', 'failed']),
  error: RunError.nullable(),
  /** Searchable now. */
  chunks: z.int(),
  createdAt: Micros,
  updatedAt: Micros,
})
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

export const Chunk = z.object({
  position: z.int().nonnegative(),
  text: z.string(),
  /** Lines of the document, from 1. */
  lines: z.object({ from: z.int(), to: z.int() }),
})
export type Chunk = z.infer<typeof Chunk>

/** A chunk with all that a search looks at. */
export const Passage = Chunk.extend({
  documentId: Id,
  /** The document's name. */
  source: z.string(),
  url: z.string().nullable(),
  metadata: DocumentMetadata,
  /** Base64 of 32-bit floats, little end first. */
  vector: z.base64(),
})
export type Passage = z.infer<typeof Passage>

export const SearchQuery = z.strictObject({
  query: z.string().trim().min(1, 'say what to look for').max(8_000),
  k: z.int().min(1).max(100).default(5),
  /** Least similarity of the vectors, 0 to 1; not applied if the query cannot be embedded. */
  minScore: z.number().min(0).max(1).optional(),
  /** Metadata that the document must have. */
  filter: DocumentMetadata.optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** A chunk that was found. */
export const FoundChunk = Chunk.extend({
  documentId: Id,
  /** The document's name. */
  source: z.string(),
  url: z.string().nullable(),
  metadata: DocumentMetadata,
  /** Both ranks fused; 1 is first in both. */
  score: z.number(),
  /** Cosine of the two vectors; null if the query could not be embedded. */
  similarity: z.number().nullable(),
  /** Place by vector and by words, from 1; null where it was not among the best. */
  ranks: z.object({ vector: z.int().nullable(), text: z.int().nullable() }),
})
export type FoundChunk = z.infer<typeof FoundChunk>

/** What a search found, as graphs and tools have it; `n` is what a citation names. */
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
