import { v7 } from 'uuid'
import type { AlertRow } from '../alerts.store.ts'
import { testMessage } from '../message.ts'
import { sealPlace } from '../seal-place.ts'
import { signedHeaders } from '../sign.ts'
import type { Context } from '../../../api/context.ts'
import { now } from '../../../platform/time.ts'

type Asked = { webhookUrl: string; secret?: string | null | undefined }

/** At once and once: who tests wants to know how it went. */
export async function sendTest(
  { vault, webhooks, url }: Context,
  { webhookUrl, secret }: Asked,
  alert: AlertRow | undefined,
) {
  const [id, at, begun] = [v7(), now(), performance.now()]
  const stored = alert?.secret ? vault.open(alert.secret, sealPlace(alert)) : null
  const body = JSON.stringify(testMessage(id, alert?.name ?? 'a new alert', url(), at))
  const headers = signedHeaders(
    { id, body, atSeconds: Math.floor(at / 1e6) },
    secret === undefined ? stored : secret,
  )
  const sent = await webhooks.post(webhookUrl, { headers, body })
  return sent.ok
    ? { ok: true as const, status: sent.status, ms: Math.round(performance.now() - begun) }
    : sent
}
