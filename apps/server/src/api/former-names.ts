import { renameFields, replaceField } from '@lathe/contract'
import type { RequestHandler } from 'express'

type Convert = (input: unknown) => unknown

const fields =
  (names: Readonly<Record<string, string>>): Convert =>
  (input) =>
    renameFields(input, names)

const field =
  (name: string, convert: Convert): Convert =>
  (input) =>
    replaceField(input, name, convert)

const all =
  (...conversions: readonly Convert[]): Convert =>
  (input) =>
    conversions.reduce((value, convert) => convert(value), input)

const plan = field('plan', fields({ checks: 'evaluators', sameTape: 'sameRecording' }))
const metric = field('by', (id) =>
  typeof id === 'string' ? id.replace(/^check(?=s$|:)/, 'evaluator') : id,
)
const recording = fields({ tape: 'recording' })
const rerun = fields({ again: 'rerun' })
const minCount = fields({ least: 'minCount' })

/** Converts the input of procedures whose fields earlier versions named differently. */
const conversions: Readonly<Record<string, Convert>> = {
  'agents.create': fields({ callees: 'calledAgents' }),
  'runs.start': recording,
  'runs.wait': recording,
  'runs.stream': recording,
  'comparisons.create': plan,
  'comparisons.edit': plan,
  'comparisons.run': rerun,
  'comparisons.verdict': metric,
  'comparisons.rate': fields({ check: 'evaluator' }),
  'suites.run': all(rerun, metric),
  'replays.toTest': fields({ checks: 'assertions' }),
  'alerts.create': minCount,
  'alerts.edit': minCount,
  'alerts.preview': minCount,
  'models.addListPrices': fields({ which: 'prices' }),
}

type Call = { path: readonly string[]; input: unknown }

/** Accepts requests with the field names of earlier versions. */
export function acceptFormerNames<T extends Call, R>(options: T & { next: (options?: T) => R }): R {
  const { path, input, next } = options
  const convert = conversions[path.join('.')]
  return convert ? next({ ...options, input: convert(input) }) : next()
}

const formerPaths: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^\/api\/graphs\/callees(?=\?|$)/, '/api/graphs/called-agents'],
  [/^\/api\/runs\/([^/?]+)\/callees(?=\?|$)/, '/api/runs/$1/called-agents'],
  [/^\/api\/trace-words(?=\?|$)/, '/api/trace-search-index'],
  [/^\/api\/traces\/([^/?]+)\/skeleton(?=\?|$)/, '/api/traces/$1/outline'],
]

/** Serves the paths of earlier versions. oRPC reads the original URL. */
export const rewriteFormerPaths: RequestHandler = (req, _res, next) => {
  for (const [pattern, path] of formerPaths) {
    if (!pattern.test(req.url)) continue
    req.url = req.url.replace(pattern, path)
    req.originalUrl = req.url
  }
  next()
}
