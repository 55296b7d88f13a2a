import { OpenApiRefusal } from './refusal.ts'

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** An object of the document. */
export type Node = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): Node => (isObject(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** References may lead to references, up to this limit. */
const MOST_HOPS = 20

/** Follows the reference of an object, if any. */
export function followed(document: Node, value: unknown): Node {
  let node = objectOf(value)
  for (let hops = 0; typeof node['$ref'] === 'string'; hops++) {
    const ref = node['$ref']
    if (hops === MOST_HOPS) throw new OpenApiRefusal(ref, 'References form a cycle')
    node = target(document, ref)
  }
  return node
}

export function target(document: Node, ref: string): Node {
  if (!ref.startsWith('#/')) {
    throw new OpenApiRefusal(
      ref,
      `\`${ref}\` is outside the document: bundle it into one document first`,
    )
  }
  let found: unknown = document
  for (const part of ref.slice(2).split('/')) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  if (isObject(found)) return found
  throw new OpenApiRefusal(ref, `\`${ref}\` does not exist in the document`)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
