import type { JsonSchema } from '@lathe/contract'
import { followed, listOf, type Node, objectOf, textOf } from './node.ts'
import { OpenApiRefusal } from './refusal.ts'
import type { Schemas } from './to-schema.ts'

export type Arguments = {
  properties: Record<string, JsonSchema>
  required: string[]
  /** The path with argument placeholders. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** Media types of a body that cannot be sent. */
  leftOut?: string
}

/** Set by Lathe itself. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** Parameters of the operation precede those of its path. */
export function readParameters(
  document: Node,
  path: string,
  [pathItem, operation]: [Node, Node],
  schemas: Schemas,
): Arguments {
  const given = [...listOf(operation['parameters']), ...listOf(pathItem['parameters'])]
  const parameters = new Map<string, Node>()
  for (const one of given) {
    const parameter = followed(document, one)
    const key = `${textOf(parameter['in'])} ${textOf(parameter['name'])}`
    if (!parameters.has(key)) parameters.set(key, parameter)
  }
  const read: Arguments = { properties: {}, required: [], path, query: {}, headers: {} }
  for (const parameter of parameters.values()) add(read, parameter, schemas)
  return read
}

function add(read: Arguments, parameter: Node, schemas: Schemas): void {
  const name = textOf(parameter['name'])
  const place = textOf(parameter['in'])
  const isRequired = parameter['required'] === true || place === 'path'
  if (place === 'header' && OWN_HEADERS.has(name.toLowerCase())) return
  if (place === 'cookie') {
    if (isRequired) throw new OpenApiRefusal(name, `The operation needs the cookie \`${name}\``)
    return
  }
  const argument = freeName(name, place, read.properties)
  const [content] = Object.values(objectOf(parameter['content']))
  const schema = schemas.convert(parameter['schema'] ?? objectOf(content)['schema'])
  const description = textOf(parameter['description']).slice(0, 1_000)
  read.properties[argument] = { ...schema, ...(description && { description }) }
  if (isRequired) read.required.push(argument)
  if (place === 'path') read.path = read.path.replaceAll(`{${name}}`, `{${argument}}`)
  else if (place === 'query') read.query[name] = `{${argument}}`
  else read.headers[name] = `{${argument}}`
}

/** Returns a name that a template can contain and no other argument has. */
function freeName(name: string, place: string, taken: Record<string, unknown>): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_.-]+/g, '_').replace(/^_|_$/g, '') || place
  return Object.hasOwn(taken, plain) ? `${plain}_${place}` : plain
}
