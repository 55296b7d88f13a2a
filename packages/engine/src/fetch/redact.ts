import { type Bytes, type Change, changedBody } from '../egress/changed-body.ts'

/** The only recorded headers. None of them carries a secret. */
const SAFE_HEADERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'date',
  'retry-after',
  'retry-after-ms',
  'x-request-id',
  'request-id',
  'openai-model',
  'openai-processing-ms',
  'openai-version',
  'x-should-retry',
])

const SAFE_PREFIX = 'x-ratelimit-'

/** Query parameters that are settings. Any other may be a key. */
const SAFE_PARAMETERS = new Set(['api-version', 'limit', 'after', 'before', 'order', 'purpose'])
const REDACTED = 'redacted'

/** Returns the headers that can be recorded because they carry no secret. */
export function safeHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => SAFE_HEADERS.has(name) || name.startsWith(SAFE_PREFIX)),
  )
}

/** Returns a URL without user, password and the values of unknown query parameters. */
export function safeUrl(address: URL): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const name of new Set(url.searchParams.keys())) {
    if (!SAFE_PARAMETERS.has(name)) url.searchParams.set(name, REDACTED)
  }
  return url.href
}

const REPLACEMENT = '[secret]'

/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 8

/** Keeps a placeholder key such as `lm-studio` from being redacted in a model's text. */
const SHORTEST_IN_GOOD_ANSWERS = 16

/** Redacts secrets in an answer before it is recorded, because some providers repeat the key. */
export function redactSecrets(response: Response, secrets: readonly (string | null)[]): Response {
  const shortest = response.ok ? SHORTEST_IN_GOOD_ANSWERS : MIN_SECRET_LENGTH
  const longSecrets = secrets
    .filter((secret) => secret !== null)
    .filter(({ length }) => length >= shortest)
  if (longSecrets.length === 0) return response
  return changedBody(response, createReplacer([...new Set(longSecrets.flatMap(secretSpellings))]))
}

/** The raw and the JSON spelling, one character per byte, because answers need not be text. */
const secretSpellings = (secret: string): string[] =>
  [secret, JSON.stringify(secret).slice(1, -1)].map((text) =>
    Buffer.from(text, 'utf8').toString('latin1'),
  )

/** Holds back only what may be the start of a secret. */
function createReplacer(secrets: readonly string[]): Change {
  let pending: Bytes = new Uint8Array()
  const needles = secrets.map((secret) => Buffer.from(secret, 'latin1'))
  const replaceSecrets = (bytes: Buffer<ArrayBuffer>) => {
    // Searching is cheaper than copying, and there is rarely a match.
    if (!needles.some((needle) => bytes.includes(needle))) return bytes
    const text = bytes.toString('latin1')
    const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, REPLACEMENT), text)
    return Buffer.from(redacted, 'latin1')
  }
  return {
    chunk(bytes) {
      const redacted = replaceSecrets(
        pending.length === 0 ? view(bytes) : Buffer.concat([pending, bytes]),
      )
      const safe = redacted.length - partialMatchLength(redacted, needles)
      pending = redacted.subarray(safe)
      return redacted.subarray(0, safe)
    },
    rest: () => pending,
  }
}

const view = ({ buffer, byteOffset, byteLength }: Bytes) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Length of the text's end that a secret starts with. */
function partialMatchLength(text: Buffer, needles: readonly Buffer[]): number {
  const lengths = needles.map((needle) => {
    const [first = 0] = needle
    let start = text.indexOf(first, Math.max(0, text.length - needle.length + 1))
    while (start !== -1 && !text.subarray(start).equals(needle.subarray(0, text.length - start)))
      start = text.indexOf(first, start + 1)
    return start === -1 ? 0 : text.length - start
  })
  return Math.max(...lengths)
}
