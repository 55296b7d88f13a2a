import type { CallAddress, Connection, ExchangeKind, Json } from '@lathe/contract'
import type { ErrorContext } from '../errors/lathe-error.ts'
import type { RecordedAnswer, NewExchange } from '../replay/recording.ts'
import type { Replay } from '../replay/replay.ts'

/** A connection as calls need it. The secret is read on demand. */
export type ModelConnection = Pick<
  Connection,
  | 'id'
  | 'name'
  | 'baseUrl'
  | 'defaultHeaders'
  | 'timeoutMs'
  | 'maxRetries'
  | 'concurrency'
  | 'allowPrivate'
> &
  Partial<Pick<Connection, 'kind' | 'apiVersion' | 'requestsPerMinute' | 'tokensPerMinute'>> & {
    /** Read at the last step of every call, so that a changed key applies at once. */
    secret: () => Promise<string | null> | string | null
    /** Headers that are secret like the key. */
    secretHeaders?: Readonly<Record<string, string>>
  }

export type ModelRequest = {
  connection: ModelConnection
  kind: Extract<ExchangeKind, 'model' | 'embedding' | 'http'>
  /** The model's name, or another label of the call. */
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Appended to the connection's base URL: `/chat/completions`. */
  path: string
  json: Json | null
  /** Sent as form data instead of `json`. */
  file?: { name: string; purpose: string; text: string }
  /** Sent as form data instead of `json`. */
  form?: ModelForm
  call: LogicalCall
  signal?: AbortSignal | undefined
}

/** Form fields and a file of any type. */
export type ModelForm = {
  fields: Readonly<Record<string, string>>
  file: { name: string; type: string; bytes: Uint8Array }
}

export type Fetch = (request: ModelRequest) => Promise<Response>
export type Retry = {
  /** Number of the failed attempt, from 1, and the maximum. */
  attempt: number
  maxAttempts: number
  waitMs: number
  code: string
}

/** The reason and length of a wait before a call was sent. */
export type CallWait = {
  for: 'concurrency' | 'requests' | 'tokens' | 'retry-after'
  waitMs: number
}

/** A queue that calls of several runs share. At most `slots` of them run at once. */
export type CallQueue = { id: string; slots: number }

/** One call of a run to the outside world, as the recorder sees it. */
export type CallScope = {
  address: CallAddress
  /** Queue that the call shares with other runs. */
  queue: CallQueue | null
  /** Set if the run is a replay. */
  replay: Replay | null
  record(exchange: NewExchange): void
  /** Waits for the cancellation that cut the recorded call off. */
  waitForCancellation(signal: AbortSignal | undefined): Promise<void> | undefined
  onRetry(retry: Retry): void
  /**
   * Called when a wait starts. Waits for a queue slot are reported afterwards, with their length.
   */
  onWait(wait: CallWait): void
}

/** One call of the graph, which may take several requests. */
export type LogicalCall = {
  scope: CallScope | null
  attempts: number
  /** Recorded attempts after the one that was served. Null for a live call. */
  remainingTries: number | null
  /** The recorded answer. Looked up once, because a recording serves it only once. */
  answer: RecordedAnswer | null
  /** The last request is recorded as cancelled. */
  isCancelled: boolean
  /** The answer had started when it failed, so the pipeline no longer retries it. */
  isStreamBroken: boolean
}

/** Returns the counters of a logical call before its first attempt. */
export const newCall = (): LogicalCall => ({
  scope: null,
  attempts: 0,
  remainingTries: null,
  answer: null,
  isCancelled: false,
  isStreamBroken: false,
})

/** Functions of a run that the pipeline uses. */
export type RunPorts = {
  /** Called where the call is made, so that it can read LangGraph's async context. */
  begin(kind: ExchangeKind, name: string): CallScope
  /** Throws `BUDGET_EXCEEDED` if no further call is allowed. */
  checkBudget(): void
}

type Addressed = Pick<ModelRequest, 'connection' | 'kind' | 'name' | 'path'>

/** Returns the URL of a call. The base URL may end in a slash or have a query. */
export function callUrl(request: Addressed): URL {
  const { baseUrl, kind } = request.connection
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/+$/, '')
  url.pathname = base + (kind === 'azure-openai' ? azurePath(base, request) : request.path)
  const { apiVersion } = request.connection
  if (apiVersion) url.searchParams.set('api-version', apiVersion)
  return url
}

/**
 * Azure names a model by its deployment in the path, except for the Responses API and other calls.
 */
function azurePath(base: string, { kind, name, path }: Addressed): string {
  const root = /\/openai(\/|$)/.test(base) ? '' : '/openai'
  return kind === 'http' || path === '/responses'
    ? root + path
    : `${root}/deployments/${encodeURIComponent(name)}${path}`
}

/** Every provider call has a connection. */
type RequestContext = ErrorContext & Required<Pick<ErrorContext, 'connection'>>

/** Returns the connection of a request and, except for plain HTTP, its model, for errors. */
export function errorContext({ connection, kind, name }: ModelRequest): RequestContext {
  const { id, name: connectionName, baseUrl } = connection
  return {
    connection: { id, name: connectionName, baseUrl },
    ...(kind !== 'http' && { model: name }),
  }
}

/** Creates the scope of a call outside any run. Nothing is recorded. */
export const createOutsideScope = (onWait: (wait: CallWait) => void = () => {}): CallScope => ({
  address: { path: [], superstep: 0, branch: null, ordinal: 0 },
  queue: null,
  replay: null,
  record: () => {},
  waitForCancellation: () => undefined,
  onRetry: () => {},
  onWait,
})
