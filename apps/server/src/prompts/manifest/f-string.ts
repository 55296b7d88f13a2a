/** A Python f-string as a mustache template; null where mustache cannot say the same. */
export function fromFString(text: string): string | null {
  let out = ''
  let rest = text
  while (rest !== '') {
    const [, plain = '', tag = ''] = /^([^{}]*)(\{\{|\}\}|\{[^{}]*\}|[{}])?/s.exec(rest) ?? []
    out += plain
    rest = rest.slice(plain.length + tag.length)
    if (tag === '') continue
    if (tag === '{{' || tag === '}}') {
      // Two that open side by side would be mustache's own.
      if (tag === '{{' && out.endsWith('{')) return null
      out += tag[0]
      continue
    }
    const name = /^\{\s*([a-zA-Z_]\w{0,63})\s*\}$/.exec(tag)?.[1]
    if (name === undefined || out.endsWith('{')) return null
    out += `{{${name}}}`
  }
  return out
}
