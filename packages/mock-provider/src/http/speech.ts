import { ApiError, badRequest } from '../api-error.ts'
import { speak } from '../media/sound.ts'
import { getModel } from '../models.ts'
import { aliasesOf, type Provider } from '../provider.ts'
import { chooseFault, paceOf } from '../provider.ts'
import { directedSettings } from '../script/asked-settings.ts'
import { readDirectives, withoutDirectives } from '../script/directives.ts'
import { SpeechRequest } from '../wire/speech-request.ts'
import { validate } from '../wire/validate.ts'
import type { Call } from './call.ts'
import { deliverWhole, failEarly } from './deliver.ts'

export async function createSpeech(provider: Provider, call: Call): Promise<void> {
  const request = validate(SpeechRequest, call.body)
  const model = getModel(request.model, aliasesOf(provider))
  if (model.kind !== 'speech') throw notASpeechModel(request.model)
  if (request.stream_format === 'sse') {
    throw badRequest(`'${request.model}' does not stream events.`, 'stream_format')
  }
  const { response_format: format, speed, voice } = request
  if (format !== 'mp3' && format !== 'wav' && format !== 'pcm') {
    throw badRequest(`'${request.model}' speaks in mp3, wav and pcm.`, 'response_format')
  }
  const prompt = directedSettings(readDirectives(request.input))
  const sources = { header: call.header, prompt }
  const fault = chooseFault(provider, model, sources, call.fingerprint, call.key)
  if (await failEarly(call, fault)) return

  const name = typeof voice === 'string' ? voice : voice.id
  const { type, bytes } = speak({
    input: withoutDirectives(request.input),
    voice: name,
    format,
    speed,
  })
  const body = fault?.kind === 'empty' ? Buffer.alloc(0) : bytes
  const pace = paceOf(model, [call.header, prompt, provider.options.settings ?? {}])
  await deliverWhole(call, { type, body }, 0, pace, fault)
}

const notASpeechModel = (model: string) =>
  new ApiError(404, { message: `The model '${model}' does not speak.`, param: 'model' })
