import { ANY_ENVIRONMENT } from '@lathe/contract/environments'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import { useDashboard } from './use-dashboard.ts'

/** Links to other environments if the charts show no runs. */
export function OtherEnvironments() {
  const { span, of, change } = useDashboard()
  const { data: shown } = useQuery(api.metrics.series.queryOptions({ input: { ...span, ...of } }))
  const isEmpty = shown?.total.runs === 0
  const { data: groups = [] } = useQuery(
    api.metrics.groups.queryOptions({
      input: { ...span, ...of, environment: [ANY_ENVIRONMENT], by: 'environment' },
      enabled: isEmpty,
    }),
  )
  const others = groups.filter(({ total }) => total.runs > 0)
  if (!isEmpty || others.length === 0) return null
  return (
    <StatusLine>
      No runs here in this time. Other environments have{' '}
      {others.map(({ key, total }) => (
        <Button
          key={key}
          size="compact-xs"
          variant="default"
          onClick={() => change({ environment: key })}
        >
          {plural(total.runs, 'run')} in {key}
        </Button>
      ))}
    </StatusLine>
  )
}
