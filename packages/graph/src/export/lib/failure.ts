export const failureLib = {
  path: 'lib/failure.ts',
  text: `import { isNodeTimeoutError } from '@langchain/langgraph'

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'AUTHENTICATION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  422: 'UNPROCESSABLE',
  429: 'RATE_LIMITED',
}

const HOPELESS = new Set(['BAD_REQUEST', 'AUTHENTICATION', 'PERMISSION_DENIED', 'NOT_FOUND', 'UNPROCESSABLE'])

/** What went wrong, as the node an error leads to reads it. */
export function describe(error: unknown, node: string) {
  return { code: codeOf(error), message: error instanceof Error ? error.message : String(error), node }
}

/** Whether another try may end otherwise. */
export const canRetry = (error: unknown): boolean => !HOPELESS.has(codeOf(error))

function codeOf(error: unknown): string {
  if (isNodeTimeoutError(error)) return 'TIMEOUT'
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return (typeof status === 'number' && CODES[status]) || 'INTERNAL'
}
`,
}
