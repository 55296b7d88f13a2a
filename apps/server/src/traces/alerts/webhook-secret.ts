import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * Signs as Standard Webhooks defines, so that its libraries can verify. Secrets in other formats
 * are used as plain keys.
 */
export function signedHeaders(
  message: { id: string; body: string; atSeconds: number },
  secret: string | null,
): Record<string, string> {
  const { id, body, atSeconds } = message
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(atSeconds) }
  if (secret === null) return headers
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8')
  const signature = createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}

/** Binds a sealed secret to its alert. */
export const secretContext = ({ workspace_id, id }: { workspace_id: string; id: string }): string =>
  `alert ${workspace_id} ${id}`
