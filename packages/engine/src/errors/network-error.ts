import { type ErrorContext, hostOf, LatheError, placeOf } from './lathe-error.ts'

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ECONNABORTED|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/
const CUT =
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/
const SILENT = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/
const GARBLED = /^(HPE_|HTTPParserError|UND_ERR_INVALID|Z_|ERR__?ZLIB|ERR_BROTLI)/

export const isUntrusted = (code: unknown): boolean =>
  typeof code === 'string' && UNTRUSTED.test(code)

/** Trouble between Lathe and a host, told by the error's code or name; null when `code` is none of these. */
export function networkError(code: string, error: Error, context: ErrorContext): LatheError | null {
  const place = { ...placeOf(context), cause: error }
  const host = hostOf(context)
  if (SILENT.test(code)) return silence(context, error)
  if (CUT.test(code))
    return context.isStreaming ? interrupted(context, error) : lost(context, error)
  if (UNREACHABLE.test(code)) {
    return new LatheError('CONNECTION', `Nothing answers at ${host} (${code})`, {
      ...place,
      retryable: true,
      hint: isLoopback(context) ? 'Is it running?' : 'Check the address and the network.',
    })
  }
  if (isUntrusted(code)) {
    return new LatheError('CONNECTION', `The certificate of ${host} is not trusted (${code})`, {
      ...place,
      hint: 'Correct the certificate, or add its authority with NODE_EXTRA_CA_CERTS.',
    })
  }
  if (GARBLED.test(code)) {
    return new LatheError(
      'BAD_RESPONSE',
      `${host} does not speak HTTP as expected (${code})`,
      place,
    )
  }
  return null
}

export function silence(context: ErrorContext, cause?: unknown): LatheError {
  const { timeoutMs } = context
  const after = timeoutMs === undefined ? '' : ` for ${inSeconds(timeoutMs)}`
  const what = context.isStreaming ? 'sent nothing more' : 'did not answer'
  return new LatheError('TIMEOUT', `${capital(hostOf(context))} ${what}${after}`, {
    ...placeOf(context),
    retryable: true,
    hint: context.isStreaming
      ? 'Try again; LATHE_PROVIDER_IDLE_MS is how long it may be silent.'
      : 'Try again, or allow it more time on the connection.',
    cause,
  })
}

export function interrupted(context: ErrorContext, cause?: unknown): LatheError {
  return new LatheError(
    'STREAM_INTERRUPTED',
    `${capital(hostOf(context))} cut the answer half-way`,
    {
      ...placeOf(context),
      retryable: true,
      hint: 'Try again; the text so far is kept on the trace.',
      cause,
    },
  )
}

/** fetch refuses some ports and headers by itself. */
export function unsendable(error: Error, context: ErrorContext): LatheError {
  const why = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return new LatheError('CONNECTION', `${capital(hostOf(context))} cannot be asked${why}`, {
    ...placeOf(context),
    hint: 'Check the base URL.',
    cause: error,
  })
}

function lost(context: ErrorContext, cause: unknown): LatheError {
  return new LatheError(
    'CONNECTION',
    `${capital(hostOf(context))} closed the connection without an answer`,
    {
      ...placeOf(context),
      retryable: true,
      hint: isLoopback(context) ? 'Is it running?' : 'Try again.',
      cause,
    },
  )
}

function isLoopback({ connection }: ErrorContext): boolean {
  const host = connection && URL.parse(connection.baseUrl)?.hostname
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host ?? '')
}

export const inSeconds = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`

const capital = (text: string) => (text.startsWith('the ') ? `The ${text.slice(4)}` : text)
