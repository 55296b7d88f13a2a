import type { GraphDocument } from '@lathe/contract'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { propertyOrders } from './property-orders.ts'

/**
 * Returns the hex sha256 of a document without layout and notes. The order of schema properties
 * counts because models see it.
 */
export function hashDocument(document: GraphDocument): string {
  const { layout: _, notes: __, ...hashedFields } = document
  return bytesToHex(sha256(utf8ToBytes(orderedJson(hashedFields))))
}

/**
 * Returns canonical JSON that also reflects the order of schema properties; equals `canonicalJson`
 * if all are in alphabetical order.
 */
export function orderedJson(value: unknown): string {
  const orders = propertyOrders(value)
  return canonicalJson(orders.length > 0 ? [value, orders] : value)
}

/** Returns JSON with sorted keys and without undefined values: equal values give equal text. */
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
