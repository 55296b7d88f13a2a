import type { BrokenPromptUse, PromptContent } from '@lathe/contract'
import { hashDocument, promptDocument } from '@lathe/graph'
import { fromJson } from '../platform/db/json.ts'
import { noteBarePrompt } from '../agents/registry-prompts.ts'
import { api, type Context } from '../api/context.ts'
import { describeBrokenUses, findBrokenUses, type LabelMove } from './label-move.ts'
import { labelsOf, setLabel } from './labels.store.ts'
import { writeManifest } from './manifest/write-manifest.ts'
import { getPrompt, refuseBroken, toLabelled } from './prompts.routes.ts'
import type { PromptRow } from './prompts.store.ts'
import type { Queries } from '../platform/db/db.ts'
import { commitVersion, selectVersions, toVersion, usableMessages } from './versions.store.ts'

async function labelsAt(db: Queries, { id }: Pick<PromptRow, 'id'>) {
  const labels = (await labelsOf(db, [id])).get(id) ?? []
  return (version: number) =>
    labels.filter((one) => one.version === version).map(({ label }) => label)
}

/**
 * Assigns earlier runs of a promoted comparison variant, with equal text and model, to the version.
 */
async function noteEarlierRuns(
  { db, workspaceId }: Pick<Context, 'db' | 'workspaceId'>,
  { messages, model }: PromptContent,
  from: { prompt: string; version: number },
): Promise<void> {
  if (!model) return
  const document = promptDocument({ messages, model })
  await noteBarePrompt(
    db,
    workspaceId,
    { messages, from },
    { document, hash: hashDocument(document) },
  )
}

type BreaksAgents = {
  LABEL_BREAKS_AGENTS: (options: { message: string; data: { agents: BrokenPromptUse[] } }) => Error
}

async function refuseBreaking(
  context: Context,
  prompt: PromptRow,
  move: LabelMove,
  errors: BreaksAgents,
): Promise<void> {
  const agents = await findBrokenUses(context, prompt, move)
  if (agents.length === 0) return
  const message = `${describeBrokenUses(agents, move)}. Send \`confirm: true\` to continue`
  throw errors.LABEL_BREAKS_AGENTS({ message, data: { agents } })
}

export const promptVersionRoutes = {
  versions: api.prompts.versions.handler(async ({ input, context, errors }) => {
    const prompt = await getPrompt(context, input.prompt, errors)
    const [rows, labels] = await Promise.all([
      selectVersions(context.db, prompt.id).execute(),
      labelsAt(context.db, prompt),
    ])
    return rows.map((row) => toVersion(row, labels(row.version)))
  }),

  version: api.prompts.version.handler(async ({ input, context, errors }) => {
    const prompt = await getPrompt(context, input.prompt, errors)
    const [row, labels] = await Promise.all([
      selectVersions(context.db, prompt.id).where('version', '=', input.version).executeTakeFirst(),
      labelsAt(context.db, prompt),
    ])
    if (!row) throw errors.NO_SUCH_VERSION()
    return { ...toVersion(row, labels(row.version)), manifest: fromJson(row.manifest) }
  }),

  commit: api.prompts.commit.handler(async ({ input, context, errors }) => {
    const { prompt: name, content, message, base, labels, confirm } = input
    refuseBroken(content, errors)
    const { db, workspaceId } = context
    if (labels.length > 0 && !confirm) {
      const prompt = await getPrompt(context, name, errors)
      const { messages } = content
      const version = prompt.version + 1
      for (const label of labels)
        await refuseBreaking(context, prompt, { label, version, messages }, errors)
    }
    const manifest = writeManifest(content)
    const made = await commitVersion(db, workspaceId, name, { manifest, content, message, base })
    if (made.type === 'missing') throw errors.NO_SUCH_PROMPT()
    if (made.type === 'conflict') throw errors.CONFLICT({ data: { version: made.version } })
    const { row, isNew } = made
    await noteEarlierRuns(context, content, { prompt: name, version: row.version })
    const place = { workspace_id: workspaceId, id: row.prompt_id }
    for (const label of labels) await setLabel(db, place, label, row.version)
    const at = await labelsAt(db, place)
    return { ...toVersion(row, at(row.version)), isNew }
  }),

  label: api.prompts.label.handler(async ({ input, context, errors }) => {
    const prompt = await getPrompt(context, input.prompt, errors)
    const { label, version, confirm } = input
    if (!confirm) {
      const row =
        version === null
          ? undefined
          : await selectVersions(context.db, prompt.id)
              .where('version', '=', version)
              .executeTakeFirst()
      if (version !== null && !row) throw errors.NO_SUCH_VERSION()
      const messages = row && usableMessages(row)
      await refuseBreaking(context, prompt, { label, version, messages }, errors)
    }
    if (!(await setLabel(context.db, prompt, label, version))) throw errors.NO_SUCH_VERSION()
    return await toLabelled(context, prompt)
  }),
}
