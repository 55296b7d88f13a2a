import * as z from 'zod'
import { badRequest } from '../errors.ts'
import type { Call } from '../http/call.ts'
import { deliverWhole, failEarly } from '../http/deliver.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { countTokens, splitTokens } from '../tokens.ts'
import { validate } from '../wire/validate.ts'

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

/** Features: words, pairs of neighbouring words, and character 3- to 5-grams of each word. */
const WEIGHTS = { word: 1, pair: 0.5, gram: 0.35 }

const COMMON = new Set(
  'a an and are as at be but by can do does for from had has have how i if in is it its of on or our so that the their them then there these they this to was we were what when which who why will with you your'.split(
    ' ',
  ),
)
const COMMON_FACTOR = 0.15

/**
 * Embeds a text as hashed n-grams of unit length: texts that share words or parts of words have similar vectors.
 * Stored indexes contain these vectors, so a change here makes them useless.
 */
function embed(text: string, dimensions: number): Float32Array {
  const features = new Map<string, number>()
  const add = (name: string, weight: number) =>
    features.set(name, (features.get(name) ?? 0) + weight)

  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? splitTokens(text)
  words.forEach((word, index) => {
    const factor = COMMON.has(word) ? COMMON_FACTOR : 1
    add(`w ${word}`, WEIGHTS.word * factor)
    const next = words[index + 1]
    if (next !== undefined) add(`p ${word} ${next}`, WEIGHTS.pair * factor)
    const padded = `^${word}$`
    for (let size = 3; size <= 5; size += 1) {
      for (let start = 0; start + size <= padded.length; start += 1) {
        add(`g ${padded.slice(start, start + size)}`, WEIGHTS.gram * factor)
      }
    }
  })
  return toUnitVector(features, dimensions)
}

function toUnitVector(features: ReadonlyMap<string, number>, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [name, weight] of features) {
    const hash = fnv1a(name)
    const bucket = hash % dimensions
    // The logarithm dampens repeats; the sign bit lets collisions cancel out instead of adding up.
    const value = Math.log1p(weight) * (hash & 0x80000000 ? -1 : 1)
    vector[bucket] = (vector[bucket] ?? 0) + value
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (length > 0) return vector.map((value) => value / length)
  vector[0] = 1
  return vector
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The low bits choose the dimension, so they must depend on every character.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
