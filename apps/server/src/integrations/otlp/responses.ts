import { ORPCError } from '@orpc/server'
import type { ErrorRequestHandler, Response } from 'express'
import { closeAfterBody } from '../../platform/http/body/close-after-body.ts'
import { readRetryAfter, toDeclared } from '../../platform/http/errors.ts'
import { getRequestId } from '../../platform/http/request-id.ts'
import type { Log } from '../../platform/log.ts'

export type OtlpEncoding = 'protobuf' | 'json'

const TYPES = { protobuf: 'application/x-protobuf', json: 'application/json' }

/** Loaded on the first protobuf request. */
const protobuf = async () => (await import('protobufjs/minimal.js')).default

/** OTLP/JSON names of the rejected count. */
export type RejectedName = 'rejectedSpans' | 'rejectedLogRecords'

/** Sends an export response, which is empty if everything was accepted. */
export async function sendAnswer(
  res: Response,
  encoding: OtlpEncoding,
  {
    rejected,
    message,
    rejectedField,
  }: { rejected: number; message: string; rejectedField: RejectedName },
) {
  res.status(200).setHeader('content-type', TYPES[encoding])
  if (encoding === 'json') {
    const partial = { partialSuccess: { [rejectedField]: String(rejected), errorMessage: message } }
    res.end(JSON.stringify(rejected === 0 ? {} : partial))
    return
  }
  const { Writer } = await protobuf()
  const writer = Writer.create()
  if (rejected > 0)
    writer.uint32(10).fork().uint32(8).int64(rejected).uint32(18).string(message).ldelim()
  res.end(writer.finish())
}

/** Responds with a `google.rpc.Status` in the encoding of the request. */
export function handleOtlpErrors(log: Log): ErrorRequestHandler {
  return async (error: unknown, req, res, next) => {
    if (res.headersSent || res.destroyed) return next(error)
    const declaredError = toDeclared(error, log, getRequestId(res))
    if (!(declaredError instanceof ORPCError)) return next(error)
    const retryAfter = readRetryAfter(declaredError)
    if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter)
    closeAfterBody(req, res)
    res.status(declaredError.status)
    const { message } = declaredError
    if (req.headers['content-type']?.includes('json')) {
      res.json({ code: declaredError.status, message })
      return
    }
    const { Writer } = await protobuf()
    const status = Writer.create().uint32(8).int32(declaredError.status)
    res.setHeader('content-type', TYPES.protobuf)
    res.end(status.uint32(18).string(message).finish())
  }
}
