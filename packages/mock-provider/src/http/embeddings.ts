import { ApiError, badRequest } from '../api-error.ts'
import { embed } from '../embeddings.ts'
import { getModel } from '../models.ts'
import { aliasesOf, type Provider } from '../provider.ts'
import { chooseFault, paceOf } from '../provider.ts'
import { countTokens } from '../tokens.ts'
import { EmbeddingsRequest } from '../wire/embeddings-request.ts'
import { validate } from '../wire/validate.ts'
import type { Call } from './call.ts'
import { deliverJson, failEarly } from './deliver.ts'

const DEFAULT_DIMENSIONS = 512
/** Of one request, as OpenAI has it. */
const MOST_TOKENS = 300_000

export async function createEmbeddings(provider: Provider, call: Call): Promise<void> {
  const request = validate(EmbeddingsRequest, call.body)
  const model = getModel(request.model, aliasesOf(provider))
  if (model.kind !== 'embedding') throw notAnEmbeddingModel(request.model)
  const fault = chooseFault(provider, model, { header: call.header }, call.fingerprint, call.key)
  if (await failEarly(call, fault)) return

  const texts = textsOf(request.input)
  const tokens = texts.reduce((sum, { tokens }) => sum + tokens, 0)
  if (tokens > MOST_TOKENS) throw tooMuch(tokens)
  const body = JSON.stringify({
    object: 'list',
    data: texts.map(({ text }, index) => ({
      object: 'embedding',
      index,
      embedding: encode(embed(text, request.dimensions ?? DEFAULT_DIMENSIONS), request),
    })),
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
  const pace = paceOf(model, [call.header, provider.options.settings ?? {}])
  await deliverJson(call, body, 0, pace, fault)
}

type Input = { text: string; tokens: number }

/** Token lists are embedded as if each number were a word. */
function textsOf(input: EmbeddingsRequest['input']): Input[] {
  if (typeof input === 'string') return [{ text: input, tokens: countTokens(input) }]
  if (input.every((item) => typeof item === 'number')) {
    return [{ text: input.join(' '), tokens: input.length }]
  }
  return input.flatMap((item) => (typeof item === 'number' ? [] : textsOf(item)))
}

function encode(vector: Float32Array, request: EmbeddingsRequest): string | number[] {
  if (request.encoding_format === 'base64') {
    return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
  }
  return Array.from(vector)
}

const tooMuch = (tokens: number): ApiError =>
  badRequest(
    `Requested ${tokens} tokens, max ${MOST_TOKENS} tokens per request.`,
    'input',
    'max_tokens_per_request',
  )

function notAnEmbeddingModel(model: string): ApiError {
  return new ApiError(403, {
    message: `You are not allowed to generate embeddings from the model '${model}'.`,
    param: 'model',
  })
}
