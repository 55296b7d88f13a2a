import * as z from 'zod'
import { prepareChat } from '../endpoints/chat.ts'
import { prepareResponse } from '../endpoints/responses.ts'
import { ApiError } from '../errors.ts'
import { batchFaultError } from '../faults/fault.ts'
import { derivedId, createFingerprint } from '../fingerprint.ts'
import type { ModelRequest } from '../http/call.ts'
import type { Provider } from '../provider.ts'
import { responseBody } from '../responses/response.ts'
import { completionBody } from '../wire/completion.ts'
import { parseJson } from '../wire/json.ts'

export type BatchEndpoint = '/v1/chat/completions' | '/v1/responses'

const Line = z.object({
  custom_id: z.string().min(1),
  method: z.literal('POST'),
  url: z.string(),
  body: z.record(z.string(), z.unknown()),
})

export type BatchLine = { customId: string; body: unknown }

/** A problem of an input file. It fails the whole batch. */
export type LineProblem = { code: string; message: string; param: string | null; line: number }

export function readLines(
  text: string,
  endpoint: BatchEndpoint,
): { lines: BatchLine[]; problems: LineProblem[] } {
  const lines: BatchLine[] = []
  const problems: LineProblem[] = []
  const ids = new Set<string>()
  for (const [index, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue
    const report = (code: string, message: string, param: string | null = null) =>
      problems.push({ code, message, param, line: index + 1 })
    const { success, data, error } = Line.safeParse(parseJson(row))
    if (!success) {
      const param = error.issues[0]?.path.join('.') ?? ''
      report('invalid_json_line', 'This line is not a request of a batch.', param || null)
    } else if (data.url !== endpoint) {
      report('mismatched_url', `The URL of the line is not the batch's ${endpoint}.`, 'url')
    } else if (ids.has(data.custom_id)) {
      report('duplicate_custom_id', 'The custom_id was used before.', 'custom_id')
    } else {
      ids.add(data.custom_id)
      lines.push({ customId: data.custom_id, body: data.body })
    }
  }
  if (lines.length + problems.length === 0) {
    problems.push({ code: 'empty_file', message: 'The file is empty.', param: null, line: 0 })
  }
  return { lines, problems }
}

export type AnsweredLine = { isError: boolean; text: string }

/** Answers a line like the same request outside a batch. */
export function answerLine(
  provider: Provider,
  { customId, body }: BatchLine,
  head: Omit<ModelRequest, 'body' | 'fingerprint'>,
  endpoint: BatchEndpoint,
): AnsweredLine {
  const fingerprint = createFingerprint(`POST ${endpoint.slice('/v1'.length)}`, body)
  const answer = answerRequest(provider, { ...head, body, fingerprint }, endpoint)
  const response = { ...answer, request_id: derivedId('req_', fingerprint) }
  return { isError: answer.status_code >= 400, text: lineText(customId, response, null) }
}

/** The line of a request that the batch did not reach before it expired. */
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

function answerRequest(provider: Provider, request: ModelRequest, endpoint: BatchEndpoint) {
  try {
    return { status_code: 200, body: completeRequest(provider, request, endpoint) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status_code: error.status, body: { error: error.body } }
  }
}

function completeRequest(provider: Provider, request: ModelRequest, endpoint: BatchEndpoint) {
  const isChat = endpoint === '/v1/chat/completions'
  const prepared = isChat ? prepareChat(provider, request) : prepareResponse(provider, request)
  const error = prepared.delivery.fault && batchFaultError(prepared.delivery.fault)
  if (error) throw error
  const completion = prepared.complete()
  return 'input' in prepared.request
    ? responseBody(completion, prepared.request)
    : JSON.parse(completionBody(completion))
}
