import { ErrorCode } from '@lathe/contract'
import { type ErrorContext, LatheError, errorLocation } from './lathe-error.ts'
import { noAnswer } from './network-error.ts'

/** LangChain's and LangGraph's own codes. */
const CODES: Record<string, ErrorCode> = {
  GRAPH_RECURSION_LIMIT: 'RECURSION_LIMIT',
  INVALID_CONCURRENT_GRAPH_UPDATE: 'GRAPH_INVALID',
  INVALID_GRAPH_NODE_RETURN_VALUE: 'GRAPH_INVALID',
  UNREACHABLE_NODE: 'GRAPH_INVALID',
  MULTIPLE_SUBGRAPHS: 'GRAPH_INVALID',
  MISSING_CHECKPOINTER: 'GRAPH_INVALID',
  MODEL_AUTHENTICATION: 'AUTHENTICATION',
  MODEL_NOT_FOUND: 'NOT_FOUND',
  MODEL_RATE_LIMIT: 'RATE_LIMITED',
  INVALID_TOOL_RESULTS: 'BAD_REQUEST',
  INVALID_PROMPT_INPUT: 'INVALID_INPUT',
  MESSAGE_COERCION_FAILURE: 'INVALID_INPUT',
  OUTPUT_PARSING_FAILURE: 'BAD_RESPONSE',
}

const HINTS: Partial<Record<ErrorCode, string>> = {
  RECURSION_LIMIT:
    'Give the loop a way out, or continue the run: it goes on from its last checkpoint with as many steps again, or as many as it is given.',
  GRAPH_INVALID: 'Correct the graph where the message points.',
}

/** Errors known by LangGraph's code or by name; null for any other. */
export function frameworkError(error: Error, context: ErrorContext): LatheError | null {
  const { lc_error_code: frameworkCode, node, timeout } = error as Error & Record<string, unknown>
  const place = {
    ...errorLocation(context),
    ...(typeof node === 'string' && { node: context.node ?? node }),
    cause: error,
  }
  if (error.name === 'NodeTimeoutError') {
    const after = typeof timeout === 'number' ? `${timeout} ms` : 'its time limit'
    return new LatheError('TIMEOUT', `The node ${String(node)} took longer than ${after}`, {
      ...place,
      retryable: true,
      hint: 'Raise the time limit of the node, or make it do less.',
    })
  }
  // What was kept over a pause of a failure that is handled after it.
  const storedCode = ErrorCode.safeParse(error.name)
  if (storedCode.success) return new LatheError(storedCode.data, error.message, place)
  const code = typeof frameworkCode === 'string' ? CODES[frameworkCode] : NAMES[error.name]
  if (!code) return byName(error, context)
  return new LatheError(code, withoutFrameworkTerms(code, error.message), {
    ...place,
    retryable: code === 'RATE_LIMITED',
    ...(HINTS[code] && { hint: HINTS[code] }),
  })
}

const NAMES: Record<string, ErrorCode> = {
  GraphRecursionError: 'RECURSION_LIMIT',
  InvalidUpdateError: 'GRAPH_INVALID',
  GraphValueError: 'GRAPH_INVALID',
  UnreachableNodeError: 'GRAPH_INVALID',
  StateGraphInputError: 'GRAPH_INVALID',
  EmptyInputError: 'INVALID_INPUT',
  ToolInputParsingException: 'TOOL_ERROR',
  ToolInvocationError: 'TOOL_ERROR',
  InsufficientQuotaError: 'QUOTA_EXCEEDED',
  RateLimitCapacityError: 'RATE_LIMITED',
  ContextOverflowError: 'BAD_REQUEST',
  ZodError: 'INVALID_INPUT',
}

function byName(error: Error, context: ErrorContext): LatheError | null {
  // LangChain throws this name as the message of a plain error, too.
  switch (error.message === 'AbortError' ? 'AbortError' : error.name) {
    case 'TimeoutError':
    case 'APIConnectionTimeoutError':
      return noAnswer(context, error)
    case 'AbortError':
    case 'APIUserAbortError':
    case 'ModelAbortError':
      return new LatheError('ABORTED', 'Cancelled by you', {
        ...errorLocation(context),
        cause: error,
      })
    default:
      return null
  }
}

/** LangGraph tells of its own settings, which nobody sets here. */
function withoutFrameworkTerms(code: ErrorCode, message: string): string {
  const [first = message] = message.split('\n\nTroubleshooting URL:')
  const limit = code === 'RECURSION_LIMIT' ? /limit of (\d+)/.exec(first)?.[1] : undefined
  return limit === undefined ? first : `The run was not done after the ${limit} steps it may take`
}
