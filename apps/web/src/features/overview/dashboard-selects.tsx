import { ANY_ENVIRONMENT, OFFLINE_ENVIRONMENTS, PRODUCTION } from '@lathe/contract/environments'
import { Button, Select } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { formatTerm } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { formatChartTime } from '../../ui/charts/chart-style.ts'
import { Range, rangeLabels } from './range.ts'
import { useDashboard } from './use-dashboard.ts'

export function RangeSelect() {
  const { range, isZoomed, span, change } = useDashboard()
  if (isZoomed)
    return (
      <Button
        size="xs"
        variant="default"
        title="Reset zoom"
        rightSection={<IconZoomReset size={14} />}
        onClick={() => change({ from: undefined, to: undefined })}
      >
        {formatChartTime(span.from, span.bucket, true)} –{' '}
        {formatChartTime(span.to, span.bucket, true)}
      </Button>
    )
  return (
    <Select
      aria-label="Time range"
      size="xs"
      w={130}
      allowDeselect={false}
      data={Range.options.map((value) => ({ value, label: rangeLabels[value] }))}
      value={range}
      onChange={(value) => change({ range: Range.safeParse(value).data })}
    />
  )
}

export function AgentSelect() {
  const { agent, change } = useDashboard()
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  return (
    <Select
      aria-label="Agent"
      placeholder="All agents"
      size="xs"
      w={160}
      clearable
      data={agents.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={agent ?? null}
      onChange={(value) => change({ agent: value ?? undefined, project: undefined })}
    />
  )
}

/** Projects of external programs. Hidden until one has traces in the time range. */
export function ProjectSelect() {
  const { project, span, change } = useDashboard()
  const { data = [] } = useQuery(
    api.metrics.groups.queryOptions({
      input: { from: span.from, to: span.to, by: 'project' },
      staleTime: 30_000,
    }),
  )
  const sent = data.filter(({ key }) => key !== '').map((group) => toOption(group))
  const isListed = project === undefined || sent.some(({ value }) => value === project)
  const all = isListed ? sent : [{ value: project, label: project }, ...sent]
  if (all.length === 0) return null
  return (
    <Select
      aria-label="Project"
      placeholder="All projects"
      size="xs"
      w={160}
      clearable
      searchable
      data={all}
      value={project ?? null}
      onChange={(value) => change({ project: value ?? undefined, agent: undefined })}
    />
  )
}

/** Hidden while all traces are from production. */
export function EnvironmentSelect() {
  const { environment, span, change } = useDashboard()
  const { data = [] } = useQuery(
    api.metrics.groups.queryOptions({
      input: { from: span.from, to: span.to, by: 'environment', environment: [ANY_ENVIRONMENT] },
      staleTime: 30_000,
    }),
  )
  const names = new Set(data.map(({ key }) => key))
  if (environment !== undefined && environment !== ANY_ENVIRONMENT) names.add(environment)
  names.delete('')
  const isPlain = [...names].every((name) => name === PRODUCTION)
  if (isPlain && environment === undefined) return null
  return (
    <Select
      aria-label="Environment"
      placeholder="Live traffic"
      title={`Live traffic excludes ${OFFLINE_ENVIRONMENTS.join(', ')}`}
      size="xs"
      w={160}
      clearable
      data={[
        { value: ANY_ENVIRONMENT, label: 'All environments' },
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
      value={environment ?? null}
      onChange={(value) => change({ environment: value ?? undefined })}
    />
  )
}

/** A deleted project has no name, so use its id. */
const toOption = ({ key, label, filter }: { key: string; label: string; filter: string }) => ({
  value: filter === formatTerm('project', label) ? label : key,
  label,
})
