import * as z from 'zod'
import { badRequest } from '../errors.ts'
import type { Call } from '../http/call.ts'
import { deliverWhole, failEarly } from '../http/deliver.ts'
import { synthesize } from '../media/speech.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { readDirectives } from '../scripts/directives.ts'
import { validate } from '../wire/validate.ts'

const SpeechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4_096),
  /** A name, or the id of a custom voice. */
  voice: z.union([z.string().min(1), z.strictObject({ id: z.string() })]),
  instructions: z.string().max(4_096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).default(1),
  stream_format: z.enum(['audio', 'sse']).optional(),
})

export async function createSpeech(provider: Provider, call: Call): Promise<void> {
  const request = validate(SpeechRequest, call.body)
  const model = provider.getModel(request.model, 'speech')
  if (request.stream_format === 'sse') {
    throw badRequest(`'${request.model}' does not stream events.`, 'stream_format')
  }
  const { response_format: format, speed, voice } = request
  if (format !== 'mp3' && format !== 'wav' && format !== 'pcm') {
    throw badRequest(`'${request.model}' returns mp3, wav and pcm.`, 'response_format')
  }
  const { layer, rest: input } = readDirectives(request.input, 'input')
  const delivery = planDelivery(provider, model, call, [layer])
  if (await failEarly(call, delivery.fault)) return

  const name = typeof voice === 'string' ? voice : voice.id
  const { type, body } = synthesize({ input, voice: name, format, speed })
  const isEmpty = delivery.fault?.kind === 'empty'
  await deliverWhole(call, { type, body: isEmpty ? Buffer.alloc(0) : body }, delivery)
}
