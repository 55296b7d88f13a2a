import { isObject, METHODS, type Node, objectOf } from './node.ts'

const OPERATIONS: ReadonlySet<string> = new Set(METHODS)
const OF_OPERATION = ['operationId', 'summary', 'description', 'parameters', 'requestBody']
const OF_COMPONENTS = ['schemas', 'parameters', 'requestBodies']

/** A document in what tools are made of: many are wrong somewhere, and most of that does not matter here. */
export function partsRead({ openapi, info, paths, components }: Node): Node {
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

/** Its examples may refer to anything. */
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
