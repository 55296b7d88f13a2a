import type { Poster } from '@lathe/engine/post-json'
import { ALLOW_HINT, toGrant } from './grants.ts'

export type Webhooks = Poster

/** Sends webhooks through the egress broker, which is loaded with the first webhook. */
export function createWebhooks({ allowHosts }: { allowHosts: readonly string[] }): Webhooks {
  const grants = { allow: allowHosts.map(toGrant), hint: ALLOW_HINT }
  const load = async () => (await import('@lathe/engine/post-json')).createPoster(grants)
  let loading: ReturnType<typeof load> | undefined
  return {
    post: async (...message) => (await (loading ??= load())).post(...message),
    findRefusal: async (url) => (await (loading ??= load())).findRefusal(url),
    close: async () => (await loading)?.close(),
  }
}
