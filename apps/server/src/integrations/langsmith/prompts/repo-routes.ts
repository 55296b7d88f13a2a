import { PromptLabel, PromptName } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { fromJson } from '../../../platform/db/json.ts'
import { describeBrokenUses, findBrokenUses } from '../../../prompts/label-move.ts'
import { setLabel } from '../../../prompts/labels.store.ts'
import {
  editPrompt,
  insertPrompt,
  type PromptRow,
  selectPrompts,
  setDeleted,
} from '../../../prompts/prompts.store.ts'
import { usableMessages } from '../../../prompts/versions.store.ts'
import { describeUses, listPromptUses } from '../../../prompts/uses.store.ts'
import { invalidInput, refusal } from '../../../platform/http/errors.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { Bool, repeated, Uuid } from '../query-values.ts'
import { noSuchRepo, repoParam } from './find-repo.ts'
import { toWireRepos } from './wire-repo.ts'

const RepoFields = z.object({
  description: z.string().max(2_000).nullish(),
  readme: z.string().max(100_000).nullish(),
  tags: z.array(z.string().trim().min(1).max(64)).max(20).nullish(),
  is_public: Bool.nullish(),
})
const NewRepo = RepoFields.extend({
  repo_handle: PromptName,
  repo_type: z.literal('prompt', 'only prompts are supported').nullish(),
})
const Change = RepoFields.extend({ is_archived: Bool.nullish() })

const Search = z.object({
  sort_field: z
    .enum(['updated_at', 'num_likes', 'num_downloads', 'num_views'])
    .default('updated_at'),
  sort_direction: z.enum(['asc', 'desc']).default('desc'),
  is_archived: Bool.or(z.literal('any')).optional(),
  is_public: Bool.or(z.literal('any')).optional(),
  query: z.string().max(200).optional(),
  repo_type: z.string().optional(),
  tags: repeated(z.string()),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** Prompts as repositories whose versions are commits. */
export function langsmithRepoRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/repos', answer(create))
  routes.get('/repos', answer(search))
  routes.get(
    '/repos/:owner/:repo',
    answer(async (call) => toRepo(call, await repoParam(call))),
  )
  routes.patch('/repos/:owner/:repo', answer(change))
  routes.delete('/repos/:owner/:repo', answer(remove))
  routes.post('/repos/:owner/:repo/tags', answer(tag))
  routes.post('/likes/:owner/:repo', answer(likeRepo))
  return routes
}

const toRepo = async ({ context }: Call, row: PromptRow) => ({
  repo: (await toWireRepos(context.db, [row]))[0],
})

const repoFields = (repoBody: z.infer<typeof RepoFields>) => ({
  description: repoBody.description ?? undefined,
  readme: repoBody.readme ?? undefined,
  tags: repoBody.tags ?? undefined,
  isPublic: repoBody.is_public ?? undefined,
})

async function create(call: Call) {
  const body = parseBody(call, NewRepo)
  const { db, workspaceId } = call.context
  const row = await insertPrompt(db, workspaceId, body.repo_handle, repoFields(body))
  if (!row) throw refusal(409, 'PROMPT_EXISTS', `A prompt named ${body.repo_handle} already exists`)
  return await toRepo(call, row)
}

async function search(call: Call) {
  const { db, workspaceId } = call.context
  const search = parseQuery(call, Search)
  const { query, is_archived: isArchived, is_public: isPublic, tags } = search
  const isUnsupportedType = search.repo_type !== undefined && search.repo_type !== 'prompt'
  let rows = selectPrompts(db, workspaceId)
  if (typeof isArchived === 'boolean') rows = rows.where('is_archived', '=', Number(isArchived))
  if (typeof isPublic === 'boolean') rows = rows.where('is_public', '=', Number(isPublic))
  if (query)
    rows = rows.where((eb) =>
      eb.or(
        (['name', 'description', 'readme'] as const).map((column) =>
          db.portable.matchesText(eb.ref(column), query),
        ),
      ),
    )
  if (search.sort_field === 'num_likes') rows = rows.orderBy('is_liked', search.sort_direction)
  rows = rows.orderBy('updated_at', search.sort_direction).orderBy('id', search.sort_direction)
  const all = isUnsupportedType ? [] : await rows.execute()
  const found = all.filter((row) => tags?.every((tag) => fromJson(row.tags).includes(tag)) ?? true)
  const page = found.slice(search.offset, search.offset + search.limit)
  return { repos: await toWireRepos(db, page), total: found.length }
}

const Confirmation = z.object({ confirm: Bool.default(false) })

/**
 * LangSmith clients cannot ask the user, so a change that would break agents requires
 * `?confirm=true`.
 */
async function rejectIfUsed(call: Call, prompt: PromptRow, change: string): Promise<void> {
  if (parseQuery(call, Confirmation).confirm) return
  const { agents } = await listPromptUses(call.context.db, prompt)
  if (agents.length === 0) return
  const uses = { agents, comparisons: [] }
  const message = `${prompt.name} was not ${change}: it is used by ${describeUses(uses)}. Add \`?confirm=true\` to the request, or confirm it in Lathe`
  throw refusal(409, 'PROMPT_IN_USE', message, uses)
}

async function change(call: Call) {
  const current = await repoParam(call)
  const body = parseBody(call, Change)
  if (body.is_archived && current.is_archived === 0) await rejectIfUsed(call, current, 'archived')
  const fields = { ...repoFields(body), isArchived: body.is_archived ?? undefined }
  const row = await editPrompt(call.context.db, current, fields)
  if (!row) throw noSuchRepo(current.name)
  return await toRepo(call, row)
}

async function remove(call: Call) {
  const prompt = await repoParam(call)
  await rejectIfUsed(call, prompt, 'deleted')
  await setDeleted(call.context.db, call.context.workspaceId, prompt.id, true)
  return {}
}

const Tag = z.object({ tag_name: PromptLabel, commit_id: Uuid })

async function tag(call: Call) {
  const prompt = await repoParam(call)
  const { tag_name: label, commit_id: id } = parseBody(call, Tag)
  const { db } = call.context
  const row = await db
    .selectFrom('prompt_versions')
    .select(['version', 'content'])
    .where('prompt_id', '=', prompt.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw invalidInput('commit_id', 'does not exist')
  if (!parseQuery(call, Confirmation).confirm) {
    const { version } = row
    const labelMove = { label, version, messages: usableMessages(row) }
    const agents = await findBrokenUses(call.context, prompt, labelMove)
    if (agents.length > 0) {
      const message = `${describeBrokenUses(agents, labelMove)}. Add \`?confirm=true\` to the request, or confirm it in Lathe`
      throw refusal(409, 'LABEL_BREAKS_AGENTS', message, { agents })
    }
  }
  await setLabel(db, prompt, label, row.version)
  return { tag_name: label, commit_id: id, repo_id: prompt.id }
}

async function likeRepo(call: Call) {
  const { like: isLiked } = parseBody(call, z.object({ like: Bool }))
  const row = await editPrompt(call.context.db, await repoParam(call), { isLiked })
  return { likes: row?.is_liked ?? 0 }
}
