import type { ErrorCode } from '@lathe/contract'
import {
  type ErrorContext,
  hostLabel,
  LatheError,
  errorLocation,
  providerLabel,
} from './lathe-error.ts'

/** A provider's own description of its error. */
type ProviderComplaint = { message?: string; type?: string; code?: string; param?: string }

const MAX_MESSAGE_LENGTH = 2_000

/**
 * Reads the error formats of OpenAI, Ollama (a bare `error` text) and vLLM (FastAPI's `detail`),
 * and plain text.
 */
export function complaint(body: unknown): ProviderComplaint {
  if (typeof body === 'string') return parseComplaintText(body)
  if (!isRecord(body)) return {}
  const { error, detail, message } = body
  if (isRecord(error)) return readComplaintFields(error)
  const complaintText = [error, detail, message].find((value) => typeof value === 'string')
  if (typeof complaintText === 'string')
    return { ...readComplaintFields(body), message: complaintText.slice(0, MAX_MESSAGE_LENGTH) }
  return detail === undefined
    ? readComplaintFields(body)
    : { message: JSON.stringify(detail).slice(0, MAX_MESSAGE_LENGTH) }
}

function parseComplaintText(text: string): ProviderComplaint {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) {
    try {
      return complaint(JSON.parse(trimmed))
    } catch {
      return { message: trimmed.slice(0, MAX_MESSAGE_LENGTH) }
    }
  }
  const title = /<(title|h1)>([^<]*)<\/\1>/i.exec(trimmed)?.[2]
  const message = (title ?? trimmed).trim().slice(0, MAX_MESSAGE_LENGTH)
  return message === '' ? {} : { message }
}

function readComplaintFields(fields: Record<string, unknown>): ProviderComplaint {
  const found: ProviderComplaint = {}
  for (const key of ['message', 'type', 'code', 'param'] as const) {
    const value = fields[key]
    if (typeof value === 'string' || typeof value === 'number') {
      found[key] = String(value).slice(0, MAX_MESSAGE_LENGTH)
    }
  }
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NUMBER = /^\d+(\.\d+)?$/

/** `Date.parse` accepts invalid dates: `-5` becomes the first of May. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /

/**
 * Returns the milliseconds that a provider asks to wait, from its headers: seconds, an HTTP date,
 * or milliseconds. Undefined without a valid value.
 */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? ''
  if (NUMBER.test(exact)) return Math.round(Number(exact))
  const value = headers.get('retry-after')?.trim() ?? ''
  if (NUMBER.test(value)) return Math.round(Number(value) * 1_000)
  const retryAt = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isFinite(retryAt) ? Math.max(0, Math.round(retryAt - now)) : undefined
}

const OUT_OF_QUOTA = /insufficient_quota|billing|quota_exceeded|credit/i

const TOO_LONG =
  /context_length_exceeded|maximum context length|context window|Input tokens exceed/i

/** Answer of chat completions for a model that supports only the Responses API. */
const RESPONSES_ONLY = /v1\/responses|responses api/i
const REQUEST_IDS = ['x-request-id', 'request-id', 'apim-request-id', 'x-amzn-requestid', 'cf-ray']

type StatusDescription = { code: ErrorCode; message: string; hint?: string; retryable?: boolean }

/** Converts a status other than 2xx to an error that explains it to the user. */
export function httpError(
  status: number,
  headers: Headers,
  body: unknown,
  context: ErrorContext = {},
): LatheError {
  const complaintText = complaint(body)
  const { code, message, hint, retryable } = describeStatus(status, complaintText, context)
  const requestId = REQUEST_IDS.map((name) => headers.get(name)).find((id) => id !== null)
  const wait = retryAfterMs(headers)
  return new LatheError(code, message, {
    ...errorLocation(context),
    status,
    retryable: retryable ?? false,
    ...(hint !== undefined && { hint }),
    ...(requestId && { requestId }),
    ...(complaintText.message !== undefined &&
      complaintText.message !== message && { providerMessage: complaintText.message }),
    ...(complaintText.param !== undefined && { param: complaintText.param }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  })
}

function describeStatus(
  status: number,
  complaintText: ProviderComplaint,
  context: ErrorContext,
): StatusDescription {
  const { connection, model } = context
  const provider = providerLabel(context)
  const modelLabel = model === undefined ? 'this model' : `the model ${model}`
  if (
    status === 402 ||
    (status === 429 && OUT_OF_QUOTA.test(`${complaintText.code} ${complaintText.type}`))
  ) {
    return {
      code: 'QUOTA_EXCEEDED',
      message: `${provider} reports that the quota is used up`,
      hint: 'Check plan and billing with the provider, or choose another connection.',
    }
  }
  if (status < 500 && RESPONSES_ONLY.test(complaintText.message ?? '')) {
    return {
      code: status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST',
      message: `${provider} serves ${modelLabel} by the Responses API only`,
      hint: 'Choose Responses as the API among the parameters of this model.',
    }
  }
  switch (status) {
    case 401:
      return {
        code: 'AUTHENTICATION',
        message:
          connection?.hasKey === false
            ? `${provider} requires a key`
            : `${provider} refused the key`,
        hint: 'Set the key of this connection under Models.',
      }
    case 403:
      return {
        code: 'PERMISSION_DENIED',
        message: `The key may not use ${modelLabel}`,
        hint: 'Choose another model, or ask the provider to enable this one for the key.',
      }
    case 404:
      return {
        code: 'NOT_FOUND',
        message: `There is no ${modelLabel.replace(/^(the|this) /, '')} at ${connection?.baseUrl ?? 'this address'}`,
        hint: 'Choose one of the models this connection lists, or correct its base URL.',
      }
    case 408:
    case 409:
      return {
        code: 'CONFLICT',
        message: `${provider} was busy with another request`,
        hint: 'Try again in a moment.',
        retryable: true,
      }
    case 429:
      return {
        code: 'RATE_LIMITED',
        message: `${provider} allows no more requests just now`,
        hint: 'Wait a little, or limit how many calls this connection makes at once.',
        retryable: true,
      }
  }
  if (status >= 500) {
    return {
      code: 'PROVIDER_ERROR',
      message: `${provider} has an internal error (${status})`,
      hint: 'Try again. If it persists, report the request id to the provider.',
      retryable: true,
    }
  }
  if (status < 400) {
    return {
      code: 'BAD_RESPONSE',
      message: `${hostLabel(context)} answered ${status} instead of a result`,
    }
  }
  return {
    code: status === 422 ? 'UNPROCESSABLE' : 'BAD_REQUEST',
    message: complaintText.message ?? `${provider} did not accept the request (${status})`,
    hint: refusalHint(complaintText),
  }
}

function refusalHint({ code, message, param }: ProviderComplaint): string {
  if (TOO_LONG.test(`${code} ${message}`)) {
    return 'Shorten the prompt, summarise the history, or choose a model with a larger context.'
  }
  return param === undefined
    ? 'Correct what the provider names where it is set.'
    : `Correct ${param} where it is set.`
}
