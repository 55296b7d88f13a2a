import { SpanStatus } from '@lathe/contract'

/** What the one filter field says; each part is a search parameter of its own. */
export type TraceQuery = {
  status?: SpanStatus[] | undefined
  agent?: string | undefined
  version?: number | undefined
  q?: string | undefined
}

const isStatus = (word: string): word is SpanStatus => SpanStatus.safeParse(word).success

/** `status:error,interrupted agent:support refund` → its parts. A word with an unknown value stays text. */
export function parseTraceQuery(text: string): TraceQuery {
  const query: TraceQuery = {}
  const words: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [, key, value = ''] = /^(status|agent|version):(.*)$/i.exec(word) ?? []
    const statuses = value.toLowerCase().split(',').filter(isStatus)
    if (key === 'status' && statuses.length > 0) query.status = statuses
    else if (key === 'agent' && value) query.agent = value
    else if (key === 'version' && /^[1-9]\d*$/.test(value)) query.version = Number(value)
    else words.push(word)
  }
  if (words.length > 0) query.q = words.join(' ')
  return query
}

export const formatTraceQuery = ({ status, agent, version, q }: TraceQuery): string =>
  [
    status?.length && `status:${status.join(',')}`,
    agent && `agent:${agent}`,
    version && `version:${version}`,
    q,
  ]
    .filter(Boolean)
    .join(' ')

export const completionsFor = (agents: readonly string[]): string[] => [
  ...SpanStatus.options.map((status) => `status:${status}`),
  ...agents.map((slug) => `agent:${slug}`),
]
