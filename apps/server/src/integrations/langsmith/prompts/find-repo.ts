import { findPrompt, type PromptRow } from '../../../prompts/prompts.store.ts'
import { findByHash, selectVersions } from '../../../prompts/versions.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { type Call, textParam } from '../../call.ts'

/** Workspace handle. Clients refuse to push public prompts without one. */
export const HANDLE = 'lathe'
/** Clients write `-` for their own workspace. */
const OWN_HANDLES = ['-', HANDLE]

export const noSuchRepo = (name: string) =>
  refusal(404, 'NO_SUCH_PROMPT', `Prompt ${name} not found`)

export async function repoParam(call: Call): Promise<PromptRow> {
  const [owner, name] = [textParam(call, 'owner'), textParam(call, 'repo')]
  const { db, workspaceId } = call.context
  const isOwnHandle = OWN_HANDLES.includes(owner)
  const row = isOwnHandle ? await findPrompt(db, workspaceId, name) : undefined
  if (!row) throw noSuchRepo(isOwnHandle ? name : `${owner}/${name}`)
  return row
}

/** Resolves `latest`, a label, a hash or a hash prefix. Labels win. */
export async function findCommit({ context: { db } }: Call, prompt: PromptRow, ref: string) {
  const versions = selectVersions(db, prompt.id)
  const byLabel = await versions
    .where('version', '=', (eb) =>
      eb
        .selectFrom('prompt_labels')
        .select('prompt_labels.version')
        .where('prompt_labels.prompt_id', '=', prompt.id)
        .where('label', '=', ref),
    )
    .executeTakeFirst()
  const found =
    byLabel ??
    (ref === 'latest' ? await versions.executeTakeFirst() : await findByHash(db, prompt.id, ref))
  if (!found) throw refusal(404, 'NO_SUCH_VERSION', `Commit ${prompt.name}:${ref} not found`)
  return found
}
