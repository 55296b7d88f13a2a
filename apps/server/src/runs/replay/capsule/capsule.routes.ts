import { api } from '../../../api/context.ts'

export const capsuleRoutes = {
  get: api.capsules.get.handler(async ({ input, context, errors }) => {
    const { exportCapsule } = await import('./export-capsule.ts')
    return exportCapsule(context, input.id, errors)
  }),

  import: api.capsules.import.handler(async ({ input, context, errors }) => {
    const { importCapsule } = await import('./import-capsule.ts')
    return importCapsule(context, input.capsule, errors)
  }),
}
