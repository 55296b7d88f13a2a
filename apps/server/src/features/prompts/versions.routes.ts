import type { PromptContent } from '@lathe/contract'
import { hashDocument, promptDocument } from '@lathe/graph'
import { fromJson } from '../../db/json.ts'
import { noteBarePrompt } from '../../db/registry-prompts.ts'
import { api, type Context } from '../../http/api.ts'
import { labelsOf, setLabel } from './labels.store.ts'
import { writeManifest } from './manifest/write-manifest.ts'
import { getPrompt, refuseBroken, toLabelled } from './prompts.routes.ts'
import type { PromptRow } from './prompts.store.ts'
import type { Queries } from '../../db/db.ts'
import { commitVersion, selectVersions, toVersion } from './versions.store.ts'

async function labelsAt(db: Queries, { id }: Pick<PromptRow, 'id'>) {
  const labels = (await labelsOf(db, [id])).get(id) ?? []
  return (version: number) =>
    labels.filter((one) => one.version === version).map(({ label }) => label)
}

/** What a comparison ran word for word, with the same model, before it was promoted: those runs are the version's. */
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
    const { prompt: name, content, message, base, labels } = input
    refuseBroken(content, errors)
    const { db, workspaceId } = context
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
    if (!(await setLabel(context.db, prompt, input.label, input.version)))
      throw errors.NO_SUCH_VERSION()
    return await toLabelled(context, prompt)
  }),
}
