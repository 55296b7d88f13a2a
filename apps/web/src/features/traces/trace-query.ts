import { SpanStatus, TraceSource } from '@lathe/contract'

/** What the one filter field says; each part is a search parameter of its own. */
export type TraceQuery = {
  status?: SpanStatus[] | undefined
  agent?: string | undefined
  version?: number | undefined
  source?: TraceSource[] | undefined
  project?: string | undefined
  q?: string | undefined
}

const isSource = (word: string): word is TraceSource => TraceSource.safeParse(word).success

const isStatus = (word: string): word is SpanStatus => SpanStatus.safeParse(word).success

/** `status:error,interrupted agent:support refund` → its parts. A word with an unknown value stays text. */
export function parseTraceQuery(text: string): TraceQuery {
  const query: TraceQuery = {}
  const words: string[] = []
  for (const word of text.match(/(?:"[^"]*"|\S)+/g) ?? []) {
    const [, key, given = ''] = /^(status|agent|version|source|project):(.*)$/i.exec(word) ?? []
    const value = given.replace(/^"(.*)"$/, '$1')
    const sources = value.toLowerCase().split(',').filter(isSource)
    const statuses = value.toLowerCase().split(',').filter(isStatus)
    if (key === 'status' && statuses.length > 0) query.status = statuses
    else if (key === 'agent' && value) query.agent = value
    else if (key === 'source' && sources.length > 0) query.source = sources
    else if (key === 'project' && value) query.project = value
    else if (key === 'version' && /^[1-9]\d*$/.test(value)) query.version = Number(value)
    else words.push(word)
  }
  if (words.length > 0) query.q = words.join(' ')
  return query
}

export const formatTraceQuery = ({
  status,
  agent,
  version,
  source,
  project,
  q,
}: TraceQuery): string =>
  [
    status?.length && `status:${status.join(',')}`,
    agent && `agent:${agent}`,
    version && `version:${version}`,
    source?.length && `source:${source.join(',')}`,
    project && `project:${/\s/.test(project) ? `"${project}"` : project}`,
    q,
  ]
    .filter(Boolean)
    .join(' ')

export const completionsFor = (agents: readonly string[]): string[] => [
  ...SpanStatus.options.map((status) => `status:${status}`),
  ...TraceSource.options.map((source) => `source:${source}`),
  ...agents.map((slug) => `agent:${slug}`),
]
