import type { EmbeddingsOptions, LatheEmbeddings } from './lathe-embeddings.ts'

export async function createEmbeddings(options: EmbeddingsOptions): Promise<LatheEmbeddings> {
  const { LatheEmbeddings } = await import('./lathe-embeddings.ts')
  return new LatheEmbeddings(options)
}
