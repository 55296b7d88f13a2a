import { isJsonObject } from '@lathe/contract'
import { toIso, toMicros } from '@lathe/traces'
import { Router } from 'express'
import { findTraceIds } from '../../../traces/store/load-stored.ts'
import { findSpan } from '../../../traces/query/read-details.ts'
import type { DatasetRow } from '../../../datasets/datasets.store.ts'
import { findVersion } from '../../../datasets/versions.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { receiveBody } from '../../../platform/http/body/receive-body.ts'
import type { Answer, Call } from '../../call.ts'
import { readBoundary } from '../ingest/multipart.ts'
import { attachFiles } from './attach-files.ts'
import { addExamples, type Changed, changeExamples } from './commit-examples.ts'
import { datasetParam } from './find-dataset.ts'
import { readUploads, type Upload } from './read-uploads.ts'
import { validateExamples } from './validate-examples.ts'
import { rejectUnknownExamples, rejectTakenIds } from './check-example-ids.ts'
import { fromWire } from './wire-dataset.ts'

/** Uploads of examples as multipart bodies. */
export function exampleUploadRoutes(answer: Answer): Router {
  const routes = Router()
  const address = '/platform/datasets/:id/examples'
  routes.post(
    address,
    answer((call) => uploadExamples(call, { isChange: false })),
  )
  routes.patch(
    address,
    answer((call) => uploadExamples(call, { isChange: true })),
  )
  return routes
}

async function uploadExamples(call: Call, { isChange }: { isChange: boolean }) {
  const dataset = await datasetParam(call)
  const { ingest, limits, db } = call.context
  const boundary = readBoundary(call.req.headers['content-type'])
  if (boundary === undefined)
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data with a boundary')
  return await receiveBody(
    call.req,
    { budget: ingest.budget, limit: limits.ingestBytes },
    async (body) => {
      const uploads = readUploads(body, boundary, limits)
      // Checked again on write. Checking here prevents rejected requests from storing files.
      validateExamples(dataset, [...uploads].map(withoutFiles))
      if (isChange) await rejectUnknownExamples(db, dataset, [...uploads.keys()])
      else await rejectTakenIds(db, dataset, [...uploads].map(withoutFiles))
      const examples = await Promise.all(
        [...uploads].map(([id, upload]) => toPut(call, dataset, { ...upload, id })),
      )
      const examplesByDataset = new Map([[dataset.id, examples]])
      const [committed] = isChange
        ? await changeExamples(call, examplesByDataset)
        : await addExamples(call, examplesByDataset)
      const version = committed && (await findVersion(db, dataset.id, committed.version))
      call.res.status(isChange ? 200 : 201)
      return {
        count: examples.length,
        example_ids: examples.map(({ id }) => id),
        as_of: toIso(version?.created_at ?? dataset.updated_at),
      }
    },
  )
}

const withoutFiles = ([id, upload]: [string, Upload]) => ({ ...fromWire(upload), id })

async function toPut(
  call: Call,
  dataset: DatasetRow,
  { id, ...upload }: Upload & { id: string },
): Promise<Changed> {
  const { db, workspaceId } = call.context
  const { source_run_id: spanId, use_source_run_io: takesIo, created_at: createdAt } = upload
  const traceId = spanId ? (await findTraceIds(db, workspaceId, [spanId])).get(spanId) : undefined
  const change: Changed = {
    ...fromWire(upload),
    id,
    createdAt: createdAt ? toMicros(createdAt) : undefined,
    attach: await attachFiles(call, dataset, upload, { traceId, spanId }),
    ...(spanId && { spanId }),
    ...(traceId !== undefined && { traceId }),
  }
  if (!takesIo || !spanId) return change
  const span = traceId === undefined ? undefined : await findSpan(db, workspaceId, traceId, spanId)
  if (!span) throw refusal(404, 'NO_SUCH_RUN', `Run ${spanId} not found`)
  const inputs = isJsonObject(span.inputs) ? span.inputs : { input: span.inputs }
  return { ...change, inputs: change.inputs ?? inputs, reference: change.reference ?? span.outputs }
}
