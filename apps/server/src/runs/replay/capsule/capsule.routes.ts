import { api } from '../../../api/context.ts'

export const capsuleRoutes = {
  get: api.capsules.get.handler(async ({ input, context, errors }) => {
    const { exportCapsule } = await import('./export-capsule.ts')
    return exportCapsule(context, input, errors)
  }),

  secrets: api.capsules.secrets.handler(async ({ input, context, errors }) => {
    const { listCapsuleSecrets } = await import('./export-capsule.ts')
    return { secrets: await listCapsuleSecrets(context, input.id, errors) }
  }),

  import: api.capsules.import.handler(async ({ input, context, errors }) => {
    const { importCapsule } = await import('./import-capsule.ts')
    return importCapsule(context, input.capsule, errors)
  }),
}
