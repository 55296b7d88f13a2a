import type { Json, JsonObject, Usage } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { errorContext } from '../../fetch/request.ts'
import type { ModelAccess } from '../../fetch/pipeline.ts'
import { newCall } from '../../fetch/request.ts'
import type { CallScope, ModelConnection, ModelForm, ModelRequest } from '../../fetch/request.ts'
import { retry } from '../../fetch/retry.ts'
import { noConnection } from '../../run/connections.ts'

/** What was asked of a model that does not chat, and how its answer is read. */
export type MediaRequest<T> = {
  connection: string
  model: string
  path: string
  body: { json: JsonObject } | { form: ModelForm }
  /** The first one included. */
  tries: number
  /** What of the request its span shows. */
  inputs: JsonObject
  read: (response: Response, refuse: Refuse) => Promise<MediaAnswer<T>>
}

export type MediaAnswer<T> = {
  value: T
  /** Null where the provider does not say: then nobody knows what it cost. */
  usage: Usage | null
  /** What of the answer its span shows. */
  outputs: Json
}

/** Of an answer that is none. */
export type Refuse = (message: string) => LatheError

/** As tools have it: through a connection of their workspace, on the record of their run. */
export type AskMedia = <T>(request: MediaRequest<T>, signal: AbortSignal) => Promise<T>

export type MediaAccess = {
  models: Pick<ModelAccess, 'outside' | 'retry'>
  find: (connection: string) => Promise<ModelConnection | undefined>
}

/** An answer that breaks off is asked for again from its start. */
export async function askMedia<T>(
  { models, find }: MediaAccess,
  { connection: name, model, path, body, tries, read }: MediaRequest<T>,
  { signal, scope }: { signal: AbortSignal; scope: CallScope },
): Promise<MediaAnswer<T>> {
  const found = await find(name)
  if (!found) throw noConnection(name)
  const request: ModelRequest = {
    // Its own tries are counted here, where a broken answer is one too.
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
      hint: `Check that the model ${model} of connection ${name} is one for this.`,
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

/** A JSON answer, or undefined where it is none. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
