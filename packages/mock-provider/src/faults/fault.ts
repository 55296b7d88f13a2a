/** Errors answered instead of an answer; any status below is also a fault by its number. */
export const STATUS_FAULTS = [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529]

const NAMED_FAULTS = [
  /** 429 that no waiting cures. */
  'quota',
  /** 400: the prompt is over the model's context. */
  'context',
  /** 502 with a page of HTML, as a proxy in front of a provider sends it. */
  'html',
  /** Takes the request and never answers. */
  'timeout',
  /** Closes the connection before the first byte. */
  'reset',
  /** Starts to answer, then goes silent. */
  'stall',
  /** Starts to answer, then cuts the connection. */
  'cut',
  /** Answers something that is not JSON. */
  'malformed',
  /** An error object in mid-stream. */
  'stream-error',
  /** Calls a tool that was not offered. */
  'unknown-tool',
  /** Calls a tool with arguments that are not JSON. */
  'bad-arguments',
  /** A structured answer that breaks its schema. */
  'off-schema',
  /** An answer with no text and no tool call. */
  'empty',
  'refusal',
  'content-filter',
  /** No fault: lets one attempt of a list through. */
  'none',
] as const

export type FaultKind = 'status' | (typeof NAMED_FAULTS)[number]

export type Fault = {
  kind: FaultKind
  /** Only for `status`. */
  status: number
  /** Seconds for the Retry-After header. */
  retryAfter?: string
  /** Tokens sent before a stream goes wrong; a third of the answer when not said. */
  after?: number
}

/** As `429:retry-after=2`, `quota` or `cut:after=5`, separated by commas. Throws on an unknown word. */
export function parseFaults(spec: string): Fault[] {
  return spec
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseFault)
}

function parseFault(text: string): Fault {
  const [name = '', ...settings] = text.split(/[:;]/).map((part) => part.trim())
  const fault: Fault = { ...namedFault(name) }
  for (const setting of settings) {
    const [key, value = ''] = setting.split('=')
    if (key === 'retry-after') fault.retryAfter = value
    else if (key === 'after' && /^\d+$/.test(value)) fault.after = Number(value)
    else throw new RangeError(`Unknown fault setting '${setting}'`)
  }
  return fault
}

function namedFault(name: string): Pick<Fault, 'kind' | 'status'> {
  if (STATUS_FAULTS.includes(Number(name))) return { kind: 'status', status: Number(name) }
  const kind = NAMED_FAULTS.find((candidate) => candidate === name)
  if (!kind) throw new RangeError(`Unknown fault '${name}'`)
  return { kind, status: 0 }
}
