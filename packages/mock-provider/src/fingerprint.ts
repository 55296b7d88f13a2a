import { createHash } from 'node:crypto'

/** Left out, so that a streamed answer is the answer of the same request not streamed. */
const DELIVERY_ONLY = new Set(['stream', 'stream_options'])

/** Hex sha-256 of a request: equal for equal requests whatever the order of their keys. */
export function createFingerprint(path: string, body: unknown): string {
  return createHash('sha256').update(path).update('\n').update(canonical(body)).digest('hex')
}

export function canonical(value: unknown, depth = 0): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([key, item]) => item !== undefined && !(depth === 0 && DELIVERY_ONLY.has(key)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const members = entries.map(
      ([key, item]) => `${JSON.stringify(key)}:${canonical(item, depth + 1)}`,
    )
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

export function derivedId(
  prefix: string,
  fingerprint: string,
  ...parts: (string | number)[]
): string {
  const digest = createHash('sha256')
    .update([fingerprint, ...parts].join('/'))
    .digest('base64url')
  return prefix + digest.replaceAll(/[-_]/g, 'x').slice(0, 24)
}

/** An integer in [0, bound) drawn from a fingerprint: the provider's only randomness. */
export function drawFrom(fingerprint: string, label: string, bound: number): number {
  const digest = createHash('sha256').update(`${fingerprint}/${label}`).digest()
  return digest.readUInt32BE(0) % bound
}
