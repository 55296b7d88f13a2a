import { SANDBOX_GLOBALS } from '../document/names.ts'
import { isClose } from '../text/is-close.ts'
import type { TemplateTag } from '../text/template.ts'
import type { CheckContext, ParsedText } from './context.ts'

type Location = { node?: string; edge?: number }

const SYNTAX = {
  template: 'TEMPLATE_SYNTAX',
  expression: 'EXPRESSION_SYNTAX',
  code: 'CODE_SYNTAX',
} as const

/** Checks the syntax of templates, expressions and code, and the names they use. */
export function checkTexts(context: CheckContext): void {
  for (const { id, texts, locals } of context.nodes.values()) {
    for (const text of texts) checkText(context, text, { node: id }, locals)
  }
  for (const { index, edge, list } of context.edges) {
    if (list)
      checkText(context, list, { edge: index }, context.nodes.get(edge.from)?.locals ?? new Set())
  }
}

function checkText(
  context: CheckContext,
  text: ParsedText,
  owner: Location,
  locals: ReadonlySet<string>,
): void {
  const location = { ...owner, field: text.field }
  const problem = text.kind === 'template' ? text.template.problems[0] : text.script.problem
  if (problem) {
    const position = `line ${problem.line}, column ${problem.column}`
    context.report(SYNTAX[text.kind], location, `${problem.message} (${position})`)
    return
  }
  const isKnown = (name: string) => locals.has(name) || context.isChannel(name)
  const unknown =
    text.kind === 'template'
      ? text.template.tags
          .filter((tag) => !isTagKnown(context, tag, isKnown))
          .map((tag) => tag.head)
      : text.script.reads
          .filter(
            ({ name, via }) => !isKnown(name) && !(via === 'variable' && SANDBOX_GLOBALS.has(name)),
          )
          .map(({ name }) => name)
  for (const name of new Set(unknown)) {
    context.report(
      'UNKNOWN_CHANNEL',
      { ...location, name },
      `${promptPrefix(text)}There is no channel \`${name}\`${suggest(context, name)}`,
    )
  }
}

const promptPrefix = ({ promptName: from }: ParsedText) =>
  from === undefined ? '' : `For the prompt \`${from}\`: `

/** In a section over a list or an object, a name may refer to a member of the element. */
function isTagKnown(
  { document, isChannel }: CheckContext,
  tag: TemplateTag,
  isKnown: (name: string) => boolean,
): boolean {
  if (tag.head === '' ? tag.inside.length > 0 : isKnown(tag.head)) return true
  return tag.inside.some((section) => {
    const head = section.split('.')[0] ?? ''
    if (section !== head || !isChannel(head)) return true
    const type = document.state[head]?.type ?? 'object'
    return type === 'array' || type === 'object' || type === 'messages'
  })
}

/** Suggests a channel whose name differs by one or two characters. */
function suggest({ document }: CheckContext, name: string): string {
  const match = Object.keys(document.state).find((other) => isClose(name, other))
  return match === undefined ? '' : `; did you mean \`${match}\`?`
}
