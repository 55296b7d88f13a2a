import { type Bytes, type Change, changedBody } from '../egress/changed-body.ts'

/** The only headers an exchange keeps: none of them ever carries a secret. */
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

/** Query parameters that are settings; any other may be a key. */
const SAFE_PARAMETERS = new Set(['api-version', 'limit', 'after', 'before', 'order', 'purpose'])
const REDACTED = 'redacted'

export function safeHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => SAFE_HEADERS.has(name) || name.startsWith(SAFE_PREFIX)),
  )
}

/** Without user, password and the values of unknown query parameters. */
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

/** Shorter ones would be found in ordinary words. */
const SHORTEST = 8

/** Nor is `lm-studio`, which such servers take for a key, cut from what a model writes. */
const SHORTEST_IN_GOOD_ANSWERS = 16

/** Some providers repeat the key they got: it is cut from the answer before anybody can keep that. */
export function redactSecrets(response: Response, secrets: readonly (string | null)[]): Response {
  const shortest = response.ok ? SHORTEST_IN_GOOD_ANSWERS : SHORTEST
  const longSecrets = secrets
    .filter((secret) => secret !== null)
    .filter(({ length }) => length >= shortest)
  if (longSecrets.length === 0) return response
  return changedBody(response, createReplacer([...new Set(longSecrets.flatMap(secretSpellings))]))
}

/** As it is and as JSON writes it, each byte a character, so that answers need not be text. */
const secretSpellings = (secret: string): string[] =>
  [secret, JSON.stringify(secret).slice(1, -1)].map((text) =>
    Buffer.from(text, 'utf8').toString('latin1'),
  )

/** Holds back only what may be the beginning of a secret. */
function createReplacer(secrets: readonly string[]): Change {
  let pending: Bytes = new Uint8Array()
  const needles = secrets.map((secret) => Buffer.from(secret, 'latin1'))
  const replaceSecrets = (bytes: Buffer<ArrayBuffer>) => {
    // Nearly always there is nothing to cut, and looking costs less than copying.
    if (!needles.some((needle) => bytes.includes(needle))) return bytes
    const text = bytes.toString('latin1')
    const redacted = secrets.reduce((said, secret) => said.replaceAll(secret, REPLACEMENT), text)
    return Buffer.from(redacted, 'latin1')
  }
  return {
    chunk(bytes) {
      const said = replaceSecrets(
        pending.length === 0 ? view(bytes) : Buffer.concat([pending, bytes]),
      )
      const safe = said.length - partialMatchLength(said, needles)
      pending = said.subarray(safe)
      return said.subarray(0, safe)
    },
    rest: () => pending,
  }
}

const view = ({ buffer, byteOffset, byteLength }: Bytes) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** How much of the text's end one of the secrets begins with. */
function partialMatchLength(said: Buffer, needles: readonly Buffer[]): number {
  const lengths = needles.map((needle) => {
    const [first = 0] = needle
    let at = said.indexOf(first, Math.max(0, said.length - needle.length + 1))
    while (at !== -1 && !said.subarray(at).equals(needle.subarray(0, said.length - at)))
      at = said.indexOf(first, at + 1)
    return at === -1 ? 0 : said.length - at
  })
  return Math.max(...lengths)
}
