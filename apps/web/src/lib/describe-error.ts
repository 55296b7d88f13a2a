import { formatDuration } from './format.ts'
import { requestIdOf } from './request-ids.ts'

export type ErrorDescription = { message: string; code?: string; requestId?: string }

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const codeOf = (error: unknown): string | undefined => text(read(error, 'code'))

/** The words, code and request id of anything thrown; a provider's own refusal, where one is told, before ours. */
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

/** Browsers differ in the words, but a request that got no answer is always a TypeError about fetching; a part of the app that was not loaded yet is told by the bundler. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.startsWith('Unable to preload')) return true
  return error instanceof TypeError && /fetch|network|load failed|import/i.test(error.message)
}

/** Whether an address was refused because what should be an id is none. */
export function isNoId(error: unknown): boolean {
  const issues = read(read(error, 'data'), 'issues')
  if (codeOf(error) !== 'INVALID_INPUT' || !Array.isArray(issues)) return false
  return issues.some(
    (issue) => read(issue, 'path') === 'id' && read(issue, 'message') === 'Invalid UUID',
  )
}

/** Why a field of a refused input was refused. */
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

/** What a refused input's fields, or a refused graph's parts, were refused for. */
function issuesOf(error: unknown): string[] {
  const data = read(error, 'data')
  const issues = read(data, 'issues') ?? read(data, 'problems')
  if (!Array.isArray(issues)) return []
  return issues.map((issue) =>
    [text(read(issue, 'path')), text(read(issue, 'message'))].filter(Boolean).join(': '),
  )
}
