import { Json } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { fromJson } from '../../../platform/db/json.ts'
import { promptOf, readManifest } from '../../../prompts/manifest/read-manifest.ts'
import { commitVersion, selectVersions } from '../../../prompts/versions.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { type Answer, parseBody, type Call, parseQuery, textParam } from '../../call.ts'
import { Bool } from '../query-values.ts'
import { findCommit, noSuchRepo, repoParam } from './find-repo.ts'
import { toWireCommit } from './wire-repo.ts'

const Paging = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

const Push = z.object({
  manifest: z.record(z.string(), Json),
  parent_commit: z.string().max(64).nullish(),
  description: z.string().max(500).nullish(),
})

const Pull = z.object({ include_model: Bool.optional() })

/** Commits: versions of prompts, stored and returned verbatim. */
export function langsmithCommitRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get('/commits/:owner/:repo', answer(list))
  routes.post('/commits/:owner/:repo', answer(push))
  routes.get('/commits/:owner/:repo/:commit', answer(pull))
  return routes
}

async function list(call: Call) {
  const prompt = await repoParam(call)
  const { offset, limit } = parseQuery(call, Paging)
  const rows = await selectVersions(call.context.db, prompt.id).execute()
  const commits = rows.map((row, index) => toWireCommit(row, rows[index + 1]))
  return { commits: commits.slice(offset, offset + limit), total: commits.length }
}

async function push(call: Call) {
  const prompt = await repoParam(call)
  const { manifest, parent_commit: parent, description } = parseBody(call, Push)
  const { db, workspaceId } = call.context
  const created = await commitVersion(db, workspaceId, prompt.name, {
    manifest,
    content: readManifest(manifest),
    message: description ?? '',
    base: (newest) => !parent || (newest?.hash.startsWith(parent) ?? false),
  })
  if (created.type === 'missing') throw noSuchRepo(prompt.name)
  if (created.type === 'conflict')
    throw refusal(409, 'CONFLICT', `Commit ${parent} is not the newest of ${prompt.name}`)
  if (!created.isNew)
    throw refusal(409, 'NOTHING_TO_COMMIT', 'Nothing to commit: prompt has not changed')
  return { commit: toWireCommit(created.row, created.before) }
}

/** Returns the model only on request, because other clients can only load prompts. */
async function pull(call: Call) {
  const row = await findCommit(call, await repoParam(call), textParam(call, 'commit'))
  const { include_model: hasModel } = parseQuery(call, Pull)
  const manifest: Json = fromJson(row.manifest)
  return {
    commit_hash: row.hash,
    manifest: hasModel ? manifest : promptOf(manifest),
    examples: [],
  }
}
