import { TOO_DEEP, findTooDeepPath } from '@lathe/contract'
import { isObject, METHODS, type Node, objectOf } from './node.ts'
import { OpenApiRefusal } from './refusal.ts'

export const operationTitle = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path}`

/**
 * Validates a document as a whole, and where that fails each operation with the components it refers to. Returns a problem
 * for the title of each operation that is not valid. Throws `OpenApiRefusal` when the document around them is not.
 */
export async function findOperationProblems(document: Node): Promise<Map<string, string>> {
  const findIssue = await loadValidator()
  const parts = partsRead(document)
  const issue = await findIssue(parts)
  if (!issue) return new Map()

  const { paths, components, ...frame } = parts
  if (!isObject(paths) || (await findIssue({ ...frame, paths: {} }))) {
    throw new OpenApiRefusal(issue.path, `Not a valid OpenAPI document: ${issue.message}`)
  }
  const problems = new Map<string, string>()
  for (const { method, path, item } of operationsIn(paths)) {
    const used = componentsUsedBy(item, objectOf(components))
    const found = await findIssue({ ...frame, paths: { [path]: item }, components: used })
    if (!found) continue
    const message = `It is not valid OpenAPI: \`${found.path}\` ${found.message}`
    problems.set(operationTitle(method, path), message)
  }
  return problems
}

/** Returns each operation with the parameters of its path. */
function operationsIn(paths: Node): { method: string; path: string; item: Node }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { parameters, [method]: operation } = objectOf(item)
      if (operation === undefined) return []
      const shared = parameters === undefined ? {} : { parameters }
      return [{ method, path, item: { ...shared, [method]: operation } }]
    }),
  )
}

type Components = Record<string, Record<string, unknown>>

function componentsUsedBy(item: Node, all: Node): Components {
  const used: Components = {}
  const open: unknown[] = [item]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      open.push(value)
      const [, kind = '', name = ''] =
        key === '$ref' && typeof value === 'string'
          ? (/^#\/components\/([^/]+)\/([^/]+)/.exec(value) ?? [])
          : []
      const found = objectOf(all[kind])[name]
      if (found === undefined || used[kind]?.[name] !== undefined) continue
      used[kind] = { ...used[kind], [name]: found }
      open.push(found)
    }
  }
  return used
}

type Issue = { path: string; message: string }

async function loadValidator(): Promise<(document: Node) => Promise<Issue | null>> {
  const { Validator } = await import('@seriousme/openapi-schema-validator')
  // Unsupported patterns are left out of tools, and addresses are reported where they are read.
  const validator = new Validator({ validateFormats: false })
  return async (document) => {
    const { errors } = await validator.validate(structuredClone(document))
    // Reference errors are reported where references are followed.
    if (!Array.isArray(errors)) return null
    const [deepest] = errors.toSorted(deepestFirst)
    const path = deepest?.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/') ?? ''
    return { path, message: deepest?.message ?? 'The document is not valid' }
  }
}

/** Shallow errors only repeat that something below them is invalid. */
const deepestFirst = (a: { instancePath: string }, b: { instancePath: string }): number =>
  b.instancePath.split('/').length - a.instancePath.split('/').length

/**
 * Removes operations and components that nest too deeply, and returns the problem of each such
 * operation.
 */
export function removeDeepParts(document: Node): { document: Node; problems: Map<string, string> } {
  const problems = new Map<string, string>()
  const paths = mapValues(document['paths'], (item, path) =>
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => {
        if (!METHODS.some((name) => name === method) || !findTooDeepPath(operation))
          return [method, operation]
        problems.set(operationTitle(method, path), TOO_DEEP)
        return [method, {}]
      }),
    ),
  )
  const components = mapValues(document['components'], (group) =>
    Object.fromEntries(
      Object.entries(group).filter(([, component]) => !findTooDeepPath(component)),
    ),
  )
  const rest = { ...document, ...(paths && { paths }), ...(components && { components }) }
  const deep = findTooDeepPath(rest)
  if (deep) throw new OpenApiRefusal(deep.slice(0, 8).join('.'), TOO_DEEP)
  return { document: rest, problems }
}

const mapValues = (node: unknown, change: (value: Node, key: string) => Node): Node | undefined =>
  isObject(node)
    ? Object.fromEntries(
        Object.entries(node).map(([key, value]) => [
          key,
          isObject(value) ? change(value, key) : value,
        ]),
      )
    : undefined

const OPERATIONS: ReadonlySet<string> = new Set(METHODS)
const OF_OPERATION = ['operationId', 'summary', 'description', 'parameters', 'requestBody']
const OF_COMPONENTS = ['schemas', 'parameters', 'requestBodies']

/** Reduces a document to the parts that tools are made of: many documents are invalid elsewhere. */
function partsRead({ openapi, info, paths, components }: Node): Node {
  return {
    openapi,
    info: { title: '', version: '', ...pick(info, ['title']) },
    paths: isObject(paths) ? mapped(paths, readPath) : paths,
    ...(components !== undefined && { components: readComponents(components) }),
  }
}

const readPath = (item: unknown): unknown =>
  isObject(item)
    ? Object.fromEntries(
        Object.entries(item).flatMap(([key, value]) => {
          if (OPERATIONS.has(key)) return [[key, readOperation(value)]]
          return key === 'parameters' || key === '$ref' ? [[key, value]] : []
        }),
      )
    : item

const readOperation = (operation: unknown): unknown =>
  isObject(operation)
    ? {
        ...pick(operation, OF_OPERATION),
        ...('requestBody' in operation && { requestBody: readBody(operation['requestBody']) }),
        responses: { default: { description: '' } },
      }
    : operation

function readComponents(components: unknown): Node {
  const read = pick(components, OF_COMPONENTS)
  const { requestBodies } = read
  return isObject(requestBodies)
    ? { ...read, requestBodies: mapped(requestBodies, readBody) }
    : read
}

/** Examples may contain arbitrary references. */
const readBody = (body: unknown): unknown =>
  isObject(body) && isObject(body['content'])
    ? { ...body, content: mapped(body['content'], (media) => pick(media, ['schema', 'encoding'])) }
    : body

const pick = (value: unknown, keys: readonly string[]): Node => {
  const node = objectOf(value)
  return Object.fromEntries(
    keys.filter((key) => node[key] !== undefined).map((key) => [key, node[key]]),
  )
}

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]))
