import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { JsonSchema } from '@lathe/contract'
import type { TextKind } from '../form-scope.ts'
import { memberSchema, schemaMembers, type CompletionName } from './readable-names.ts'

type Suggestion = { label: string; detail?: string; info?: string }

/** Completes names after `{{` in a template and at any word in code, and members after a dot. */
export function complete(
  context: CompletionContext,
  names: () => readonly CompletionName[],
  kind: TextKind,
): CompletionResult | null {
  const isTemplate = kind === 'template'
  const word = context.matchBefore(isTemplate ? /\{\{\{?[#^/&]?\s*[\w$.]*/ : /[\w$.]*/)
  if (!word || (!isTemplate && word.text === '' && !context.explicit)) return null
  const prefix = /[\w$.]*$/.exec(word.text)?.[0] ?? ''
  const path = prefix.split('.')
  const last = path.pop() ?? ''
  const before = context.state.sliceDoc(0, word.from)
  const suggestions = isTemplate
    ? suggestInTemplate(path, names(), before)
    : suggestInCode(path, names(), before)
  if (suggestions.length === 0) return null
  const isClosed = context.state.sliceDoc(context.pos, context.pos + 2) === '}}'
  const closing = isTemplate && !isClosed ? (word.text.startsWith('{{{') ? '}}}' : '}}') : ''
  return {
    from: context.pos - last.length,
    options: suggestions.map((suggestion): Completion => ({
      ...suggestion,
      type: 'variable',
      apply: suggestion.label + closing,
    })),
    validFor: /^[\w$]*$/,
  }
}

function suggestInTemplate(
  path: readonly string[],
  names: readonly CompletionName[],
  before: string,
) {
  const sections = openSections(before).map((section) => schemaAt(section.split('.'), names))
  const elements = sections.map((schema) => memberSchema(schema, ['0']))
  if (path.length === 0) {
    const elementOptions = [...elements, ...sections].flatMap((schema) =>
      members(schema, 'element member'),
    )
    return uniqueSuggestions([...elementOptions, ...names.map(toOffer)])
  }
  return members(schemaAt(path, names))
}

function suggestInCode(path: readonly string[], names: readonly CompletionName[], before: string) {
  if (path[0] === 'state') {
    return path.length === 1 ? names.map(toOffer) : members(schemaAt(path.slice(1), names))
  }
  if (path.length > 0) return members(schemaAt(path, names))
  // The type before `a[0].` or `f().` is unknown.
  return /[\])]\.?$/.test(before) ? [] : names.map(toOffer)
}

const toOffer = ({ label, detail, info }: CompletionName): Suggestion => ({
  label,
  detail,
  ...(info !== undefined && { info }),
})

function schemaAt(path: readonly string[], names: readonly CompletionName[]): JsonSchema {
  const [head, ...members] = path
  const match = names.find(({ label }) => label === head)
  return match ? memberSchema(match.schema, members) : {}
}

const members = (schema: JsonSchema, note?: string): Suggestion[] =>
  Object.entries(schemaMembers(schema)).map(([label, { type, description }]) => ({
    label,
    detail: [typeof type === 'string' ? type : undefined, note].filter(Boolean).join(' · '),
    ...(typeof description === 'string' && { info: description }),
  }))

/** Returns the sections that are open at the end of a text, outermost first. */
function openSections(before: string): string[] {
  const open: string[] = []
  for (const [, sign, name = ''] of before.matchAll(/\{\{([#/])\s*([\w$.]+)\s*\}\}/g)) {
    if (sign === '#') open.push(name)
    else if (open.includes(name)) open.length = open.lastIndexOf(name)
  }
  return open
}

const uniqueSuggestions = (suggestions: readonly Suggestion[]): Suggestion[] =>
  [
    ...new Map(
      suggestions.toReversed().map((suggestion) => [suggestion.label, suggestion]),
    ).values(),
  ].toReversed()
