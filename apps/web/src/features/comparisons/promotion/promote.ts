import type { GraphDocument, Variant } from '@lathe/contract'
import { client } from '../../../lib/api/api.ts'

const MOST = 2_000

export type Promotion = {
  variant: Variant
  document: GraphDocument
  message: string
  /** Publishes the first version of a new agent. */
  publish?: boolean
}

export type PromotionResult = {
  agent: string
  version: number
  /** False if the newest version is identical. */
  isNew: boolean
  /** Restores the previous draft. Undefined if that was saved as a version. */
  restoreDraft: (() => Promise<void>) | undefined
}

/** Saves a variant as a version of its agent, or a prompt variant as a new agent. */
export async function promoteVariant({
  variant,
  document,
  message,
  publish = false,
}: Promotion): Promise<PromotionResult> {
  const versionMessage = message.slice(0, MOST)
  if (variant.base.type === 'prompt') {
    const { slug } = await client.agents.create({ name: variant.name, document })
    const { revision } = await client.agents.draft({ agent: slug })
    const { number } = await client.agents.saveVersion({
      agent: slug,
      revision,
      message: versionMessage,
      publish,
    })
    return { agent: slug, version: number, isNew: true, restoreDraft: undefined }
  }
  const { agent } = variant.base
  const before = await client.agents.draft({ agent })
  const { hasDraftChanges, latestVersion } = await client.agents.get({ agent })
  const saved = await client.agents.saveDraft({ agent, revision: before.revision, document })
  const revision = saved.revision
  const { number } = await client.agents.saveVersion({ agent, revision, message: versionMessage })
  const restoreDraft = async () => {
    await client.agents.saveDraft({ agent, revision, document: before.document })
  }
  const isNew = number !== latestVersion
  return { agent, version: number, isNew, restoreDraft: hasDraftChanges ? restoreDraft : undefined }
}
