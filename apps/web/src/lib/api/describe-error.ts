import { formatDuration } from '../format/format.ts'

export type ErrorDescription = { message: string; code?: string; requestId?: string }

const readProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const errorCode = (error: unknown): string | undefined =>
  nonEmptyText(readProperty(error, 'code'))

/** Returns message, code and request id of an error. A provider's message takes precedence. */
export function describeError(error: unknown): ErrorDescription {
  const providerError = readProperty(readProperty(error, 'data'), 'error')
  const code = errorCode(providerError) ?? errorCode(error)
  const requestId = findRequestId(error)
  const message = isUnreachable(error)
    ? 'The server cannot be reached. Is it still running?'
    : (nonEmptyText(readProperty(providerError, 'message')) ??
      nonEmptyText(readProperty(error, 'message')) ??
      nonEmptyText(error) ??
      'Something went wrong.')
  return {
    message: [
      message,
      nonEmptyText(readProperty(providerError, 'hint')),
      ...[
        nonEmptyText(readProperty(readProperty(error, 'data'), 'reason')),
        ...formatIssues(error),
      ].filter((line) => line !== undefined && !message.includes(line)),
      formatRetryDelay(error),
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    ...(code && { code }),
    ...(requestId && { requestId }),
  }
}

function formatRetryDelay(error: unknown): string | undefined {
  const waitMs = readProperty(readProperty(error, 'data'), 'retryAfterMs')
  return typeof waitMs === 'number' ? `Try again in ${formatDuration(waitMs)}.` : undefined
}

/**
 * Browsers word it differently, but a failed request is always a TypeError about fetching. A
 * missing chunk is reported by the bundler.
 */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.startsWith('Unable to preload')) return true
  return error instanceof TypeError && /fetch|network|load failed|import/i.test(error.message)
}

/** Whether a request failed because an id in the URL is malformed. */
export function isInvalidId(error: unknown): boolean {
  const issues = readProperty(readProperty(error, 'data'), 'issues')
  if (errorCode(error) !== 'INVALID_INPUT' || !Array.isArray(issues)) return false
  return issues.some(
    (issue) =>
      readProperty(issue, 'path') === 'id' && readProperty(issue, 'message') === 'Invalid UUID',
  )
}

export function findIssueMessage(error: unknown, path: string): string | undefined {
  const issues = readProperty(readProperty(error, 'data'), 'issues')
  if (!Array.isArray(issues)) return undefined
  return nonEmptyText(
    readProperty(
      issues.find((issue) => readProperty(issue, 'path') === path),
      'message',
    ),
  )
}

/** The issues of a rejected input or graph. */
function formatIssues(error: unknown): string[] {
  const data = readProperty(error, 'data')
  const issues = readProperty(data, 'issues') ?? readProperty(data, 'problems')
  if (!Array.isArray(issues)) return []
  return issues.map((issue) =>
    [nonEmptyText(readProperty(issue, 'path')), nonEmptyText(readProperty(issue, 'message'))]
      .filter(Boolean)
      .join(': '),
  )
}

const requestIds = new WeakMap<object, string>()

export function rememberRequestId(error: unknown, requestId: string | undefined): void {
  if (typeof error === 'object' && error !== null && requestId) requestIds.set(error, requestId)
}

function findRequestId(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? requestIds.get(error) : undefined
}
