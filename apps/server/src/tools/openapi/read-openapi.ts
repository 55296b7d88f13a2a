import { MAX_OPENAPI_LENGTH, type OpenApiScheme, findTooDeepPath } from '@lathe/contract'
import { isObject, listOf, type Node, objectOf, textOf } from './node.ts'
import { type ReadOperation, readOperations } from './read-operations.ts'
import { schemesOf } from './security.ts'
import { findOperationProblems, removeDeepParts } from './operation-problems.ts'
import { OpenApiRefusal } from './refusal.ts'

export type OpenApiContents = {
  title: string
  servers: string[]
  schemes: OpenApiScheme[]
  operations: ReadOperation[]
}

/** Reads a document. `from`: the URL it was fetched from, to which server URLs may be relative. */
export async function readOpenApiText(text: string, from?: string): Promise<OpenApiContents> {
  const { document, problems } = await parseDocument(text)
  const schemes = schemesOf(document)
  return {
    title: textOf(objectOf(document['info'])['title']).slice(0, 200),
    servers: serversOf(document, from),
    schemes,
    operations: readOperations(document, schemes, problems),
  }
}

function serversOf(document: Node, from: string | undefined): string[] {
  const servers = listOf(document['servers']).map((one) => {
    const server = objectOf(one)
    const variables = objectOf(server['variables'])
    return textOf(server['url']).replaceAll(
      /\{([^{}]*)\}/g,
      (whole, name: string) => textOf(objectOf(variables[name])['default']) || whole,
    )
  })
  const absolute = [...servers, ...(servers.length === 0 && from !== undefined ? ['/'] : [])].map(
    (url) => URL.parse(url, from)?.href.replace(/\/$/, ''),
  )
  return [...new Set(absolute.filter((url) => url !== undefined && /^https?:/.test(url)))].flatMap(
    (url) => url ?? [],
  )
}

/** Limits the expansion of YAML aliases. */
const MAX_ALIASES = 100

type ParsedDocument = {
  document: Node
  /** The reasons operations cannot be read, by title. */
  problems: ReadonlyMap<string, string>
}

/** Reads an OpenAPI 3.0 or 3.1 document, of which single operations may be wrong. Follows no reference out of it. */
async function parseDocument(text: string): Promise<ParsedDocument> {
  if (text.length > MAX_OPENAPI_LENGTH) {
    throw new OpenApiRefusal('', `The document is longer than ${MAX_OPENAPI_LENGTH} characters`)
  }
  const parsed = await read(text)
  if (!isObject(parsed)) throw new OpenApiRefusal('', 'This is not an OpenAPI document')
  const { document, problems } = findTooDeepPath(parsed)
    ? removeDeepParts(parsed)
    : { document: parsed, problems: new Map<string, string>() }
  checkVersion(document)
  return { document, problems: new Map([...(await findOperationProblems(document)), ...problems]) }
}

async function read(text: string): Promise<unknown> {
  try {
    // JSON first, because it parses much faster.
    if (/^\s*\{/.test(text)) return JSON.parse(text)
    const { parse } = await import('yaml')
    return parse(text, { maxAliasCount: MAX_ALIASES })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new OpenApiRefusal('', `Neither JSON nor YAML: ${reason}`)
  }
}

function checkVersion({ openapi, swagger }: Node): void {
  if (typeof openapi === 'string' && /^3\.[01]\./.test(openapi)) return
  if (swagger !== undefined) {
    throw new OpenApiRefusal(
      'swagger',
      'Swagger 2.0 is not supported: convert it to OpenAPI 3 first',
    )
  }
  throw new OpenApiRefusal('openapi', 'The version must be 3.0 or 3.1')
}
