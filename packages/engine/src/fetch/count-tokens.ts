import type { Json } from '@lathe/contract'

const CHARACTERS_PER_TOKEN = 4
/** What providers ask for a picture of usual size. */
const IMAGE_TOKENS = 800

/** A guess at what a request will be charged with before it is answered. */
export function estimateTokens(body: Json): number {
  if (typeof body === 'string') {
    const isImage = body.startsWith('data:image/')
    return isImage ? IMAGE_TOKENS : Math.ceil(body.length / CHARACTERS_PER_TOKEN)
  }
  if (typeof body !== 'object' || body === null) return 0
  return Object.values(body).reduce<number>((sum, value) => sum + estimateTokens(value), 0)
}

/** What the end of an answer says was used. */
export function usedTokens(end: string): number | null {
  const found = [...end.matchAll(/"total_tokens"\s*:\s*(\d+)/g)].at(-1)?.[1]
  return found === undefined ? null : Number(found)
}
