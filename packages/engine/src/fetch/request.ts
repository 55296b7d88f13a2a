import type { CallAddress, Connection, ExchangeKind, Json } from '@lathe/contract'
import type { ErrorContext } from '../errors/lathe-error.ts'
import type { RecordedAnswer, NewExchange } from '../replay/recording.ts'
import type { Replay } from '../replay/replay.ts'

/** A connection as calls need it, its secret within reach but not in it. */
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
    /** Read at the last hop of every call: a key that was changed meanwhile counts at once. */
    secret: () => Promise<string | null> | string | null
    /** Headers that are as secret as the key. */
    secretHeaders?: Readonly<Record<string, string>>
  }

export type ModelRequest = {
  connection: ModelConnection
  kind: Extract<ExchangeKind, 'model' | 'embedding' | 'http'>
  /** The model's name, or what else tells calls of one place apart. */
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Appended to the connection's base URL: `/chat/completions`. */
  path: string
  json: Json | null
  /** Sent as form data in the place of `json`. */
  file?: { name: string; purpose: string; text: string }
  /** Likewise. */
  form?: ModelForm
  call: LogicalCall
  signal?: AbortSignal | undefined
}

/** Fields, and a file of any kind. */
export type ModelForm = {
  fields: Readonly<Record<string, string>>
  file: { name: string; type: string; bytes: Uint8Array }
}

export type Fetch = (request: ModelRequest) => Promise<Response>
export type Retry = {
  /** The try that just failed, from 1, and how many there may be. */
  attempt: number
  of: number
  waitMs: number
  code: string
}

/** What a call waited for before it was sent. */
export type CallWait = {
  for: 'concurrency' | 'requests' | 'tokens' | 'retry-after'
  waitMs: number
}

/** Calls that stand in one line, of whatever runs: at most `places` are out at once. */
export type CallQueue = { id: string; slots: number }

/** One place where a run touches the world, as the recorder knows it. */
export type CallScope = {
  address: CallAddress
  /** Where its calls stand in line with those of other runs. */
  queue: CallQueue | null
  /** Of a run that is a replay. */
  replay: Replay | null
  record(exchange: NewExchange): void
  /** Where the recording of a call was cut off: waits for what did it, as far as anything may. */
  waitForCancellation(signal: AbortSignal | undefined): Promise<void> | undefined
  onRetry(retry: Retry): void
  /** Told when a wait begins, but for a place in line: how long that took is known afterwards. */
  onWait(wait: CallWait): void
}

/** One call as the graph made it, whatever number of requests it takes. */
export type LogicalCall = {
  scope: CallScope | null
  attempts: number
  /** Tries that a tape has after the one it served; null for a call that is made. */
  triesLeft: number | null
  /** What a tape has for it: asked for once, for it is never given twice. */
  answer: RecordedAnswer | null
  /** Its last request is on record as cut off. */
  isCancelled: boolean
  /** An answer had begun when it failed, so the pipeline's own retries were over. */
  isStreamBroken: boolean
}

export const newCall = (): LogicalCall => ({
  scope: null,
  attempts: 0,
  triesLeft: null,
  answer: null,
  isCancelled: false,
  isStreamBroken: false,
})

/** What a run gives the pipeline; the pipeline knows no run. */
export type RunPorts = {
  /** Asked where the call is made, so that it may read LangGraph's async context. */
  begin(kind: ExchangeKind, name: string): CallScope
  /** Throws `BUDGET_EXCEEDED` when no further call may be made. */
  checkBudget(): void
}

type Addressed = Pick<ModelRequest, 'connection' | 'kind' | 'name' | 'path'>

/** The base URL may end in a slash or carry a query. */
export function callUrl(request: Addressed): URL {
  const { baseUrl, kind } = request.connection
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/+$/, '')
  url.pathname = base + (kind === 'azure-openai' ? azurePath(base, request) : request.path)
  const { apiVersion } = request.connection
  if (apiVersion) url.searchParams.set('api-version', apiVersion)
  return url
}

/** Azure calls a model by the name of its deployment, in the path; everything else, and the Responses API, is asked of the resource. */
function azurePath(base: string, { kind, name, path }: Addressed): string {
  const root = /\/openai(\/|$)/.test(base) ? '' : '/openai'
  return kind === 'http' || path === '/responses'
    ? root + path
    : `${root}/deployments/${encodeURIComponent(name)}${path}`
}

/** Of a call that has a connection, which is every provider call. */
type RequestContext = ErrorContext & Required<Pick<ErrorContext, 'connection'>>

export function errorContext({ connection, kind, name }: ModelRequest): RequestContext {
  const { id, name: connectionName, baseUrl } = connection
  return {
    connection: { id, name: connectionName, baseUrl },
    ...(kind !== 'http' && { model: name }),
  }
}

/** Of a call that no run makes: nothing of it is kept. */
export const createOutsideScope = (onWait: (wait: CallWait) => void = () => {}): CallScope => ({
  address: { path: [], superstep: 0, branch: null, ordinal: 0 },
  queue: null,
  replay: null,
  record: () => {},
  waitForCancellation: () => undefined,
  onRetry: () => {},
  onWait,
})
