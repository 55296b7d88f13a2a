import type { Json, JsonObject, Usage } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { errorContext } from '../../fetch/request.ts'
import type { ModelAccess } from '../../fetch/pipeline.ts'
import { newCall } from '../../fetch/request.ts'
import type { CallScope, ModelConnection, ModelForm, ModelRequest } from '../../fetch/request.ts'
import { retry } from '../../fetch/retry.ts'
import { noConnection } from '../../run/connections.ts'

/** A request to a speech, transcription or image model. */
export type MediaRequest<T> = {
  connection: string
  model: string
  path: string
  body: { json: JsonObject } | { form: ModelForm }
  /** Including the first attempt. */
  tries: number
  /** Inputs shown on the span. */
  inputs: JsonObject
  read: (response: Response, refuse: Refuse) => Promise<MediaAnswer<T>>
}

export type MediaAnswer<T> = {
  value: T
  /** Null if the provider does not report usage, so the cost is unknown. */
  usage: Usage | null
  /** Outputs shown on the span. */
  outputs: Json
}

/** Creates the error for an unusable answer. */
export type Refuse = (message: string) => LatheError

/** Calls a provider through a connection of the workspace, recorded in the tool's run. */
export type AskMedia = <T>(request: MediaRequest<T>, signal: AbortSignal) => Promise<T>

export type MediaAccess = {
  models: Pick<ModelAccess, 'outside' | 'retry'>
  find: (connection: string) => Promise<ModelConnection | undefined>
}

/** Calls a media model. A broken answer is retried from the start. */
export async function askMedia<T>(
  { models, find }: MediaAccess,
  { connection: name, model, path, body, tries, read }: MediaRequest<T>,
  { signal, scope }: { signal: AbortSignal; scope: CallScope },
): Promise<MediaAnswer<T>> {
  const found = await find(name)
  if (!found) throw noConnection(name)
  const request: ModelRequest = {
    // Retries are counted here, because a broken answer counts as well.
    connection: { ...found, maxRetries: 0 },
    kind: 'model',
    name: model,
    method: 'POST',
    path,
    json: null,
    ...body,
    call: newCall(),
    signal,
  }
  const fetch = models.outside()
  const refuse = (message: string) =>
    new LatheError('BAD_RESPONSE', message, {
      connectionId: found.id,
      hint: `Check that the model ${model} of connection ${name} supports this task.`,
    })
  return retry(
    async () => read(await fetch({ ...request, call: { ...newCall(), scope } }), refuse),
    {
      ...models.retry,
      retries: tries - 1,
      signal,
      onRetry: (retry) => scope.onRetry(retry),
      asError: (error) => toLatheError(error, { ...errorContext(request), isStreaming: true }),
    },
  )
}

/** Reads a JSON answer. Undefined if it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
