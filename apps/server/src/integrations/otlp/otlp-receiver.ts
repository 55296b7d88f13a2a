import { Router, type Request } from 'express'
import type { AppContext } from '../../api/context.ts'
import { invalidInput, refusal } from '../../platform/http/errors.ts'
import type { Session } from '../../platform/http/security/session.ts'
import type { SignInLimit } from '../../platform/http/security/sign-in-limit.ts'
import { receiveBody } from '../../platform/http/body/receive-body.ts'
import { now } from '../../platform/time.ts'
import { createAnswer, type Call } from '../call.ts'
import { requireApiKey } from '../require-api-key.ts'
import { rejectUnknownPath } from '../wrong-path.ts'
import { takeFeedback } from '../langsmith/feedback/feedback-body.ts'
import { handleOtlpErrors, type OtlpEncoding, type RejectedName, sendAnswer } from './responses.ts'
import type { OtlpSignal } from './read-export.ts'

type ReceiverOptions = {
  session: Session
  signIns: SignInLimit
  isForeign: (req: Request) => boolean
  signal: OtlpSignal
}

/** OTLP over HTTP: receives spans and log records of OpenTelemetry programs. */
export function otlpReceiver(
  app: AppContext,
  { session, signIns, isForeign, signal }: ReceiverOptions,
): Router {
  const { items, rejected } = SIGNALS[signal]
  const routes = Router()
  routes.use(requireApiKey({ session, isForeign, signIns, requireKeys: app.config.requireKeys }))
  routes.post(
    '/',
    createAnswer(app)((call) => receive(call, signal, rejected)),
  )
  routes.use((req) => {
    if (req.path !== '/') throw rejectUnknownPath(req)
    throw refusal(405, 'METHOD_NOT_ALLOWED', `${req.method} is not supported. POST ${items}`)
  })
  routes.use(handleOtlpErrors(app.log))
  return routes
}

const SIGNALS: Record<OtlpSignal, { items: string; rejected: RejectedName }> = {
  traces: { items: 'spans', rejected: 'rejectedSpans' },
  logs: { items: 'log records', rejected: 'rejectedLogRecords' },
}

async function receive(
  { context, req, res }: Call,
  signal: OtlpSignal,
  rejectedField: RejectedName,
) {
  const encoding = readEncoding(req)
  const { ingest, limits, bodies } = context
  await receiveBody(req, { budget: ingest.budget, limit: limits.ingestBytes }, async (body) => {
    const reading = await bodies.read(body, {
      integration: 'otlp',
      signal,
      encoding,
      depth: limits.requestJsonDepth,
      project: req.get('langsmith-project'),
    })
    if ('problem' in reading) throw invalidInput('', `the body ${reading.problem}`)
    const { batch, feedback = [] } = reading
    takeFeedback(batch, feedback, now())
    const failed = await ingest.store(batch)
    await sendAnswer(res, encoding, {
      rejectedField,
      rejected: failed.reduce((sum, { count = 1 }) => sum + count, batch.rejectedCount),
      message: [...batch.rejections, ...failed]
        .slice(0, 5)
        .map(({ item, field, reason }) => [item, field, reason].filter(Boolean).join(' '))
        .join('; '),
    })
  })
}

function readEncoding(req: Request): OtlpEncoding {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf'
  if (type === 'application/json') return 'json'
  throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/x-protobuf or application/json')
}
