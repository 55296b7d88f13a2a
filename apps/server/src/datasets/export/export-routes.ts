import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DatasetExport } from '@lathe/contract'
import { Router } from 'express'
import type { AppContext } from '../../api/context.ts'
import { invalidInputs, refusal } from '../../platform/http/errors.ts'
import { describeIssues } from '../../platform/http/issues.ts'
import { createContext } from '../../api/mount-contract.ts'
import { getRequestId } from '../../platform/http/request-id.ts'
import { getCaller } from '../../platform/http/security/session.ts'
import { findDataset } from '../datasets.store.ts'
import { hasVersion } from '../versions.store.ts'
import { csvLines, jsonLines } from './export-rows.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' }

/** Streams a version of a dataset as a file. */
export function datasetExportRoutes(app: AppContext): Router {
  const routes = Router()
  routes.get('/api/datasets/:dataset/export', async (req, res) => {
    const { success, data, error } = DatasetExport.safeParse(req.query)
    if (!success) throw invalidInputs(describeIssues(error.issues))
    const { db, workspaceId } = createContext(app, getRequestId(res), getCaller(req))
    const dataset = await findDataset(db, workspaceId, req.params.dataset)
    if (!dataset) throw refusal(404, 'NO_SUCH_DATASET', 'No such dataset')
    const { version = dataset.version, split, format, secrets } = data
    if (data.version !== undefined && !hasVersion(dataset, version))
      throw refusal(404, 'NO_SUCH_VERSION', 'No such version')
    const filter = split === undefined ? {} : { splits: [split] }
    const source = { db, dataset, version, filter, hasSecrets: secrets === 'include' }
    res.setHeader('content-type', TYPES[format])
    res.setHeader('content-disposition', attachment(`${dataset.name}-v${version}.${format}`))
    const lines = format === 'csv' ? csvLines(source) : jsonLines(source)
    try {
      await pipeline(Readable.from(lines), res)
    } catch (failure) {
      // Destroys the connection, so that a partial file is not mistaken for a complete one.
      res.destroy()
      if (!req.destroyed)
        app.log.error({ err: failure, requestId: getRequestId(res) }, 'export failed')
    }
  })
  return routes
}

const attachment = (name: string) =>
  `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"; filename*=UTF-8''${encodeURIComponent(name)}`
