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
