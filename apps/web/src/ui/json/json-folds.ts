import { parseImageDataUrl } from '@lathe/contract'

const DEPTH = 2
const BUDGET = 20_000
export const PAGE = 100
export const LONG_TEXT = 2_000

/** Data URL of audio, rendered as a player instead of text. */
export const SOUND = /^data:audio\/[\w.+-]+(;[\w-]+=[\w.,-]+)*;base64,/
const PICTURE_SIZE = 40

export const ROOT = '$'
export const childPath = (path: string, key: string | number): string =>
  `${path}/${typeof key === 'number' ? key : encodeURIComponent(key)}`

export type Container = Record<string, unknown> | readonly unknown[]

export const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

export const listEntries = (value: Container): [string | number, unknown][] =>
  Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value)

function leafSize(leaf: unknown): number {
  if (typeof leaf !== 'string') return 8
  return parseImageDataUrl(leaf) || SOUND.test(leaf) ? PICTURE_SIZE : leaf.length
}

/**
 * Returns the paths that are open initially: those within the depth and character limits, in
 * reading order.
 */
export function initiallyOpen(value: unknown): { open: ReadonlySet<string>; isTruncated: boolean } {
  const open = new Set<string>()
  let remaining = BUDGET
  let isCut = false

  const visit = (node: unknown, path: string, depth: number): void => {
    if (!isContainer(node)) {
      const size = leafSize(node)
      remaining -= Math.min(size, LONG_TEXT)
      if (size > LONG_TEXT) isCut = true
      return
    }
    if (remaining <= 0) isCut = true
    if (depth >= DEPTH || remaining <= 0) return
    open.add(path)
    const entries = listEntries(node)
    if (entries.length > PAGE) isCut = true
    for (const [key, child] of entries.slice(0, PAGE)) {
      remaining -= String(key).length + 4
      visit(child, childPath(path, key), depth + 1)
    }
  }

  visit(value, ROOT, 0)
  return { open, isTruncated: isCut }
}
