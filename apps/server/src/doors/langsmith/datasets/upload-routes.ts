import { isObject, toIso, toMicros, toUuid } from '@lathe/traces'
import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { findPlaces } from '../../../db/spans/find-places.ts'
import { findSpan } from '../../../db/spans/read-traces.ts'
import type { Put } from '../../../features/datasets/write-examples.ts'
import { findVersion } from '../../../features/datasets/versions.store.ts'
import { invalidInput, refusal } from '../../../http/errors.ts'
import { readJsonValue } from '../../../ingest/json-value.ts'
import { receive } from '../../../ingest/receive.ts'
import { type Answering, type Call, notSupported } from '../../call.ts'
import { boundaryOf, MultipartError, readMultipart } from '../ingest/multipart.ts'
import { Uuid } from '../query-values.ts'
import { commitInto } from './commit-into.ts'
import { datasetOf } from './find-dataset.ts'
import { fromWire } from './wire-dataset.ts'

const Upload = z.object({
  created_at: z.string().nullish(),
  inputs: JsonObject.nullish(),
  outputs: JsonObject.nullish(),
  metadata: JsonObject.nullish(),
  split: z.union([z.string(), z.array(z.string())]).nullish(),
  source_run_id: Uuid.nullish(),
  use_source_run_io: z.boolean().nullish(),
})
type Upload = z.infer<typeof Upload>

/** Examples as multipart: a part each, and parts for what is large in them. */
export function exampleUploadRoutes(answer: Answering): Router {
  const routes = Router()
  const address = '/platform/datasets/:id/examples'
  routes.post(
    address,
    answer((call) => take(call, 'Added by a client', 201)),
  )
  routes.patch(
    address,
    answer((call) => take(call, 'Changed by a client', 200)),
  )
  return routes
}

async function take(call: Call, message: string, status: number) {
  const dataset = await datasetOf(call)
  const { ingest, limits, db } = call.context
  const boundary = boundaryOf(call.req.headers['content-type'])
  if (boundary === undefined)
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data with a boundary')
  return await receive(call.req, { ingest, limit: limits.ingestBytes }, async (body) => {
    const uploads = readUploads(body, boundary, limits)
    const put = await Promise.all([...uploads].map(([id, upload]) => toPut(call, id, upload)))
    const made = await commitInto(call, dataset.id, put, message)
    const version = await findVersion(db, dataset.id, made.version)
    call.res.status(status)
    return {
      count: made.ids.length,
      example_ids: made.ids,
      as_of: toIso(version?.created_at ?? dataset.updated_at),
    }
  })
}

type ReadLimits = { ingestParts: number; requestJsonDepth: number }

function readUploads(body: Buffer, boundary: string, limits: ReadLimits): Map<string, Upload> {
  const given = new Map<string, JsonObject>()
  try {
    for (const part of readMultipart(body, boundary, limits.ingestParts)) {
      const [name = '', field, ...rest] = part.name.split('.')
      const id = toUuid(name)
      if (id === undefined) throw invalidInput(part.name, 'its name holds no id of an example')
      if (field === 'attachment' || rest.length > 0)
        throw notSupported('An attachment of an example', 'Send the example without it.')
      const reading = readJsonValue(part.body, limits.requestJsonDepth)
      if ('problem' in reading) throw invalidInput(part.name, reading.problem)
      if (field === 'attachments_operations') continue
      if (field === undefined && !isObject(reading.value))
        throw invalidInput(part.name, 'is no object')
      const told = field === undefined ? reading.value : { [field]: reading.value }
      given.set(id, { ...given.get(id), ...(isObject(told) && told) })
    }
  } catch (error) {
    if (error instanceof MultipartError) throw invalidInput('body', error.message)
    throw error
  }
  return new Map([...given].map(([id, told]) => [id, checked(id, told)]))
}

function checked(id: string, told: JsonObject): Upload {
  const { success, data, error } = Upload.safeParse(told)
  if (success) return data
  const [issue] = error.issues
  throw invalidInput(`${id}.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'cannot be read')
}

async function toPut({ context }: Call, id: string, upload: Upload): Promise<Put> {
  const { db, workspaceId } = context
  const { source_run_id: spanId, use_source_run_io: takesIo, created_at: createdAt } = upload
  const traceId = spanId ? (await findPlaces(db, workspaceId, [spanId])).get(spanId) : undefined
  const put: Put = {
    ...fromWire(upload),
    id,
    createdAt: createdAt ? toMicros(createdAt) : undefined,
    ...(spanId && { spanId }),
    ...(traceId !== undefined && { traceId }),
  }
  if (!takesIo || !spanId) return put
  const span = traceId === undefined ? undefined : await findSpan(db, workspaceId, traceId, spanId)
  if (!span) throw refusal(404, 'NO_SUCH_RUN', `Run ${spanId} not found`)
  const inputs = isObject(span.inputs) ? span.inputs : { input: span.inputs }
  return { ...put, inputs: put.inputs ?? inputs, reference: put.reference ?? span.outputs }
}
