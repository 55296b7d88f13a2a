import type { GraphDocument } from '@lathe/contract'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What a version is: the document without layout and notes, keys sorted. Hex sha256. */
export function hashDocument(document: GraphDocument): string {
  const { layout: _, notes: __, ...meaning } = document
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(meaning))))
}

/** JSON with sorted keys and without undefined values: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value ?? null)
}
