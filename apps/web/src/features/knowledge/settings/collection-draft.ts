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

export const draftOf = ({
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

type Complaints = Partial<Record<'name' | 'connection' | 'model' | 'size' | 'overlap', string>>

/** Validates the form before it is sent. */
export function complaintsOf(draft: CollectionDraft): Complaints {
  const complaints: Complaints = {}
  if (!CollectionName.safeParse(draft.name.trim()).success) {
    complaints.name = 'Lower-case letters, digits and dashes, at most 64'
  }
  if (draft.connection === '') complaints.connection = 'Choose a connection'
  if (draft.model.trim() === '') complaints.model = 'Choose a model'
  if (draft.size === '' || draft.size < 100 || draft.size > 8_000) complaints.size = '100 to 8,000'
  const most = Math.min(4_000, (draft.size || 0) / 2)
  if (draft.overlap === '' || draft.overlap < 0 || draft.overlap > most) {
    complaints.overlap = `0 to ${most}: half the chunk size`
  }
  return complaints
}

export function bodyOf(draft: CollectionDraft): {
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
    chunking: chunkingOf(draft),
  }
}

export const chunkingOf = ({ by, size, overlap }: CollectionDraft): Chunking => ({
  by,
  size: size || 1_000,
  overlap: overlap || 0,
})
