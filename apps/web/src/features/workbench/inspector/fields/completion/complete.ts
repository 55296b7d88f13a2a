import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { JsonSchema } from '@lathe/contract'
import type { TextKind } from '../form-scope.ts'
import { memberSchema, schemaMembers, type OfferedName } from './readable-names.ts'

type Offer = { label: string; detail?: string; info?: string }

/** Completes names after `{{` in a template and at any word in code, and members after a dot. */
export function complete(
  context: CompletionContext,
  names: () => readonly OfferedName[],
  kind: TextKind,
): CompletionResult | null {
  const isTemplate = kind === 'template'
  const word = context.matchBefore(isTemplate ? /\{\{\{?[#^/&]?\s*[\w$.]*/ : /[\w$.]*/)
  if (!word || (!isTemplate && word.text === '' && !context.explicit)) return null
  const typed = /[\w$.]*$/.exec(word.text)?.[0] ?? ''
  const path = typed.split('.')
  const last = path.pop() ?? ''
  const before = context.state.sliceDoc(0, word.from)
  const offers = isTemplate
    ? offersInTemplate(path, names(), before)
    : offersInCode(path, names(), before)
  if (offers.length === 0) return null
  const isClosed = context.state.sliceDoc(context.pos, context.pos + 2) === '}}'
  const closing = isTemplate && !isClosed ? (word.text.startsWith('{{{') ? '}}}' : '}}') : ''
  return {
    from: context.pos - last.length,
    options: offers.map((offer): Completion => ({
      ...offer,
      type: 'variable',
      apply: offer.label + closing,
    })),
    validFor: /^[\w$]*$/,
  }
}

function offersInTemplate(path: readonly string[], names: readonly OfferedName[], before: string) {
  const sections = openSections(before).map((section) => schemaAt(section.split('.'), names))
  const elements = sections.map((schema) => memberSchema(schema, ['0']))
  if (path.length === 0) {
    const elementOptions = [...elements, ...sections].flatMap((schema) =>
      members(schema, 'element member'),
    )
    return unique([...elementOptions, ...names.map(toOffer)])
  }
  return members(schemaAt(path, names))
}

function offersInCode(path: readonly string[], names: readonly OfferedName[], before: string) {
  if (path[0] === 'state') {
    return path.length === 1 ? names.map(toOffer) : members(schemaAt(path.slice(1), names))
  }
  if (path.length > 0) return members(schemaAt(path, names))
  // The type before `a[0].` or `f().` is unknown.
  return /[\])]\.?$/.test(before) ? [] : names.map(toOffer)
}

const toOffer = ({ label, detail, info }: OfferedName): Offer => ({
  label,
  detail,
  ...(info !== undefined && { info }),
})

function schemaAt(path: readonly string[], names: readonly OfferedName[]): JsonSchema {
  const [head, ...rest] = path
  const match = names.find(({ label }) => label === head)
  return match ? memberSchema(match.schema, rest) : {}
}

const members = (schema: JsonSchema, note?: string): Offer[] =>
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

const unique = (offers: readonly Offer[]): Offer[] =>
  [...new Map(offers.toReversed().map((offer) => [offer.label, offer])).values()].toReversed()
