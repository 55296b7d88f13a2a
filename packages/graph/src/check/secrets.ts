import type { Problem } from '@lathe/contract'
import type { CheckContext } from './context.ts'

const SECRETS: readonly (readonly [what: string, form: RegExp])[] = [
  ['a model provider\u2019s key', /\b(?:sk|rk)-(?:[a-z]+-)*[A-Za-z0-9_-]{20,}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['a LangSmith key', /\blsv2_[a-z]{2}_[A-Za-z0-9_]{20,}/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ['a bearer token', /\bBearer\s+[A-Za-z0-9._~+/-]{24,}/],
]

/** Documents are shared and exported, so nothing secret may stand in them. */
export function checkSecrets({ document, report }: CheckContext): void {
  const { nodes, state, edges, notes } = document
  const parts: (readonly [Problem['place'], unknown])[] = [
    ...Object.entries(nodes).map(([node, value]) => [{ node }, value] as const),
    ...Object.entries(state).map(([channel, value]) => [{ channel }, value] as const),
    ...edges.map((value, edge) => [{ edge }, value.each] as const),
    ...notes.map((note) => [{}, note.text] as const),
  ]
  for (const [place, part] of parts) {
    for (const [field, text] of stringsIn(part, '')) {
      const found = SECRETS.find(([, form]) => form.test(text))
      if (!found) continue
      const message = `This looks like ${found[0]}; keep secrets in a connection, not in the graph`
      report('SECRET', { ...place, ...(field && { field }) }, message)
    }
  }
}

export function withoutSecrets(text: string): string {
  return SECRETS.reduce(
    (left, [, form]) => left.replaceAll(new RegExp(form, 'g'), '[removed]'),
    text,
  )
}

function* stringsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') {
    if (value.length >= 16) yield [path, value]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      yield* stringsIn(member, path ? `${path}.${key}` : key)
    }
  }
}
