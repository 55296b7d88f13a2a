import { api } from '../../api/context.ts'
import { applyRetention, previewRetention } from './apply-retention.ts'
import { readRules, writeRules } from './retention.store.ts'

export const retentionRoutes = {
  get: api.retention.get.handler(async ({ context }) => ({
    rules: await readRules(context.db, context.workspaceId),
  })),

  set: api.retention.set.handler(async ({ input: { rules }, context }) => {
    await writeRules(context.db, context.workspaceId, rules)
    return { rules }
  }),

  preview: api.retention.preview.handler(({ input, context }) =>
    previewRetention(context.db, context.workspaceId, input.rules),
  ),

  apply: api.retention.apply.handler(async ({ context }) => {
    const { db, workspaceId } = context
    return { deleted: await applyRetention(db, workspaceId, await readRules(db, workspaceId)) }
  }),
}
