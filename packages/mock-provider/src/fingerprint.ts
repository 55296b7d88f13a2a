import { createHash } from 'node:crypto'

/** Ignored, so that a streamed and a whole answer to the same request are equal. */
const STREAMING_FIELDS = new Set(['stream', 'stream_options'])

/** Returns the SHA-256 of a request in hex. The order of keys has no influence. */
export const createFingerprint = (path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${path}\n${canonical(body)}`)
    .digest('hex')

/** Serializes a value as JSON with sorted keys. */
export function canonical(value: unknown, depth = 0): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([key, item]) => item !== undefined && !(depth === 0 && STREAMING_FIELDS.has(key)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const members = entries.map(
      ([key, item]) => `${JSON.stringify(key)}:${canonical(item, depth + 1)}`,
    )
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Returns an id that is always the same for the same request. */
export function derivedId(prefix: string, ...parts: (string | number)[]): string {
  const digest = createHash('sha256').update(parts.join('/')).digest('base64url')
  return prefix + digest.replaceAll(/[-_]/g, 'x').slice(0, 24)
}

/** Draws an integer in [0, bound) from a fingerprint. The provider has no other randomness, except ids of files. */
export function pickNumber(fingerprint: string, label: string, bound: number): number {
  const digest = createHash('sha256').update(`${fingerprint}/${label}`).digest()
  return digest.readUInt32BE(0) % bound
}
