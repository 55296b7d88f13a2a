import * as z from 'zod'
import { badRequest } from '../errors.ts'
import type { Call } from '../http/call.ts'
import { deliverWhole, failEarly } from '../http/deliver.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { countTokens } from '../tokens.ts'
import { validate } from '../wire/validate.ts'
import { embed } from './embed.ts'

const tokenList = z.array(z.int().nonnegative()).min(1)

const EmbeddingsRequest = z.strictObject({
  model: z.string(),
  /** One text or token list, or up to 2,048 of either. */
  input: z.union([
    z.string().min(1),
    z.array(z.string()).min(1).max(2048),
    tokenList,
    z.array(tokenList).max(2048),
  ]),
  dimensions: z.int().min(1).max(3072).default(512),
  encoding_format: z.enum(['float', 'base64']).optional(),
  user: z.string().optional(),
})
type EmbeddingsRequest = z.infer<typeof EmbeddingsRequest>

/** OpenAI's limit per request. */
const MAX_TOKENS = 300_000

export async function createEmbeddings(provider: Provider, call: Call): Promise<void> {
  const request = validate(EmbeddingsRequest, call.body)
  const model = provider.getModel(request.model, 'embedding')
  const delivery = planDelivery(provider, model, call)
  if (await failEarly(call, delivery.fault)) return

  const texts = readTexts(request.input)
  const tokens = texts.reduce((sum, text) => sum + text.tokens, 0)
  if (tokens > MAX_TOKENS) {
    const message = `Requested ${tokens} tokens, max ${MAX_TOKENS} tokens per request.`
    throw badRequest(message, 'input', 'max_tokens_per_request')
  }
  const body = JSON.stringify({
    object: 'list',
    data: texts.map(({ text }, index) => ({
      object: 'embedding',
      index,
      embedding: encode(embed(text, request.dimensions), request),
    })),
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
  await deliverWhole(call, { body }, delivery)
}

type InputText = { text: string; tokens: number }

/** Embeds a token list as if each number were a word. */
function readTexts(input: EmbeddingsRequest['input']): InputText[] {
  if (typeof input === 'string') return [{ text: input, tokens: countTokens(input) }]
  if (input.every((item) => typeof item === 'number')) {
    return [{ text: input.join(' '), tokens: input.length }]
  }
  return input.flatMap((item) => (typeof item === 'number' ? [] : readTexts(item)))
}

const encode = (vector: Float32Array, request: EmbeddingsRequest): string | number[] =>
  request.encoding_format === 'base64'
    ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
    : Array.from(vector)
