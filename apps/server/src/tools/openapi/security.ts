import type { OpenApiScheme } from '@lathe/contract'
import { followed, listOf, type Node, objectOf, textOf } from './node.ts'
import { OpenApiRefusal } from './refusal.ts'

const MOST_SCHEMES = 50
const MOST_SETS = 20
const LONGEST_ID = 200

/** Returns the schemes whose secret a call can send. */
export function schemesOf(document: Node): OpenApiScheme[] {
  const schemes = objectOf(objectOf(document['components'])['securitySchemes'])
  return Object.entries(schemes)
    .flatMap(([id, one]): OpenApiScheme[] => {
      const kind = id.length > LONGEST_ID ? undefined : kindOf(found(document, one))
      return kind ? [{ id, ...kind }] : []
    })
    .slice(0, MOST_SCHEMES)
}

/** Returns the scheme sets of an operation, one of which suffices. */
export function securityReader(
  document: Node,
  schemes: readonly OpenApiScheme[],
): (operation: Node) => string[][] {
  const known = new Set(schemes.map(({ id }) => id))
  const setsOf = (security: readonly unknown[]) =>
    security
      .map((set) => Object.keys(objectOf(set)))
      .filter((ids) => ids.length > 0 && ids.every((id) => known.has(id)))
      .slice(0, MOST_SETS)
  // If schemes are defined but never used, they apply to all operations.
  const forAll = Array.isArray(document['security'])
    ? setsOf(document['security'])
    : speaksOfSecurity(document)
      ? []
      : schemes.map(({ id }) => [id])
  return ({ security }) => (Array.isArray(security) ? setsOf(security) : forAll)
}

const speaksOfSecurity = ({ paths }: Node): boolean =>
  Object.values(objectOf(paths)).some((item) =>
    Object.values(objectOf(item)).some((operation) => listOf(objectOf(operation)['security'])[0]),
  )

/** An invalid reference costs its scheme, not the document. */
function found(document: Node, scheme: unknown): Node {
  try {
    return followed(document, scheme)
  } catch (error) {
    if (error instanceof OpenApiRefusal) return {}
    throw error
  }
}

function kindOf(scheme: Node): Omit<OpenApiScheme, 'id'> | undefined {
  const type = textOf(scheme['type'])
  const place = textOf(scheme['in'])
  if (type === 'apiKey') {
    return place === 'header' || place === 'query'
      ? { type: place, name: textOf(scheme['name']) }
      : undefined
  }
  if (type === 'http' && textOf(scheme['scheme']).toLowerCase() === 'basic') {
    return { type: 'basic', name: '' }
  }
  const isBearer = ['http', 'oauth2', 'openIdConnect'].includes(type)
  return isBearer ? { type: 'bearer', name: '' } : undefined
}
