import type { HttpToolConfig, JsonSchema } from '@lathe/contract'
import { followed, isObject, type Node, objectOf } from './node.ts'
import type { Arguments } from './parameters.ts'
import { OpenApiRefusal } from './refusal.ts'
import type { Schemas } from './to-schema.ts'

const FORM = 'application/x-www-form-urlencoded'
/** What a text can be sent as: arguments hold no other bytes. */
const PLAIN = /^text\/[\w.+-]+|^application\/([\w.+-]*\+)?(xml|yaml|x-ndjson|octet-stream)\b/

/** Adds the body's own properties to the arguments, or the whole body as one where that cannot be. */
export function readBody(
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
    if (isRequired) throw new OpenApiRefusal('requestBody', `It takes a body of ${types} only`)
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
  if (isForm) throw new OpenApiRefusal('requestBody', 'Its form has no fields of its own')
  return { type: 'json', value: wholeBody(read, schemas.convert(given), isRequired) }
}

function plainBody(contentType: string, read: Arguments, isRequired: boolean) {
  const schema = { type: 'string', description: `The ${contentType} that is sent, as UTF-8` }
  return { type: 'text', value: wholeBody(read, schema, isRequired), contentType } as const
}

/** The body as one argument; what stands for it in a template. */
function wholeBody(read: Arguments, schema: JsonSchema, isRequired: boolean): string {
  const name = Object.hasOwn(read.properties, 'body') ? 'request_body' : 'body'
  read.properties[name] = schema
  if (isRequired) read.required.push(name)
  return `{${name}}`
}

const isApart = (properties: Node, read: Arguments): boolean =>
  Object.keys(properties).every((name) => !Object.hasOwn(read.properties, name))
