import type { Json } from '@lathe/contract'
import { list } from '../print/layout.ts'
import { argumentTags, soleArgumentTag } from '../../text/argument-tags.ts'
import { inTemplate, key, literal, member, textLiteral } from '../print/literal.ts'

/** Writes texts with argument tags as code, and remembers which arguments they name. */
export type RequestText = {
  /** `` `/users/${pathSegment(args, 'id')}` `` */
  text: (template: string, take?: 'requiredArg' | 'pathSegment', before?: string) => string
  /** Writes a text of one tag as its argument, which may be absent. */
  value: (template: string) => string
  /** Writes JSON with tags in its texts; absent arguments become null. */
  json: (template: Json) => string
  /** The arguments that no text has named so far. */
  rest: () => string
}

/** Tags without an argument of their name remain in the text. */
export function requestText(
  names: ReadonlySet<string>,
  use: (helper: string) => string,
): RequestText {
  const used = new Set<string>()
  const text: RequestText['text'] = (template, take = 'requiredArg', before = '') => {
    let code = ''
    let from = 0
    for (const { name, start, end } of argumentTags(template)) {
      if (!names.has(name)) continue
      used.add(name)
      code += `${inTemplate(template.slice(from, start))}\${${use(take)}(args, ${literal(name)})}`
      from = end
    }
    if (from === 0 && before === '') return textLiteral(template)
    return `\`${before}${code}${inTemplate(template.slice(from))}\``
  }
  const value: RequestText['value'] = (template) => {
    const name = soleArgumentTag(template)
    if (name === undefined || !names.has(name)) return text(template)
    used.add(name)
    return member('args', name)
  }
  const json: RequestText['json'] = (template) => {
    if (typeof template === 'string') {
      const code = value(template)
      return code.startsWith('args') ? `${code} ?? null` : code
    }
    if (Array.isArray(template)) return list('[]', template.map(json))
    if (typeof template !== 'object' || template === null) return literal(template)
    return list(
      '{}',
      Object.entries(template).map(([name, item]) => `${key(name)}: ${json(item)}`),
    )
  }
  const rest = () => {
    if (used.size === 0) return 'args'
    return `${use('omitArgs')}(args, ${literal([...used])})`
  }
  return { text, value, json, rest }
}
