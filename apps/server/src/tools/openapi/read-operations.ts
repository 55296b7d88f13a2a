import type { HttpToolConfig, JsonSchema, OpenApiOperation, OpenApiScheme } from '@lathe/contract'
import { schemaIssues } from '@lathe/graph'
import { followed, isObject, METHODS, type Node, objectOf, textOf } from './node.ts'
import { operationTitle } from './operation-problems.ts'
import { type Arguments, readParameters } from './parameters.ts'
import { OpenApiRefusal } from './refusal.ts'
import { securityReader } from './security.ts'
import { createSchemas, type Schemas } from './to-schema.ts'

const LONGEST_SCHEMA = 100_000
const MOST_OPERATIONS = 2_000

/** An operation with its request, without the server URL. */
export type ReadOperation = OpenApiOperation & {
  request: Pick<HttpToolConfig, 'method' | 'url' | 'query' | 'headers' | 'body'>
}

export function readOperations(
  document: Node,
  schemes: readonly OpenApiScheme[],
  problems: ReadonlyMap<string, string>,
): ReadOperation[] {
  const context = {
    document,
    problems,
    taken: new Set<string>(),
    securityOf: securityReader(document, schemes),
  }
  const all = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) => {
    const pathItem = followed(document, item)
    return METHODS.flatMap((method) =>
      pathItem[method] === undefined
        ? []
        : [{ path, method, pathItem, operation: objectOf(pathItem[method]) }],
    )
  })
  if (all.length > MOST_OPERATIONS) {
    throw new OpenApiRefusal('paths', `The document has more than ${MOST_OPERATIONS} operations`)
  }
  return all.map((one) => readOperation(context, one))
}

type Context = {
  document: Node
  /** Problems of invalid operations, by title. */
  problems: ReadonlyMap<string, string>
  /** Names of tools. */
  taken: Set<string>
  securityOf: (operation: Node) => string[][]
}

type Found = { path: string; method: (typeof METHODS)[number]; pathItem: Node; operation: Node }

function readOperation(
  { document, problems, taken, securityOf }: Context,
  found: Found,
): ReadOperation {
  const { path, method, operation } = found
  const title = operationTitle(method, path)
  const known = {
    operation: title,
    name: toolName(textOf(operation['operationId']) || method + path, taken),
    description: descriptionOf(operation) || title,
    effect: method === 'get' ? ('read' as const) : ('write' as const),
    security: securityOf(operation),
  }
  const verb = method.toUpperCase() as Uppercase<typeof method>
  const nothing = {
    method: verb,
    url: path,
    query: {},
    headers: {},
    body: { type: 'none' as const },
  }
  const problem = problems.get(title)
  if (problem !== undefined) return { ...known, schema: {}, request: nothing, problem }
  try {
    const operation = followed(document, found.operation)
    const { schema, request, leftOut } = argumentsOf(document, { ...found, operation })
    const description =
      leftOut === undefined
        ? known.description
        : `${known.description}\n\nIt is called without its body of ${leftOut}: no tool can send that.`
    return { ...known, description, schema, request: { ...nothing, ...request }, problem: null }
  } catch (error) {
    if (!(error instanceof OpenApiRefusal)) throw error
    return { ...known, schema: {}, request: nothing, problem: error.message }
  }
}

function argumentsOf(document: Node, { path, method, pathItem, operation }: Found) {
  const schemas = createSchemas(document)
  const read = readParameters(document, path, [pathItem, operation], schemas)
  const body = method === 'get' ? undefined : readBody(document, operation, read, schemas)
  const lost = /\{[^}]*\}/.exec(
    read.path.replaceAll(/\{([^{}]*)\}/g, (all, name: string) =>
      read.required.includes(name) ? '' : all,
    ),
  )
  if (lost) throw new OpenApiRefusal(path, `The path parameter \`${lost[0]}\` is not defined`)
  const defs = schemas.defs()
  const schema: JsonSchema = {
    type: 'object',
    properties: shallow(read.properties, defs),
    ...(read.required.length > 0 && { required: [...new Set(read.required)] }),
    additionalProperties: false,
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  }
  if (JSON.stringify(schema).length > LONGEST_SCHEMA) {
    throw new OpenApiRefusal(
      path,
      `The schema of its arguments exceeds ${LONGEST_SCHEMA} characters`,
    )
  }
  const [issue] = schemaIssues(schema)
  if (issue)
    throw new OpenApiRefusal(path, `Argument schema at \`${issue.path}\`: ${issue.message}`)
  const { query, headers, leftOut } = read
  return { schema, leftOut, request: { url: read.path, query, headers, ...(body && { body }) } }
}

/** Resolves top-level references, which makes the schema easier to read. */
function shallow(
  properties: Record<string, JsonSchema>,
  defs: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { $ref, ...own }]) => {
      const def = typeof $ref === 'string' ? defs[$ref.replace('#/$defs/', '')] : undefined
      return [name, { ...def, ...own }]
    }),
  )
}

const descriptionOf = ({ summary, description }: Node): string =>
  [textOf(summary), textOf(description)].filter(Boolean).join('\n\n').slice(0, 1_000).trim()

function toolName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'operation'
  let name = plain.slice(0, 64)
  for (let nth = 2; taken.has(name); nth++) name = `${plain.slice(0, 60)}_${nth}`
  taken.add(name)
  return name
}

const FORM = 'application/x-www-form-urlencoded'
/** Media types that can be sent as text. */
const PLAIN = /^text\/[\w.+-]+|^application\/([\w.+-]*\+)?(xml|yaml|x-ndjson|octet-stream)\b/

/**
 * Adds the properties of the body to the arguments, or the whole body as one argument if they
 * clash.
 */
function readBody(
  document: Node,
  operation: Node,
  read: Arguments,
  schemas: Schemas,
): HttpToolConfig['body'] {
  if (operation['requestBody'] === undefined) return { type: 'none' }
  const body = followed(document, operation['requestBody'])
  const content = objectOf(body['content'])
  const type =
    Object.keys(content).find((name) => /^application\/([\w.+-]*\+)?json\b|^\*\/\*$/.test(name)) ??
    Object.keys(content).find((name) => name.startsWith(FORM))
  const isRequired = body['required'] === true
  if (type === undefined) {
    const plain = Object.keys(content).find((name) => PLAIN.test(name))
    if (plain !== undefined) return plainBody(PLAIN.exec(plain)?.[0] ?? plain, read, isRequired)
    const types = Object.keys(content).join(', ')
    if (isRequired)
      throw new OpenApiRefusal('requestBody', `The operation only accepts a body of type ${types}`)
    read.leftOut = types
    return { type: 'none' }
  }
  const given = objectOf(content[type])['schema']
  const whole = followed(document, given)
  const isForm = type.startsWith(FORM)
  if (isObject(whole['properties']) && isApart(whole['properties'], read)) {
    const schema = schemas.convert(whole)
    Object.assign(read.properties, schema['properties'])
    if (isRequired && Array.isArray(schema['required'])) {
      read.required.push(...schema['required'].map(String))
    }
    return { type: isForm ? 'form' : 'rest' }
  }
  if (isForm) throw new OpenApiRefusal('requestBody', 'The form has no fields')
  return { type: 'json', value: wholeBody(read, schemas.convert(given), isRequired) }
}

function plainBody(contentType: string, read: Arguments, isRequired: boolean) {
  const schema = { type: 'string', description: `The ${contentType} body, as UTF-8 text` }
  return { type: 'text', value: wholeBody(read, schema, isRequired), contentType } as const
}

/** Adds the body as one argument. Returns its template. */
function wholeBody(read: Arguments, schema: JsonSchema, isRequired: boolean): string {
  const name = Object.hasOwn(read.properties, 'body') ? 'request_body' : 'body'
  read.properties[name] = schema
  if (isRequired) read.required.push(name)
  return `{${name}}`
}

const isApart = (properties: Node, read: Arguments): boolean =>
  Object.keys(properties).every((name) => !Object.hasOwn(read.properties, name))
