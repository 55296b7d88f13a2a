import { toIso } from '@lathe/traces'
import { Router } from 'express'
import * as z from 'zod'
import { listDiffering } from '../../../datasets/diff.store.ts'
import { commitExamples } from '../../../datasets/commit.ts'
import { countSplits, listExamples, toExample } from '../../../datasets/examples.store.ts'
import { splitsOf } from '../../../datasets/splits.store.ts'
import { listVersions, setTag, tagsOf } from '../../../datasets/versions.store.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { Bool, Uuid } from '../query-values.ts'
import { datasetParam, findVersion } from './find-dataset.ts'
import { BASE } from './wire-dataset.ts'

/** Versions, which clients identify by time or tag. */
export function langsmithVersionRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get(
    '/datasets/:id/versions',
    answer(async (call) =>
      (await listVersions(call.context.db, await datasetParam(call))).map(
        ({ createdAt, tags, version }) => ({ as_of: toIso(createdAt), tags, version }),
      ),
    ),
  )
  routes.get('/datasets/:id/version', answer(readVersion))
  routes.get('/datasets/:id/versions/diff', answer(diff))
  routes.put('/datasets/:id/tags', answer(tag))
  routes.get('/datasets/:id/splits', answer(splits))
  routes.put('/datasets/:id/splits', answer(changeSplit))
  return routes
}

async function readVersion(call: Call) {
  const dataset = await datasetParam(call)
  const { as_of: asOf, tag: name } = parseQuery(
    call,
    z.object({ as_of: z.string().optional(), tag: z.string().optional() }),
  )
  const ref = asOf ?? name
  if (ref === undefined) throw invalidInput('as_of', 'name a time or a tag')
  const found = await findVersion(call, dataset, ref)
  const tags = (await tagsOf(call.context.db, dataset)).get(found.version) ?? []
  return { as_of: toIso(found.created_at), tags, version: found.version }
}

async function diff(call: Call) {
  const dataset = await datasetParam(call)
  const query = parseQuery(call, z.object({ from_version: z.string(), to_version: z.string() }))
  const from = await findVersion(call, dataset, query.from_version)
  const to = await findVersion(call, dataset, query.to_version)
  const versions = { from: from.version, to: to.version }
  const { added, removed, changed } = await listDiffering(call.context.db, dataset, versions)
  return { examples_added: added, examples_removed: removed, examples_modified: changed }
}

async function tag(call: Call) {
  const dataset = await datasetParam(call)
  const body = parseBody(
    call,
    z.object({ as_of: z.string(), tag: z.string().trim().min(1).max(64) }),
  )
  const found = await findVersion(call, dataset, body.as_of)
  await setTag(call.context.db, dataset, body.tag, found.version)
  return {}
}

async function splits(call: Call) {
  const dataset = await datasetParam(call)
  const { as_of: asOf } = parseQuery(call, z.object({ as_of: z.string().optional() }))
  const found = asOf === undefined ? dataset : await findVersion(call, dataset, asOf)
  const { db, workspaceId } = call.context
  const versionKey = { workspaceId, datasetId: dataset.id, version: found.version }
  const isNewest = found.version === dataset.version
  const counts = isNewest ? await splitsOf(db, dataset) : [...(await countSplits(db, versionKey))]
  const names = counts.map(([name]) => name)
  const unsplit = await listExamples(db, versionKey, { splits: [], orNone: true }, { limit: 1 })
  return unsplit.length > 0 ? [BASE, ...names] : names
}

async function changeSplit(call: Call) {
  const dataset = await datasetParam(call)
  const body = parseBody(
    call,
    z.object({
      split_name: z.string().trim().min(1).max(64),
      examples: z.array(Uuid).max(1_000),
      remove: Bool.default(false),
    }),
  )
  const { split_name: name, remove } = body
  const { db, workspaceId } = call.context
  const versionKey = { workspaceId, datasetId: dataset.id, version: dataset.version }
  const ids = { ids: body.examples }
  const rows = await listExamples(db, versionKey, ids, { limit: body.examples.length })
  const updatedExamples = rows.map(toExample).map(({ id, splits }) => ({
    id,
    splits: remove ? splits.filter((split) => split !== name) : [...splits, name],
  }))
  const message = remove ? `Remove from split ${name}` : `Add to split ${name}`
  await commitExamples(db, workspaceId, dataset.id, { put: updatedExamples, remove: [], message })
  return {}
}
