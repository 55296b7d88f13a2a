import { type Answer, textAnswer, toolCallAnswer } from '../answers/answer.ts'
import { ApiError, keyRefused } from '../errors.ts'
import { pickNumber } from '../fingerprint.ts'

/** HTTP statuses that are faults by their number. */
const STATUS_FAULTS = [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529]

const NAMED_FAULTS = [
  /** 429 that does not end by waiting. */
  'quota',
  /** 400: the prompt exceeds the model's context. */
  'context',
  /** 502 with an HTML page, as a proxy sends it. */
  'html',
  /** Accepts the request and never answers. */
  'timeout',
  /** Closes the connection before the first byte. */
  'reset',
  /** Stops in the middle of the answer and keeps the connection open. */
  'stall',
  /** Closes the connection in the middle of the answer. */
  'cut',
  /** Sends an answer that is not JSON. */
  'malformed',
  /** Sends an error object in the middle of a stream. */
  'stream-error',
  /** Calls a tool that was not offered. */
  'unknown-tool',
  /** Calls a tool with arguments that are not JSON. */
  'bad-arguments',
  /** Sends a structured answer that violates its schema. */
  'off-schema',
  /** Sends an answer without text and tool calls. */
  'empty',
  'refusal',
  'content-filter',
  /** No fault: lets one attempt of a list succeed. */
  'none',
] as const

export type FaultKind = 'status' | (typeof NAMED_FAULTS)[number]

export type Fault = {
  kind: FaultKind
  /** Only for the kind `status`. */
  status: number
  /** Seconds for the Retry-After header. */
  retryAfter?: string
  /** Tokens that a stream sends before the fault; default: a third of the answer. */
  after?: number
}

/** The k-th attempt of a request gets the k-th fault, later attempts the last one, until `times` attempts have failed. */
export type FaultPlan = { faults: readonly Fault[]; times: number }

/**
 * Parses a list such as `429:retry-after=2,quota,cut:after=5`. By default a single fault is permanent and a list ends.
 * Throws a RangeError for an unknown fault or setting.
 */
export function parseFaultPlan(spec: string, times?: number): FaultPlan {
  const parts = spec.split(',').map((part) => part.trim())
  const faults = parts.filter((part) => part !== '').map(parseFault)
  return { faults, times: times ?? (faults.length > 1 ? faults.length : Number.POSITIVE_INFINITY) }
}

function parseFault(text: string): Fault {
  const [name = '', ...settings] = text.split(/[:;]/).map((part) => part.trim())
  const fault = namedFault(name)
  for (const setting of settings) {
    const [key, value = ''] = setting.split('=')
    if (key === 'retry-after') fault.retryAfter = value
    else if (key === 'after' && /^\d+$/.test(value)) fault.after = Number(value)
    else throw new RangeError(`Unknown fault setting '${setting}'`)
  }
  return fault
}

function namedFault(name: string): Fault {
  if (STATUS_FAULTS.includes(Number(name))) return { kind: 'status', status: Number(name) }
  const kind = NAMED_FAULTS.find((candidate) => candidate === name)
  if (!kind) throw new RangeError(`Unknown fault '${name}'`)
  return { kind, status: 0 }
}

const RANDOM_PLANS =
  'none none 429:retry-after=1,none 500 503,none cut,none malformed,none stream-error,none empty unknown-tool,none 400'.split(
    ' ',
  )

/** Draws the faults of the model `demo-faulty`. Equal requests get equal faults. */
export const randomFaultPlan = (fingerprint: string): FaultPlan =>
  parseFaultPlan(RANDOM_PLANS[pickNumber(fingerprint, 'chaos', RANDOM_PLANS.length)] ?? 'none')

const MAX_REMEMBERED = 10_000

/** Counts the attempts of each request. Forgets the oldest requests. */
export class Attempts {
  readonly #counts = new Map<string, number>()

  nextFault({ faults, times }: FaultPlan, key: string): Fault | undefined {
    const count = this.#counts.get(key) ?? 0
    this.#counts.delete(key)
    this.#counts.set(key, count + 1)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MAX_REMEMBERED && oldest !== undefined) this.#counts.delete(oldest)
    return count < times ? faults[Math.min(count, faults.length - 1)] : undefined
  }

  reset(): void {
    this.#counts.clear()
  }
}

type ErrorText = readonly [message: string, type: string, code: string | null, param?: string]

const INVALID = 'invalid_request_error'
const STATUS_ERRORS: Readonly<Record<number, ErrorText>> = {
  400: ["Invalid value for 'temperature'", INVALID, 'invalid_value', 'temperature'],
  403: ['This key may not use that model', 'permission_error', 'permission_denied'],
  404: ['The model does not exist', INVALID, 'model_not_found'],
  408: ['The request took too long', 'timeout', null],
  409: ['The request was in conflict with another', 'conflict', null],
  413: ['The request is too large', INVALID, 'request_too_large'],
  422: ['The request could not be processed', INVALID, 'unprocessable', 'messages'],
  429: ['Rate limit reached for requests', 'requests', 'rate_limit_exceeded'],
}
const SERVER_ERROR: ErrorText = [
  'The server had an error while processing your request',
  'server_error',
  null,
]
const QUOTA: ErrorText = [
  'You exceeded your current quota',
  'insufficient_quota',
  'insufficient_quota',
]
const CONTEXT: ErrorText = [
  "This model's maximum context length is exceeded",
  INVALID,
  'context_length_exceeded',
  'messages',
]

function simulated(status: number, error: ErrorText, headers = {}): ApiError {
  const [message, type, code, param = null] = error
  return new ApiError(status, {
    message: `${message} (simulated fault).`,
    type,
    code,
    param,
    headers,
  })
}

/** Returns the error response of a fault, or undefined for a fault that changes the answer in another way. */
export function faultError({ kind, status, retryAfter }: Fault): ApiError | undefined {
  if (kind === 'quota') return simulated(429, QUOTA)
  if (kind === 'context') return simulated(400, CONTEXT)
  if (kind !== 'status') return undefined
  if (status === 401) return keyRefused('simulated fault')
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return simulated(status, STATUS_ERRORS[status] ?? SERVER_ERROR, headers)
}

const DELIVERY_FAULTS = ['html', 'timeout', 'reset', 'stall', 'cut', 'malformed', 'stream-error']

/** Returns the error of a fault in a batch, where a fault of the connection becomes a 500. */
export const batchFaultError = (fault: Fault): ApiError | undefined =>
  DELIVERY_FAULTS.includes(fault.kind) ? simulated(500, SERVER_ERROR) : faultError(fault)

/** Applies a fault that lies in the content of an answer. */
export function distortAnswer(answer: Answer, fault: Fault, toolNames: readonly string[]): Answer {
  switch (fault.kind) {
    case 'empty':
      return textAnswer('')
    case 'unknown-tool':
      return toolCallAnswer([{ name: 'no_such_tool', arguments: '{"query":"demo"}' }])
    case 'bad-arguments': {
      const name = answer.toolCalls[0]?.name ?? toolNames[0] ?? 'no_such_tool'
      return toolCallAnswer([{ name, arguments: '{"query": "dem' }])
    }
    case 'off-schema':
      return textAnswer('{"unexpected":"simulated fault"}')
    case 'refusal':
      return { ...textAnswer(null), refusal: "I'm sorry, I can't help with that." }
    case 'content-filter':
      return { ...answer, toolCalls: [], finishReason: 'content_filter' }
    default:
      return answer
  }
}
