import type { JsonSchema } from '@lathe/contract'
import { parseTemplate } from '../../text/template.ts'
import type { Token } from '../../text/template.ts'
import { HARD_BREAK } from '../print/layout.ts'
import { inTemplate, member, quote, textLiteral } from '../print/literal.ts'
import { RUNTIME } from './code.ts'
import { holds, nameSchema } from './scope.ts'
import type { NodeWriter } from './scope.ts'
import { typeOf } from './types.ts'

/** The element of a section. */
type Frame = { code: string; schema: JsonSchema }

type Found = Frame & { isSure: boolean }

/** Writes a mustache template as a template literal. */
export function templateCode(writer: NodeWriter, text: string): { code: string; isBlank: boolean } {
  const { tokens } = parseTemplate(text)
  const constant = tokens.every(([type]) => type === 'text')
    ? tokens.map(([, value]) => value).join('')
    : null
  if (constant !== null) return { code: textLiteral(constant), isBlank: constant.trim() === '' }
  const isBlank = !tokens.some(([type, value]) => type === 'text' && value.trim() !== '')
  return { code: literalText(writer, tokens, []), isBlank }
}

function literalText(
  writer: NodeWriter,
  tokens: readonly Token[],
  frames: readonly Frame[],
): string {
  if (tokens.every(([type]) => type === 'text')) {
    return textLiteral(tokens.map(([, value]) => value).join(''))
  }
  const parts = tokens.map(([type, value, , , children]) => {
    if (type === 'text') return inTemplate(value)
    const found = lookUp(writer, value, frames)
    if (type === '#') return `\${${section(writer, value, found, children ?? [], frames)}}`
    if (type === '^') return `\${${inverted(writer, found, children ?? [], frames)}}`
    return `\${${shown(writer, found)}}`
  })
  return `\`${parts.join('')}\``
}

function lookUp(writer: NodeWriter, path: string, frames: readonly Frame[]): Found {
  const innermost = frames.at(-1)
  if (path === '.') {
    return innermost ? { ...innermost, isSure: true } : { code: '{}', schema: {}, isSure: true }
  }
  const [head = '', ...rest] = path.split('.')
  const objectFrames = frames.filter(({ schema }) => !isPrimitive(schema))
  if (objectFrames.length === 0 && rest.length === 0) {
    const isSure = holds(writer, head)
    return { code: member('state', head), schema: nameSchema(writer, head), isSure }
  }
  const look = writer.module.use('lookUpPath', RUNTIME)
  const places = [...objectFrames.map(({ code }) => code).toReversed(), 'state']
  return { code: `${look}(${quote(path)}, ${places.join(', ')})`, schema: {}, isSure: false }
}

const isPrimitive = (schema: JsonSchema) =>
  /^(string|number|boolean|'[^']*'( \| '[^']*')*)$/.test(typeOf(schema))

const isList = (schema: JsonSchema) => schema['type'] === 'array' && !('enum' in schema)

function shown(writer: NodeWriter, { code, schema, isSure }: Found): string {
  if (isPrimitive(schema)) return isSure ? code : `${code} ?? ''`
  return `${writer.module.use(writer.formatter ?? 'toText', RUNTIME)}(${code})`
}

function section(
  writer: NodeWriter,
  name: string,
  { code, schema, isSure }: Found,
  children: readonly Token[],
  frames: readonly Frame[],
): string {
  if (isPrimitive(schema)) {
    return `${code} ? ${templateBody(writer, children, [...frames, { code, schema }])} : ''`
  }
  const item = elementName(name, frames)
  const items = schema['items']
  const itemSchema =
    typeof items === 'object' && items !== null && !Array.isArray(items) ? items : {}
  const body = (itemSchema: JsonSchema) =>
    `(${item}) => ${templateBody(writer, children, [...frames, { code: item, schema: itemSchema }])}`
  if (isList(schema)) {
    return `${isSure ? code : `(${code} ?? [])`}.map(${body(itemSchema)}).join('')`
  }
  return `${writer.module.use('renderEach', RUNTIME)}(${code}, ${body({})})`
}

function inverted(
  writer: NodeWriter,
  { code, schema, isSure }: Found,
  children: readonly Token[],
  frames: readonly Frame[],
): string {
  const body = templateBody(writer, children, frames)
  if (isPrimitive(schema)) return `${code} ? '' : ${body}`
  if (isList(schema) && isSure) return `${code}.length === 0 ? ${body} : ''`
  return `${writer.module.use('isEmpty', RUNTIME)}(${code}) ? ${body} : ''`
}

/** Writes a section's text with line breaks at its ends as `\n`, so that they visibly belong to it. */
function templateBody(
  writer: NodeWriter,
  tokens: readonly Token[],
  frames: readonly Frame[],
): string {
  const code = literalText(writer, tokens, frames)
  const escapeBreaks = (breaks: string) => breaks.replaceAll(HARD_BREAK, '\\n')
  return code
    .replace(new RegExp(`^\`${HARD_BREAK}+`), escapeBreaks)
    .replace(new RegExp(`${HARD_BREAK}+\`$`), escapeBreaks)
}

/** Names an element after its list: `notes` → `note`. An outer section's name is not reused. */
function elementName(path: string, frames: readonly Frame[]): string {
  const last = path.split('.').at(-1) ?? ''
  const single =
    /^[a-z][A-Za-z0-9]*[^s]s$/.test(last) && last !== 'states' ? last.slice(0, -1) : 'item'
  const safe = RESERVED.has(single) ? 'item' : single
  return frames.some(({ code }) => code === safe) ? `${safe}${frames.length + 1}` : safe
}

const RESERVED = new Set(['state', 'new', 'thi', 'clas', 'clas', 'model', 'tool', 'prompt'])
