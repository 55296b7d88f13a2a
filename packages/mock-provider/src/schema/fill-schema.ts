import { Validator } from '@cfworker/json-schema'
import { generateSync, type GenerateSyncOptions } from 'json-schema-faker'
import { badRequest } from '../errors.ts'
import { isObject, type JsonObject } from '../wire/json.ts'
import { createPatternCompiler } from './patterns.ts'

type FillOptions = {
  /** Decides the values: the same seed gives the same value. */
  seed: number
  /** An enum value that this text mentions is preferred. */
  text: string
}

/** Full values with readable samples first, then random ones, then small ones that end recursive schemas. */
const ATTEMPTS: readonly { isReadable: boolean; isSmall: boolean }[] = [
  ...Array.from({ length: 3 }, () => ({ isReadable: true, isSmall: false })),
  ...Array.from({ length: 3 }, () => ({ isReadable: false, isSmall: false })),
  ...Array.from({ length: 6 }, () => ({ isReadable: false, isSmall: true })),
]
/** A schema with more cycles grows too fast for a full value. */
const MAX_CYCLES = 4

const FULL: GenerateSyncOptions = {
  alwaysFakeOptionals: true,
  maxDefaultItems: 2,
  refDepth: 3,
  maxDepth: 8,
}
const SMALL: GenerateSyncOptions = {
  optionalsProbability: 0,
  maxDefaultItems: 0,
  refDepth: 3,
  maxDepth: 12,
}

/** Returns a value that satisfies a JSON Schema. Throws a 400 if none is found. */
export function fillSchema(schema: JsonObject, { seed, text }: FillOptions): unknown {
  const isCyclic = countCycles(schema) > MAX_CYCLES
  const isValid = createCheck(schema)
  const [full, small] = [simplify(schema, false), simplify(schema, true)]
  for (const [attempt, { isReadable, isSmall: isLate }] of ATTEMPTS.entries()) {
    const isSmall = isLate || isCyclic
    const value = generate(isSmall ? small : full, {
      ...(isSmall ? SMALL : FULL),
      ...(isCyclic && { refDepth: 1, maxDepth: 4 }),
      seed: seed + attempt,
      ...(isReadable && {
        outputTransform: (generated, node, path) =>
          isObject(node) ? readableValue(generated, node, path, text) : generated,
      }),
    })
    if (value !== undefined && isValid(value)) return value
  }
  throw badRequest('Invalid schema: the demo model found no value that satisfies it.', 'schema')
}

function generate(schema: JsonObject, options: GenerateSyncOptions): unknown {
  try {
    return generateSync(structuredClone(schema), options)
  } catch {
    return undefined
  }
}

const CONSTRAINTS = ['const', 'format', 'pattern', 'minimum', 'maximum', 'multipleOf']

/** Replaces random letters and numbers by values that a reader recognises as samples. */
function readableValue(value: unknown, node: JsonObject, path: string, text: string): unknown {
  if (Array.isArray(node['enum'])) return mentionedValue(node['enum'], text) ?? value
  if (CONSTRAINTS.some((keyword) => keyword in node)) return value
  if (typeof value === 'number') return Math.round(Math.abs(value)) % 100
  if (typeof value !== 'string') return value
  const { minLength = 0, maxLength = Infinity } = node
  const sample = sampleText(path)
  return sample.length < Number(minLength) ? value : sample.slice(0, Number(maxLength))
}

/** The only enum value that a text mentions. */
function mentionedValue(values: readonly unknown[], text: string): unknown {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const mentioned = values.filter(
    (value) => typeof value === 'string' && words.includes(` ${value.toLowerCase()} `),
  )
  return mentioned.length === 1 ? mentioned[0] : undefined
}

/** Names the field: `Sample summary`, `Sample tags 1`. */
function sampleText(path: string): string {
  const names = path.split('/').filter((part) => part !== '')
  const index = /^\d+$/.test(names.at(-1) ?? '') ? ` ${Number(names.pop()) + 1}` : ''
  const name = (names.at(-1) ?? 'text')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
  return `Sample ${name.toLowerCase()}${index}`
}

/** Interprets the schema instead of compiling it to code. A schema that cannot be read accepts every value. */
function createCheck(schema: JsonObject): (value: unknown) => boolean {
  const dialect = schema['$schema']
  const draft = typeof dialect === 'string' && /draft-0[467]/.test(dialect) ? '7' : '2020-12'
  const copy = structuredClone(schema)
  const compilePattern = createPatternCompiler()
  return (value) => {
    try {
      return new Validator(copy, draft, true, compilePattern).validate(value).valid
    } catch {
      return true
    }
  }
}

/**
 * Drops `patternProperties`, which the generator would test on a backtracking engine and which only concern additional
 * properties. A small schema also drops references from alternatives, so that recursion ends.
 */
const simplify = (schema: JsonObject, isSmall: boolean): JsonObject =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'patternProperties' && isObject(value)) return undefined
      if (!isSmall || !['anyOf', 'oneOf'].includes(key) || !Array.isArray(value)) return value
      const withoutRefs = value.filter((branch) => !(isObject(branch) && '$ref' in branch))
      return withoutRefs.length > 0 ? withoutRefs : value
    }),
  )

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
function countCycles(schema: JsonObject): number {
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
