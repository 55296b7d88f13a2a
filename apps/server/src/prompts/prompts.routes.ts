import type { PromptContent, PromptUses } from '@lathe/contract'
import { promptProblems } from '@lathe/graph'
import { api, type Context } from '../api/context.ts'
import { labelsOf } from './labels.store.ts'
import { writeManifest } from './manifest/write-manifest.ts'
import { promptMetrics } from './metrics.store.ts'
import {
  editPrompt,
  findPrompt,
  insertPrompt,
  listDeletedPrompts,
  listPrompts,
  type PromptRow,
  setDeleted,
  toPrompt,
} from './prompts.store.ts'
import { describeUses, listPromptUses } from './uses.store.ts'
import { commitVersion } from './versions.store.ts'

type Missing = { NO_SUCH_PROMPT: () => Error }

export async function getPrompt(
  { db, workspaceId }: Context,
  name: string,
  errors: Missing,
): Promise<PromptRow> {
  const row = await findPrompt(db, workspaceId, name)
  if (!row) throw errors.NO_SUCH_PROMPT()
  return row
}

async function labelled({ db }: Context, rows: readonly PromptRow[]) {
  const labels = await labelsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toPrompt(row, labels.get(row.id) ?? []))
}

export async function toLabelled(context: Context, row: PromptRow) {
  const labels = await labelsOf(context.db, [row.id])
  return toPrompt(row, labels.get(row.id) ?? [])
}

type Problems = { problems: { path: string; message: string }[] }
type Unusable = { PROMPT_INVALID: (options: { data: Problems }) => Error }

export function refuseBroken({ messages }: PromptContent, errors: Unusable): void {
  const problems = promptProblems(messages)
  if (problems.length > 0) throw errors.PROMPT_INVALID({ data: { problems } })
}

type InUse = { PROMPT_IN_USE: (options: { message: string; data: PromptUses }) => Error }

/** `change` names the rejected action: `deleted` or `archived`. */
async function refuseUsed(
  { db }: Context,
  row: PromptRow,
  change: string,
  errors: InUse,
): Promise<void> {
  const uses = await listPromptUses(db, row)
  if (uses.agents.length + uses.comparisons.length === 0) return
  const message = `${row.name} was not ${change}: it is used by ${describeUses(uses)}. Send \`confirm: true\` to continue`
  throw errors.PROMPT_IN_USE({ message, data: uses })
}

export const promptRoutes = {
  list: api.prompts.list.handler(async ({ input, context }) => {
    const { db, workspaceId } = context
    const rows = input.deleted
      ? await listDeletedPrompts(db, workspaceId)
      : await listPrompts(db, workspaceId, input.q)
    return labelled(context, rows)
  }),

  create: api.prompts.create.handler(async ({ input, context, errors }) => {
    const { name, content, message, ...about } = input
    if (content) refuseBroken(content, errors)
    const { db, workspaceId } = context
    const row = await insertPrompt(db, workspaceId, name, about)
    if (!row) throw errors.NAME_TAKEN()
    if (!content) return toPrompt(row, [])
    const manifest = writeManifest(content)
    const made = await commitVersion(db, workspaceId, name, { manifest, content, message })
    return toPrompt(made.type === 'committed' ? { ...row, version: made.row.version } : row, [])
  }),

  get: api.prompts.get.handler(async ({ input, context, errors }) =>
    toLabelled(context, await getPrompt(context, input.prompt, errors)),
  ),

  edit: api.prompts.edit.handler(async ({ input, context, errors }) => {
    const { prompt, confirm, ...fields } = input
    const before = await getPrompt(context, prompt, errors)
    if (fields.isArchived && before.is_archived === 0 && !confirm)
      await refuseUsed(context, before, 'archived', errors)
    const row = await editPrompt(context.db, before, fields)
    if (!row) throw errors.NO_SUCH_PROMPT()
    return await toLabelled(context, row)
  }),

  delete: api.prompts.delete.handler(async ({ input, context, errors }) => {
    const prompt = await getPrompt(context, input.prompt, errors)
    if (!input.confirm) await refuseUsed(context, prompt, 'deleted', errors)
    await setDeleted(context.db, context.workspaceId, prompt.id, true)
    return { id: prompt.id }
  }),

  restore: api.prompts.restore.handler(async ({ input, context, errors }) => {
    const row = await setDeleted(context.db, context.workspaceId, input.id, false)
    if (row === 'taken') throw errors.NAME_TAKEN()
    if (!row) throw errors.NO_SUCH_PROMPT()
    return await toLabelled(context, row)
  }),

  uses: api.prompts.uses.handler(async ({ input, context, errors }) =>
    listPromptUses(context.db, await getPrompt(context, input.prompt, errors)),
  ),

  metrics: api.prompts.metrics.handler(async ({ input, context, errors }) =>
    promptMetrics(context.db, await getPrompt(context, input.prompt, errors)),
  ),
}
