import { ApiError, keyRefused } from '../api-error.ts'
import type { Fault } from './fault.ts'

const MESSAGES: Readonly<Record<number, { message: string; type?: string; code?: string }>> = {
  400: { message: "Invalid value for 'temperature' (simulated fault).", code: 'invalid_value' },
  403: {
    message: 'This key may not use that model (simulated fault).',
    type: 'permission_error',
    code: 'permission_denied',
  },
  404: { message: 'The model does not exist (simulated fault).', code: 'model_not_found' },
  408: { message: 'The request took too long (simulated fault).', type: 'timeout' },
  409: { message: 'The request was in conflict with another (simulated fault).', type: 'conflict' },
  413: { message: 'The request is too large (simulated fault).', code: 'request_too_large' },
  422: { message: 'The request could not be processed (simulated fault).', code: 'unprocessable' },
  429: {
    message: 'Rate limit reached for requests (simulated fault).',
    type: 'requests',
    code: 'rate_limit_exceeded',
  },
}

const PARAMS: Readonly<Record<number, string>> = { 400: 'temperature', 422: 'messages' }

/** The error a fault answers with, or nothing when it spoils the answer in another way. */
export function errorOf(fault: Fault): ApiError | undefined {
  if (fault.kind === 'quota') {
    return new ApiError(429, {
      message: 'You exceeded your current quota (simulated fault).',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    })
  }
  if (fault.kind === 'context') {
    return new ApiError(400, {
      message: "This model's maximum context length is exceeded (simulated fault).",
      param: 'messages',
      code: 'context_length_exceeded',
    })
  }
  return fault.kind === 'status' ? statusError(fault) : undefined
}

function statusError(fault: Fault): ApiError {
  if (fault.status === 401) return keyRefused('simulated fault')
  const known = MESSAGES[fault.status] ?? {
    message: 'The server had an error while processing your request (simulated fault).',
    type: 'server_error',
  }
  return new ApiError(fault.status, {
    ...known,
    param: PARAMS[fault.status] ?? null,
    headers: fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
  })
}
