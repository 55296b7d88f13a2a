import { ApiError } from '../api-error.ts'
import { errorOf } from '../faults/fault-error.ts'
import { derivedId, fingerprintOf } from '../fingerprint.ts'
import { prepareChat } from '../http/chat.ts'
import { wholeResponse } from '../http/responses.ts'
import type { AskedChat } from '../http/call.ts'
import type { Provider } from '../provider.ts'
import { completionBody } from '../wire/completion.ts'
import type { BatchLine } from './batch-lines.ts'

export type BatchEndpoint = '/v1/chat/completions' | '/v1/responses'

export type AnsweredLine = { isError: boolean; text: string }

/** The same request gets the same answer, in a batch or alone; faults that cut a connection are errors here. */
export function answerLine(
  provider: Provider,
  { customId, body }: BatchLine,
  asked: Omit<AskedChat, 'body' | 'fingerprint'>,
  endpoint: BatchEndpoint,
): AnsweredLine {
  const isChat = endpoint === '/v1/chat/completions'
  const fingerprint = fingerprintOf(`POST ${endpoint.slice('/v1'.length)}`, body)
  const answer = statusAndBody(() => {
    const call = { ...asked, body, fingerprint }
    const { fault, complete } = isChat ? wholeChat(provider, call) : wholeResponse(provider, call)
    const refused = fault && (errorOf(fault) ?? broken(fault.kind))
    if (refused) throw refused
    return JSON.parse(complete())
  })
  const isError = answer.status_code >= 400
  const response = { ...answer, request_id: derivedId('req_', fingerprint) }
  return { isError, text: lineText(customId, response, null) }
}

function wholeChat(provider: Provider, call: AskedChat) {
  const { fault, complete } = prepareChat(provider, call)
  return { fault, complete: () => completionBody(complete()) }
}

/** The window closed before it was its turn. */
export const expiredLine = ({ customId }: BatchLine): AnsweredLine => ({
  isError: true,
  text: lineText(customId, null, {
    code: 'batch_expired',
    message: 'This request could not be executed before the completion window expired.',
  }),
})

const lineText = (customId: string, response: unknown, error: unknown): string =>
  JSON.stringify({
    id: derivedId('batch_req_', customId),
    custom_id: customId,
    response,
    error,
  })

function statusAndBody(answer: () => unknown): { status_code: number; body: unknown } {
  try {
    return { status_code: 200, body: answer() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status_code: error.status, body: { error: error.body } }
  }
}

const CUT = new Set(['html', 'timeout', 'reset', 'stall', 'cut', 'malformed', 'stream-error'])

const broken = (kind: string): ApiError | undefined =>
  CUT.has(kind)
    ? new ApiError(500, {
        message: 'The server had an error while processing your request (simulated fault).',
        type: 'server_error',
      })
    : undefined
