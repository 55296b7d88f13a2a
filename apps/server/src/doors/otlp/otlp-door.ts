import { Router, type Request } from 'express'
import type { AppContext } from '../../http/api.ts'
import { invalidInput, refusal } from '../../http/errors.ts'
import type { Session } from '../../http/session.ts'
import { receive } from '../../http/receive.ts'
import { answering, type Call } from '../call.ts'
import { guardDoor } from '../guard-door.ts'
import { nothingHere } from '../wrong-address.ts'
import { handleOtlpErrors, type OtlpEncoding, sendAnswer } from './answers.ts'

type DoorOptions = { session: Session; isForeign: (req: Request) => boolean }

/** OTLP over HTTP: any program of OpenTelemetry sends its spans here. */
export function otlpDoor(app: AppContext, { session, isForeign }: DoorOptions): Router {
  const routes = Router()
  routes.use(guardDoor({ session, isForeign, requireKeys: app.config.requireKeys }))
  routes.post('/', answering(app)(takeSpans))
  routes.use((req) => {
    if (req.path !== '/') throw nothingHere(req)
    throw refusal(405, 'METHOD_NOT_ALLOWED', `${req.method} is no way to send spans`)
  })
  routes.use(handleOtlpErrors(app.log))
  return routes
}

async function takeSpans({ context, req, res }: Call) {
  const encoding = encodingOf(req)
  const { ingest, limits, bodies } = context
  await receive(req, { budget: ingest.budget, limit: limits.ingestBytes }, async (body) => {
    const reading = await bodies.read(body, {
      door: 'otlp',
      encoding,
      depth: limits.requestJsonDepth,
      project: req.get('langsmith-project'),
    })
    if ('problem' in reading) throw invalidInput('', `the body ${reading.problem}`)
    const { delivery } = reading
    const lost = await ingest.store(delivery)
    await sendAnswer(res, encoding, {
      rejected: delivery.rejected + lost.length,
      message: [...delivery.rejections, ...lost]
        .slice(0, 5)
        .map(({ item, field, reason }) => [item, field, reason].filter(Boolean).join(' '))
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
