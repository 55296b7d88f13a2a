import type { GraphDocument } from '@lathe/contract'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { propertyOrders } from './property-orders.ts'

/** What a version is: the document without layout and notes, as models are asked it. Hex sha256. */
export function hashDocument(document: GraphDocument): string {
  const { layout: _, notes: __, ...meaning } = document
  return bytesToHex(sha256(utf8ToBytes(askedJson(meaning))))
}

/** Canonical JSON that tells schemas apart whose properties stand in another order; by the alphabet it is the same text. */
export function askedJson(value: unknown): string {
  const orders = propertyOrders(value)
  return canonicalJson(orders.length > 0 ? [value, orders] : value)
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
