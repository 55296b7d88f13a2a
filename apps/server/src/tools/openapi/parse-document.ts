import { OPENAPI_CHARACTERS, tooDeep } from '@lathe/contract'
import { isObject, type Node } from './node.ts'
import { findOperationProblems, removeDeepParts } from './operation-problems.ts'
import { OpenApiRefusal } from './refusal.ts'

/** What aliases of YAML may blow a document up to. */
const MAX_ALIASES = 100

export type ParsedDocument = {
  document: Node
  /** Why an operation cannot be read, by its title. */
  problems: ReadonlyMap<string, string>
}

/** Reads an OpenAPI 3.0 or 3.1 document, of which single operations may be wrong. Follows no reference out of it. */
export async function parseDocument(text: string): Promise<ParsedDocument> {
  if (text.length > OPENAPI_CHARACTERS) {
    throw new OpenApiRefusal('', `The document is longer than ${OPENAPI_CHARACTERS} characters`)
  }
  const parsed = await read(text)
  if (!isObject(parsed)) throw new OpenApiRefusal('', 'This is not an OpenAPI document')
  const { document, problems } = tooDeep(parsed)
    ? removeDeepParts(parsed)
    : { document: parsed, problems: new Map<string, string>() }
  checkVersion(document)
  return { document, problems: new Map([...(await findOperationProblems(document)), ...problems]) }
}

async function read(text: string): Promise<unknown> {
  try {
    // As JSON first: a brace tells, and it is much faster.
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
    throw new OpenApiRefusal('swagger', 'Swagger 2.0 is not read: convert it to OpenAPI 3 first')
  }
  throw new OpenApiRefusal('openapi', 'The version must be 3.0 or 3.1')
}
