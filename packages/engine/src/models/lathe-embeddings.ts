import { Embeddings } from '@langchain/core/embeddings'
import * as z from 'zod'
import { LatheError } from '../errors/lathe-error.ts'
import { type Fetch, type ModelConnection, newCall } from '../fetch/request.ts'

export type EmbeddingsOptions = {
  connection: ModelConnection
  model: string
  fetch: Fetch
  dimensions?: number
  signal?: AbortSignal
}

/** Providers accept between 256 and 2048 texts per request. */
const BATCH_SIZE = 256

const Answer = z.object({
  usage: z.object({ total_tokens: z.int().nonnegative() }).nullish().catch(null),
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
})

/**
 * Embeddings of a connection as a LangChain class. It embeds texts in batches and counts tokens.
 */
export class LatheEmbeddings extends Embeddings {
  readonly #options: EmbeddingsOptions
  /** Tokens counted by the provider so far. Null if a count was missing. */
  tokens: number | null = 0

  constructor(options: EmbeddingsOptions) {
    super({ maxRetries: 0 })
    this.#options = options
  }

  override async embedDocuments(texts: string[]): Promise<number[][]> {
    const vectors: number[][] = []
    for (let offset = 0; offset < texts.length; offset += BATCH_SIZE) {
      vectors.push(...(await this.#embed(texts.slice(offset, offset + BATCH_SIZE))))
    }
    return vectors
  }

  override async embedQuery(text: string): Promise<number[]> {
    const [vector] = await this.#embed([text])
    return vector ?? []
  }

  async #embed(input: string[]): Promise<number[][]> {
    const { connection, model, fetch, dimensions, signal } = this.#options
    const response = await fetch({
      connection,
      kind: 'embedding',
      name: model,
      method: 'POST',
      path: '/embeddings',
      json: { model, input, encoding_format: 'float', ...(dimensions && { dimensions }) },
      call: newCall(),
      signal,
    })
    const answer = Answer.safeParse(await response.json().catch(() => null))
    const vectors = answer.data?.data.toSorted((a, b) => a.index - b.index)
    const totalTokens = answer.data?.usage?.total_tokens
    this.tokens =
      this.tokens === null || totalTokens === undefined ? null : this.tokens + totalTokens
    if (vectors?.length === input.length) return vectors.map(({ embedding }) => embedding)
    throw new LatheError(
      'BAD_RESPONSE',
      `${connection.name} did not answer with one vector per text`,
      {
        connectionId: connection.id,
        hint: `Check that ${model} is an embedding model.`,
      },
    )
  }
}
