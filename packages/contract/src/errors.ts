import * as z from 'zod'
import { Json } from '@lathe/nodes/schemas'

/** Stable error codes of runs: the provider's, then Lathe's. */
export const ErrorCode = z.enum([
  'BAD_REQUEST',
  'AUTHENTICATION',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'CONFLICT',
  'UNPROCESSABLE',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'PROVIDER_ERROR',
  'CONNECTION',
  'TIMEOUT',
  'ABORTED',
  'STREAM_INTERRUPTED',
  'BAD_RESPONSE',
  'REFUSED',
  'INVALID_INPUT',
  'GRAPH_INVALID',
  'RECURSION_LIMIT',
  'BUDGET_EXCEEDED',
  'TOOL_ERROR',
  'CODE_ERROR',
  'CODE_TIMEOUT',
  'CODE_MEMORY',
  'EGRESS_DENIED',
  'RECORDING_MISS',
  'CRASHED',
  'OVERLOADED',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** Failure of a run, node or span. `message` is written for the user. */
export const RunError = z.object({
  code: ErrorCode,
  message: z.string(),
  /** Class of the error that another program reported: `TypeError`. */
  type: z.string().optional(),
  /** The next step, in one sentence. */
  hint: z.string().optional(),
  /** The failing node, with the path of sub-graphs before it: `research/search`. */
  node: z.string().optional(),
  retryable: z.boolean(),
  /** HTTP status of the provider's response. */
  status: z.int().optional(),
  /** The provider's own request id. */
  requestId: z.string().optional(),
  /** The provider's message, if it differs from `message`. */
  providerMessage: z.string().optional(),
  /** The parameter that the provider rejected. */
  param: z.string().optional(),
  retryAfterMs: z.int().optional(),
  connectionId: z.string().optional(),
  stack: z.string().optional(),
  details: Json.optional(),
})
export type RunError = z.infer<typeof RunError>

const data = z.object({}).catchall(Json).optional()

/** Errors that every procedure can return. HTTP errors also carry `x-request-id`. */
export const commonErrors = {
  INVALID_INPUT: {
    status: 400,
    message: 'The request is not valid',
    data: z.object({
      issues: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  },
  UNAUTHENTICATED: { status: 401, message: 'Sign in first' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be JSON' },
  OVERLOADED: {
    status: 429,
    message: 'Too many requests are waiting. Try again later',
    data: z.object({ retryAfterMs: z.int() }),
  },
  INTERNAL: { status: 500, message: 'Internal server error. The server log has the details', data },
  STORE_DAMAGED: {
    status: 500,
    message: 'The database is damaged. The server log names the file and how to repair it',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    message: 'The database is unavailable. Retry the request',
    data: z.object({ retryAfterMs: z.int() }),
  },
} as const

export const notFound = {
  agent: { NO_SUCH_AGENT: { status: 404, message: 'No such agent' } },
  version: { NO_SUCH_VERSION: { status: 404, message: 'No such version' } },
  template: { NO_SUCH_TEMPLATE: { status: 404, message: 'No such template' } },
  run: { NO_SUCH_RUN: { status: 404, message: 'No such run' } },
  checkpoint: { NO_SUCH_CHECKPOINT: { status: 404, message: 'No such checkpoint' } },
  thread: { NO_SUCH_THREAD: { status: 404, message: 'No such thread' } },
  trace: { NO_SUCH_TRACE: { status: 404, message: 'No such trace' } },
  span: { NO_SUCH_SPAN: { status: 404, message: 'No such span' } },
  connection: { NO_SUCH_CONNECTION: { status: 404, message: 'No such connection' } },
  tool: { NO_SUCH_TOOL: { status: 404, message: 'No such tool' } },
  mcpServer: { NO_SUCH_MCP_SERVER: { status: 404, message: 'No such MCP server' } },
  collection: { NO_SUCH_COLLECTION: { status: 404, message: 'No such collection' } },
  document: { NO_SUCH_DOCUMENT: { status: 404, message: 'No such document' } },
  price: { NO_SUCH_PRICE: { status: 404, message: 'No such price' } },
} as const
