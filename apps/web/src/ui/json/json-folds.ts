import { parseImageDataUrl } from '@lathe/contract'

const DEPTH = 2
const BUDGET = 20_000
export const PAGE = 100
export const LONG_TEXT = 2_000

/** Data URL of audio, rendered as a player instead of text. */
export const SOUND = /^data:audio\/[\w.+-]+(;[\w-]+=[\w.,-]+)*;base64,/
const READ_OF_PICTURE = 40

export const ROOT = '$'
export const childPath = (path: string, key: string | number): string =>
  `${path}/${typeof key === 'number' ? key : encodeURIComponent(key)}`

export type Container = Record<string, unknown> | readonly unknown[]

export const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

export const entriesOf = (value: Container): [string | number, unknown][] =>
  Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value)

function sizeOf(leaf: unknown): number {
  if (typeof leaf !== 'string') return 8
  return parseImageDataUrl(leaf) || SOUND.test(leaf) ? READ_OF_PICTURE : leaf.length
}

/**
 * Returns the paths that are open initially: those within the depth and character limits, in
 * reading order.
 */
export function initiallyOpen(value: unknown): { open: ReadonlySet<string>; isCut: boolean } {
  const open = new Set<string>()
  let left = BUDGET
  let isCut = false

  const visit = (node: unknown, path: string, depth: number): void => {
    if (!isContainer(node)) {
      const size = sizeOf(node)
      left -= Math.min(size, LONG_TEXT)
      if (size > LONG_TEXT) isCut = true
      return
    }
    if (left <= 0) isCut = true
    if (depth >= DEPTH || left <= 0) return
    open.add(path)
    const entries = entriesOf(node)
    if (entries.length > PAGE) isCut = true
    for (const [key, child] of entries.slice(0, PAGE)) {
      left -= String(key).length + 4
      visit(child, childPath(path, key), depth + 1)
    }
  }

  visit(value, ROOT, 0)
  return { open, isCut }
}
