import { isObject, type OtlpReading, readOtlpJson, toSpanPart } from '@lathe/traces'
import { Router, type Request } from 'express'
import type { AppContext } from '../../http/api.ts'
import { invalidInput, refusal } from '../../http/errors.ts'
import type { Session } from '../../http/session.ts'
import { emptyDelivery, rejectionOf } from '../../ingest/delivery.ts'
import { readJsonValue } from '../../ingest/json-value.ts'
import { receive } from '../../ingest/receive.ts'
import { answering, type Call } from '../call.ts'
import { guardDoor } from '../guard-door.ts'
import { handleOtlpErrors, type OtlpEncoding, sendAnswer } from './answers.ts'

type DoorOptions = { session: Session; isForeign: (req: Request) => boolean }

/** OTLP over HTTP: any program of OpenTelemetry sends its spans here. */
export function otlpDoor(app: AppContext, { session, isForeign }: DoorOptions): Router {
  const routes = Router()
  routes.use(guardDoor({ session, isForeign, requireKeys: app.config.requireKeys }))
  routes.post('/', answering(app)(takeSpans))
  routes.use((req) => {
    throw refusal(405, 'METHOD_NOT_ALLOWED', `${req.method} is no way to send spans`)
  })
  routes.use(handleOtlpErrors(app.log))
  return routes
}

async function takeSpans({ context, req, res }: Call) {
  const encoding = encodingOf(req)
  const { ingest, limits } = context
  await receive(req, { ingest, limit: limits.ingestBytes }, async (body) => {
    const { spans, issues } = await read(body, encoding, limits.requestJsonDepth)
    const project = req.get('langsmith-project')
    const delivery = {
      ...emptyDelivery('otlp'),
      parts: spans.map((span) => toSpanPart(span, project)),
      rejections: issues.map(({ item, field, message }) => rejectionOf(item, field, message, '')),
    }
    const lost = await ingest.store(delivery)
    const rejected = [...delivery.rejections, ...lost]
    await sendAnswer(res, encoding, {
      rejected: rejected.length,
      message: rejected
        .slice(0, 5)
        .map(({ item, field, reason }) => `${item} ${field} ${reason}`)
        .join('; '),
    })
  })
}

function encodingOf(req: Request): OtlpEncoding {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf'
  if (type === 'application/json') return 'json'
  throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/x-protobuf or application/json')
}

async function read(body: Buffer, encoding: OtlpEncoding, depth: number): Promise<OtlpReading> {
  if (encoding === 'json') {
    const reading = readJsonValue(body, depth)
    if ('problem' in reading) throw invalidInput('', `the body ${reading.problem}`)
    if (!isObject(reading.value)) throw invalidInput('', 'the body is no object')
    return readOtlpJson(reading.value)
  }
  const { readOtlpProtobuf } = await import('./read-otlp-protobuf.ts')
  try {
    return readOtlpProtobuf(body)
  } catch (error) {
    // What protobufjs throws for bytes that are none of its messages.
    if (!(error instanceof Error)) throw error
    throw invalidInput('', `the body is no ExportTraceServiceRequest: ${error.message}`)
  }
}
