import type { Json, JsonObject } from '@lathe/contract'
import mustache from 'mustache'
import { formatText, getMember } from '@lathe-ai/runtime/values'
import { NodeFailure } from './failure.ts'
import { namesIn } from '../kinds/channel-uses.ts'
import { parseTemplate } from '../text/template.ts'
import type { Token } from '../text/template.ts'
import type { ScopeMaker, State } from './state.ts'

export type TemplateFn = (state: State) => string

/** Renders text without HTML escapes: lists and objects as JSON, missing values as nothing. */
export function compileTemplate(
  text: string,
  createScope: ScopeMaker,
  show: typeof formatText = formatText,
): TemplateFn {
  const writer = new TextWriter(show)
  const { tokens, problems } = parseTemplate(text)
  if (problems.length > 0) throw new SyntaxError(problems[0]?.message)
  if (tokens.every(([type]) => type === 'text')) {
    const constant = tokens.map(([, value]) => value).join('')
    return () => constant
  }
  const scope = createScope(namesIn(text, 'template'))
  return (state) => writer.write(tokens, scope(state))
}

/** A part of a rendered text: literal text, or the value of a name. */
export type TemplatePart = { text: string; name: string | null; isMissing: boolean }

export type TemplatePartsFn = (state: State) => TemplatePart[]

/** Renders the text of `compileTemplate` in parts, to show where each part comes from. */
export function compileTemplateParts(text: string, createScope: ScopeMaker): TemplatePartsFn {
  const { tokens, problems } = parseTemplate(text)
  if (problems.length > 0) throw new SyntaxError(problems[0]?.message)
  const scope = createScope(namesIn(text, 'template'))
  return (state) => {
    const parts = new PartsWriter()
    parts.write(tokens, scope(state))
    return parts.written
  }
}

/**
 * Returns whether a rendered message is blank. Blank messages are left out, so that a section can
 * control a whole message.
 */
export const isBlank = (text: string): boolean => text.trim() === ''

/** mustache's own types know tokens as lists of strings only. */
function asSpans(tokens: readonly Token[]): string[][] {
  return tokens as unknown as string[][]
}

/** Reads own members only, so that a template cannot access JavaScript's prototypes. */
class JsonContext extends mustache.Context {
  readonly value: Json
  readonly outer: JsonContext | undefined

  constructor(value: JsonObject | Json, outer?: JsonContext) {
    super(value, outer)
    this.value = value
    this.outer = outer
  }

  override push(value: Json): JsonContext {
    return new JsonContext(value, this)
  }

  override lookup(name: string): Json | undefined {
    if (name === '.') return this.value
    const [head = '', ...rest] = name.split('.')
    const found = this.find(head)
    return rest.reduce<Json | undefined>(memberOf, found)
  }

  find(name: string): Json | undefined {
    const memberValue = typeof this.value === 'object' ? memberOf(this.value, name) : undefined
    return memberValue === undefined ? this.outer?.find(name) : memberValue
  }
}

// The cast holds: a member of JSON is JSON.
const memberOf = (value: Json | undefined, key: string) => getMember(value, key) as Json | undefined

/** Nested sections multiply, and rendering blocks the event loop. */
const MAX_RENDERED_TOKENS = 500_000
const MAX_RENDERED_CHARACTERS = 20_000_000

class TextWriter extends mustache.Writer {
  readonly #show: typeof formatText
  #tokens = 0
  #characters = 0

  constructor(show: typeof formatText) {
    super()
    this.#show = show
  }

  write(tokens: readonly Token[], scope: JsonObject): string {
    this.#tokens = 0
    this.#characters = 0
    return this.renderTokens(asSpans(tokens), new JsonContext(scope))
  }

  override renderTokens(tokens: string[][], context: mustache.Context): string {
    this.#tokens += tokens.length + 1
    if (this.#tokens > MAX_RENDERED_TOKENS) throw tooLarge()
    return super.renderTokens(tokens, context)
  }

  override escapedValue(token: string[], context: mustache.Context): string {
    const text = this.#show(context.lookup(token[1] ?? ''))
    this.#characters += text.length
    if (this.#characters > MAX_RENDERED_CHARACTERS) throw tooLarge()
    return text
  }

  override unescapedValue(token: string[], context: mustache.Context): string {
    return this.escapedValue(token, context)
  }
}

const tooLarge = (): NodeFailure =>
  new NodeFailure('PAYLOAD_TOO_LARGE', 'The rendered template is too large', {
    hint: 'Nest fewer lists, or shorten them before the template.',
  })

/** mustache visits tokens in the order of the text. */
class PartsWriter extends TextWriter {
  readonly written: TemplatePart[] = []

  constructor() {
    super(formatText)
  }

  override rawValue(token: string[]): string {
    return this.#write({ text: token[1] ?? '', name: null, isMissing: false })
  }

  override escapedValue(token: string[], context: mustache.Context): string {
    const name = token[1] ?? ''
    const value: Json | undefined = context.lookup(name)
    return this.#write({
      text: super.escapedValue(token, context),
      name,
      isMissing: value === null || value === undefined,
    })
  }

  override unescapedValue(token: string[], context: mustache.Context): string {
    return this.escapedValue(token, context)
  }

  #write(part: TemplatePart): string {
    this.written.push(part)
    return part.text
  }
}
