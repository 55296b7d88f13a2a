import type { Request } from 'express'
import { createHash } from 'node:crypto'
import { ApiError, badRequest } from '../api-error.ts'
import { toEnglish } from '../compose/to-english.ts'
import { listen } from '../media/listen.ts'
import { getModel } from '../models.ts'
import { aliasesOf, type Provider } from '../provider.ts'
import { chooseFault, paceOf } from '../provider.ts'
import { languageOf } from '../style/languages.ts'
import { directedSettings } from '../script/asked-settings.ts'
import { readDirectives } from '../script/directives.ts'
import { countTokens } from '../tokens.ts'
import { TranscriptionRequest, TranslationRequest } from '../wire/transcription-request.ts'
import { transcriptionBody } from '../wire/transcription.ts'
import { validate } from '../wire/validate.ts'
import type { Call } from './call.ts'
import { deliverWhole, failEarly } from './deliver.ts'
import { readForm } from './form.ts'

export type Task = 'transcribe' | 'translate'

/** As a call's body: equal for equal files and fields, whatever the form's boundary was. */
type Upload = { fields: Record<string, string>; file: { digest: string; bytes: () => Buffer } }

export async function readUpload(req: Request): Promise<Upload> {
  const { file, ...rest } = Object.fromEntries(await readForm(req))
  if (!(file instanceof File)) throw badRequest("Missing required parameter: 'file'.", 'file')
  const fields = Object.fromEntries(
    Object.entries(rest).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
  const bytes = Buffer.from(await file.arrayBuffer())
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { fields, file: { digest, bytes: () => bytes } }
}

export async function transcribe(provider: Provider, call: Call, task: Task): Promise<void> {
  // The cast holds: the router opens these calls with what `readUpload` gave.
  const { fields, file } = call.body as Upload
  const schema = task === 'translate' ? TranslationRequest : TranscriptionRequest
  const request: TranscriptionRequest = validate<TranscriptionRequest>(schema, fields)
  const model = getModel(request.model, aliasesOf(provider))
  if (model.kind !== 'transcription') throw notAListener(request.model)
  const prompt = directedSettings(readDirectives(request.prompt ?? ''))
  const sources = { header: call.header, prompt }
  const fault = chooseFault(provider, model, sources, call.fingerprint, call.key)
  if (await failEarly(call, fault)) return

  const heard = listen(file.bytes())
  const said = task === 'translate' ? toEnglish(heard.text) : heard.text
  const text = fault?.kind === 'empty' ? '' : said
  const language = task === 'translate' ? 'en' : (request.language ?? languageOf(text))
  const { type, body } = transcriptionBody(request.response_format, {
    task,
    text,
    language,
    seconds: heard.seconds,
    promptTokens: countTokens(request.prompt ?? ''),
  })
  const pace = paceOf(model, [call.header, prompt, provider.options.settings ?? {}])
  await deliverWhole(call, { type, body }, countTokens(text), pace, fault)
}

const notAListener = (model: string) =>
  new ApiError(404, { message: `The model '${model}' does not transcribe.`, param: 'model' })
