import { ErrorCode } from '@lathe/contract'
import { type ErrorContext, LatheError, errorLocation } from './lathe-error.ts'
import { noAnswer } from './network-error.ts'

/** Error codes of LangChain and LangGraph. */
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
    'Give the loop an exit, or continue the run from its last checkpoint with more steps.',
  GRAPH_INVALID: 'Correct the graph where the message points.',
}

/** Converts an error known by its LangGraph code or its name. Null for others. */
export function frameworkError(error: Error, context: ErrorContext): LatheError | null {
  const { lc_error_code: frameworkCode, node, timeout } = error as Error & Record<string, unknown>
  const location = {
    ...errorLocation(context),
    ...(typeof node === 'string' && { node: context.node ?? node }),
    cause: error,
  }
  if (error.name === 'NodeTimeoutError') {
    const after = typeof timeout === 'number' ? `${timeout} ms` : 'its time limit'
    return new LatheError('TIMEOUT', `The node ${String(node)} took longer than ${after}`, {
      ...location,
      retryable: true,
      hint: 'Raise the time limit of the node, or make it do less.',
    })
  }
  // An error handled after a pause keeps only its code, as its name.
  const storedCode = ErrorCode.safeParse(error.name)
  if (storedCode.success) return new LatheError(storedCode.data, error.message, location)
  const code = typeof frameworkCode === 'string' ? CODES[frameworkCode] : NAMES[error.name]
  if (!code) return byName(error, context)
  return new LatheError(code, withoutFrameworkTerms(code, error.message), {
    ...location,
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
  // LangChain also throws this name as the message of a plain error.
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

/** Removes LangGraph's advice on settings that users cannot change. */
function withoutFrameworkTerms(code: ErrorCode, message: string): string {
  const [first = message] = message.split('\n\nTroubleshooting URL:')
  const limit = code === 'RECURSION_LIMIT' ? /limit of (\d+)/.exec(first)?.[1] : undefined
  return limit === undefined ? first : `The run reached its limit of ${limit} steps`
}
