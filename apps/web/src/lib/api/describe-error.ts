import { formatDuration } from '../format/format.ts'
import { requestIdOf } from './request-ids.ts'

export type ErrorDescription = { message: string; code?: string; requestId?: string }

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const codeOf = (error: unknown): string | undefined => text(read(error, 'code'))

/** Returns message, code and request id of an error. A provider's message takes precedence. */
export function describeError(error: unknown): ErrorDescription {
  const refusal = read(read(error, 'data'), 'error')
  const code = codeOf(refusal) ?? codeOf(error)
  const requestId = requestIdOf(error)
  const message = isUnreachable(error)
    ? 'The server cannot be reached. Is it still running?'
    : (text(read(refusal, 'message')) ??
      text(read(error, 'message')) ??
      text(error) ??
      'Something went wrong.')
  return {
    message: [
      message,
      text(read(refusal, 'hint')),
      ...[text(read(read(error, 'data'), 'reason')), ...issuesOf(error)].filter(
        (line) => line !== undefined && !message.includes(line),
      ),
      whenToRetry(error),
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    ...(code && { code }),
    ...(requestId && { requestId }),
  }
}

function whenToRetry(error: unknown): string | undefined {
  const waitMs = read(read(error, 'data'), 'retryAfterMs')
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
export function isNoId(error: unknown): boolean {
  const issues = read(read(error, 'data'), 'issues')
  if (codeOf(error) !== 'INVALID_INPUT' || !Array.isArray(issues)) return false
  return issues.some(
    (issue) => read(issue, 'path') === 'id' && read(issue, 'message') === 'Invalid UUID',
  )
}

export function issueAt(error: unknown, path: string): string | undefined {
  const issues = read(read(error, 'data'), 'issues')
  if (!Array.isArray(issues)) return undefined
  return text(
    read(
      issues.find((issue) => read(issue, 'path') === path),
      'message',
    ),
  )
}

/** The issues of a rejected input or graph. */
function issuesOf(error: unknown): string[] {
  const data = read(error, 'data')
  const issues = read(data, 'issues') ?? read(data, 'problems')
  if (!Array.isArray(issues)) return []
  return issues.map((issue) =>
    [text(read(issue, 'path')), text(read(issue, 'message'))].filter(Boolean).join(': '),
  )
}
