import { ANY_ENVIRONMENT } from '@lathe/contract/environments'
import { formatTerm, withTerms } from '@lathe/traces'
import { getRouteApi } from '@tanstack/react-router'
import { useNow } from '../../lib/browser/use-now.ts'
import { type Span, rangeToSpan, zoomedSpan } from './range.ts'

const route = getRouteApi('/')

type Search = ReturnType<typeof route.useSearch>

/** The dashboard's state in the search params. */
export function useDashboard() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow(60_000).getTime()
  const {
    range = '24h',
    from,
    to,
    agent,
    project,
    environment,
    by = 'agent',
    measure = 'runs',
  } = search
  const isZoomed = from !== undefined && to !== undefined && from < to
  const span: Span = isZoomed ? zoomedSpan(from, to) : rangeToSpan(range, now)
  const dimensionTerms = [
    ...(agent === undefined ? [] : [formatTerm('agent', agent)]),
    ...(project === undefined ? [] : [formatTerm('project', project)]),
    ...(environment === undefined ? [] : [environmentTerm(environment)]),
  ]
  return {
    span,
    range,
    isZoomed,
    agent,
    project,
    environment,
    by,
    measure,
    /** Request input for the selected agent, project and environment. */
    of: { agent, project, environment: environment === undefined ? undefined : [environment] },
    /** The same as a trace filter. */
    ownFilter: withTerms('', dimensionTerms) || undefined,
    change: (changes: Partial<Search>) =>
      void navigate({ search: (before) => ({ ...before, ...changes }) }),
    zoom: (start: number, end: number) =>
      void navigate({ search: (before) => ({ ...before, from: start, to: end }) }),
    /** Search params of the trace list for the counted traces. */
    listSearch: (filter = '', period: Pick<Span, 'from' | 'to'> = span) => ({
      from: period.from,
      to: period.to,
      filter: withTerms(filter, dimensionTerms) || undefined,
    }),
  }
}

const environmentTerm = (environment: string) =>
  environment === ANY_ENVIRONMENT
    ? `environment:${ANY_ENVIRONMENT}`
    : formatTerm('environment', environment)
