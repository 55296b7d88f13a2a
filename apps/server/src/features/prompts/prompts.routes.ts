import type { PromptContent } from '@lathe/contract'
import { promptProblems } from '@lathe/graph'
import { api, type Context } from '../../http/api.ts'
import { labelsOf } from './labels.store.ts'
import { writeManifest } from './manifest/write-manifest.ts'
import { promptMetrics } from './metrics.store.ts'
import {
  editPrompt,
  findPrompt,
  insertPrompt,
  listPrompts,
  type PromptRow,
  setDeleted,
  toPrompt,
} from './prompts.store.ts'
import { agentUses, comparisonUses } from './uses.store.ts'
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

export const promptRoutes = {
  list: api.prompts.list.handler(async ({ input, context }) =>
    labelled(context, await listPrompts(context.db, context.workspaceId, input.q)),
  ),

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
    const { prompt, ...fields } = input
    const row = await editPrompt(context.db, await getPrompt(context, prompt, errors), fields)
    if (!row) throw errors.NO_SUCH_PROMPT()
    return await toLabelled(context, row)
  }),

  delete: api.prompts.delete.handler(async ({ input, context, errors }) => {
    const { id } = await getPrompt(context, input.prompt, errors)
    await setDeleted(context.db, context.workspaceId, id, true)
    return { id }
  }),

  restore: api.prompts.restore.handler(async ({ input, context, errors }) => {
    const row = await setDeleted(context.db, context.workspaceId, input.id, false)
    if (row === 'taken') throw errors.NAME_TAKEN()
    if (!row) throw errors.NO_SUCH_PROMPT()
    return await toLabelled(context, row)
  }),

  uses: api.prompts.uses.handler(async ({ input, context, errors }) => {
    const row = await getPrompt(context, input.prompt, errors)
    const [agents, comparisons] = await Promise.all([
      agentUses(context.db, row),
      comparisonUses(context.db, row),
    ])
    return { agents, comparisons }
  }),

  metrics: api.prompts.metrics.handler(async ({ input, context, errors }) =>
    promptMetrics(context.db, await getPrompt(context, input.prompt, errors)),
  ),
}
