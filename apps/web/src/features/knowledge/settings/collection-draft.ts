import { type Chunking, type Collection, CollectionName, type Embedding } from '@lathe/contract'

/** Form values; numbers are kept as typed. */
export type CollectionDraft = {
  name: string
  description: string
  connection: string
  model: string
  dimensions: number | ''
  by: Chunking['by']
  size: number | ''
  overlap: number | ''
}

export const newDraft: CollectionDraft = {
  name: '',
  description: '',
  connection: 'demo',
  model: 'demo-embedding',
  dimensions: '',
  by: 'markdown',
  size: 1_000,
  overlap: 150,
}

export const createDraft = ({
  name,
  description,
  embedding,
  chunking,
}: Collection): CollectionDraft => ({
  name,
  description,
  connection: embedding.connection,
  model: embedding.model,
  dimensions: embedding.dimensions ?? '',
  ...chunking,
})

type FieldProblems = Partial<Record<'name' | 'connection' | 'model' | 'size' | 'overlap', string>>

/** Validates the form before it is sent. */
export function findProblems(draft: CollectionDraft): FieldProblems {
  const problems: FieldProblems = {}
  if (!CollectionName.safeParse(draft.name.trim()).success) {
    problems.name = 'Lower-case letters, digits and dashes, at most 64'
  }
  if (draft.connection === '') problems.connection = 'Choose a connection'
  if (draft.model.trim() === '') problems.model = 'Choose a model'
  if (draft.size === '' || draft.size < 100 || draft.size > 8_000) problems.size = '100 to 8,000'
  const maxOverlap = Math.min(4_000, (draft.size || 0) / 2)
  if (draft.overlap === '' || draft.overlap < 0 || draft.overlap > maxOverlap) {
    problems.overlap = `0 to ${maxOverlap}: half the chunk size`
  }
  return problems
}

export function toRequest(draft: CollectionDraft): {
  name: string
  description: string
  embedding: Embedding
  chunking: Chunking
} {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    embedding: {
      connection: draft.connection,
      model: draft.model.trim(),
      ...(draft.dimensions !== '' && { dimensions: draft.dimensions }),
    },
    chunking: toChunking(draft),
  }
}

export const toChunking = ({ by, size, overlap }: CollectionDraft): Chunking => ({
  by,
  size: size || 1_000,
  overlap: overlap || 0,
})
