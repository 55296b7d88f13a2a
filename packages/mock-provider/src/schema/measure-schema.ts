import { badRequest } from '../errors.ts'
import { isObject, type JsonObject } from '../wire/json.ts'

/** Values and characters that a schema may require. Models return fewer. */
const LIMIT = 10_000

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const NESTED = ['additionalProperties', 'contains', 'not', 'if', 'then', 'else']

/** References on the way to a subschema; `required` holds those that a value cannot avoid. */
type RefPath = { all: readonly string[]; required: readonly string[] }

/**
 * Counts the references of a schema into itself. Throws a 400 for a schema that requires more than an answer can hold,
 * whose references expand to more, or that requires itself.
 */
export function countCycles(schema: JsonObject): number {
  let total = 0
  let cycles = 0
  const visit = (node: unknown, copies: number, refPath: RefPath): void => {
    if (!isObject(node)) return
    const optional = { all: refPath.all, required: [] }
    const minItems = minimum(node, 'minItems')
    const minLength = Math.max(minimum(node, 'minLength'), minimum(node, 'minProperties'))
    total += copies * (1 + minLength + minItems)
    if (total > LIMIT) {
      throw badRequest('Invalid schema: it asks for more than an answer holds.', 'schema')
    }
    const { $ref: ref, properties, required } = node
    if (typeof ref === 'string' && refPath.all.includes(ref)) {
      if (refPath.required.includes(ref)) {
        throw badRequest('Invalid schema: it requires itself, so no value satisfies it.', 'schema')
      }
      cycles += 1
    } else if (typeof ref === 'string') {
      const all = [...refPath.all, ref]
      visit(resolve(schema, ref), copies, { all, required: [...refPath.required, ref] })
    }
    visit(node['items'], copies * Math.max(1, minItems), minItems > 0 ? refPath : optional)
    for (const keyword of NESTED) visit(node[keyword], copies, optional)
    for (const keyword of LISTS) {
      const list = node[keyword]
      const inner = keyword === 'allOf' ? refPath : optional
      if (Array.isArray(list)) for (const item of list) visit(item, copies, inner)
    }
    if (!isObject(properties)) return
    for (const [name, property] of Object.entries(properties)) {
      const isRequired = Array.isArray(required) && required.includes(name)
      visit(property, copies, isRequired ? refPath : optional)
    }
  }
  visit(schema, 1, { all: ['#'], required: ['#'] })
  return cycles
}

function minimum(node: JsonObject, keyword: string): number {
  const value = node[keyword]
  return typeof value === 'number' ? value : 0
}

/** Follows a JSON pointer such as `#/$defs/tree`. */
const resolve = (root: JsonObject, ref: string): unknown =>
  ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), root)
