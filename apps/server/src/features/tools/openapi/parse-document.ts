import { OPENAPI_CHARACTERS, TOO_DEEP, tooDeep } from '@lathe/contract'
import { isObject, type Node } from './node.ts'
import { partsRead } from './parts-read.ts'
import { OpenApiRefusal } from './refusal.ts'

/** What aliases of YAML may blow a document up to. */
const MAX_ALIASES = 100

/** An OpenAPI 3.0 or 3.1 document, valid in what is read of it; nothing outside of it is looked at. */
export async function parseDocument(text: string): Promise<Node> {
  if (text.length > OPENAPI_CHARACTERS) {
    throw new OpenApiRefusal('', `The document is longer than ${OPENAPI_CHARACTERS} characters`)
  }
  const document = await read(text)
  const deep = tooDeep(document)
  if (deep) throw new OpenApiRefusal(deep.slice(0, 8).join('.'), TOO_DEEP)
  if (!isObject(document)) throw new OpenApiRefusal('', 'This is not an OpenAPI document')
  checkVersion(document)

  const { Validator } = await import('@seriousme/openapi-schema-validator')
  const { valid, errors } = await new Validator().validate(structuredClone(partsRead(document)))
  if (valid) return document
  const first = Array.isArray(errors) ? errors.toSorted(deepestFirst)[0] : undefined
  const path = first?.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/') ?? ''
  const told = typeof errors === 'string' ? errors : 'it is not valid'
  const message = first?.message ?? told
  throw new OpenApiRefusal(path, `Not a valid OpenAPI document: ${message}`)
}

/** The shallow ones only say that something beneath them is wrong. */
const deepestFirst = (a: { instancePath: string }, b: { instancePath: string }): number =>
  b.instancePath.split('/').length - a.instancePath.split('/').length

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
