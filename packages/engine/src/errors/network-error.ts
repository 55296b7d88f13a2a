import { type ErrorContext, hostLabel, LatheError, errorLocation } from './lathe-error.ts'

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ECONNABORTED|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/
const CONNECTION_LOST =
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/
const TIMED_OUT_CODE = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/
const INVALID_RESPONSE = /^(HPE_|HTTPParserError|UND_ERR_INVALID|Z_|ERR__?ZLIB|ERR_BROTLI)/

/** Whether an error code means that a TLS certificate is not trusted. */
export const isUntrusted = (code: unknown): boolean =>
  typeof code === 'string' && UNTRUSTED.test(code)

/** Converts a network error by its code or name. Null if the code is not one. */
export function networkError(code: string, error: Error, context: ErrorContext): LatheError | null {
  const location = { ...errorLocation(context), cause: error }
  const host = hostLabel(context)
  if (TIMED_OUT_CODE.test(code)) return noAnswer(context, error)
  if (CONNECTION_LOST.test(code))
    return context.isStreaming
      ? streamInterrupted(context, error)
      : connectionClosed(context, error)
  if (UNREACHABLE.test(code)) {
    return new LatheError('CONNECTION', `No server responds at ${host} (${code})`, {
      ...location,
      retryable: true,
      hint: isLoopback(context) ? 'Is it running?' : 'Check the address and the network.',
    })
  }
  if (isUntrusted(code)) {
    return new LatheError('CONNECTION', `The certificate of ${host} is not trusted (${code})`, {
      ...location,
      hint: 'Correct the certificate, or add its authority with NODE_EXTRA_CA_CERTS.',
    })
  }
  if (INVALID_RESPONSE.test(code)) {
    return new LatheError(
      'BAD_RESPONSE',
      `${host} does not speak HTTP as expected (${code})`,
      location,
    )
  }
  return null
}

/** Returns the `TIMEOUT` error of a host that sent nothing for too long. */
export function noAnswer(context: ErrorContext, cause?: unknown): LatheError {
  const { timeoutMs } = context
  const duration = timeoutMs === undefined ? '' : ` for ${inSeconds(timeoutMs)}`
  const failure = context.isStreaming ? 'sent nothing more' : 'did not answer'
  return new LatheError('TIMEOUT', `${capitalize(hostLabel(context))} ${failure}${duration}`, {
    ...errorLocation(context),
    retryable: true,
    hint: context.isStreaming
      ? 'Try again. LATHE_PROVIDER_IDLE_MS limits how long it may be silent.'
      : 'Try again, or raise the timeout of the connection.',
    cause,
  })
}

/** Returns the `STREAM_INTERRUPTED` error of an answer that ended early. */
export function streamInterrupted(context: ErrorContext, cause?: unknown): LatheError {
  return new LatheError(
    'STREAM_INTERRUPTED',
    `${capitalize(hostLabel(context))} cut the answer half-way`,
    {
      ...errorLocation(context),
      retryable: true,
      hint: 'Try again. The text so far is kept on the trace.',
      cause,
    },
  )
}

/** fetch refuses some ports and headers by itself. */
export function unsendable(error: Error, context: ErrorContext): LatheError {
  const reason = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return new LatheError(
    'CONNECTION',
    `${capitalize(hostLabel(context))} cannot be called${reason}`,
    {
      ...errorLocation(context),
      hint: 'Check the base URL.',
      cause: error,
    },
  )
}

function connectionClosed(context: ErrorContext, cause: unknown): LatheError {
  return new LatheError(
    'CONNECTION',
    `${capitalize(hostLabel(context))} closed the connection without an answer`,
    {
      ...errorLocation(context),
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

/**
 * Formats a duration in milliseconds for a message: as milliseconds below one second, else as
 * seconds.
 */
export const inSeconds = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`

const capitalize = (text: string) => (text.startsWith('the ') ? `The ${text.slice(4)}` : text)
