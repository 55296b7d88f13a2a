import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Keys } from '../../ui/keys.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { alertColumns } from './alert-columns.tsx'
import styles from './alerts.module.css'

export function AlertsPage() {
  const navigate = useNavigate()
  const { data: alerts } = useSuspenseQuery(
    api.alerts.list.queryOptions({ input: {}, refetchInterval: 10_000 }),
  )
  useHotkeys([
    {
      keys: 'n',
      label: 'New alert',
      group: 'Alerts',
      run: () => void navigate({ to: '/alerts/new', search: {} }),
    },
  ])
  const button = (
    <Button
      leftSection={<IconPlus size={14} />}
      rightSection={<Keys keys="n" />}
      renderRoot={(props) => <Link to="/alerts/new" search={{}} {...props} />}
    >
      New alert
    </Button>
  )

  return (
    <div className={styles.page}>
      <PageHeader title="Alerts" actions={alerts.length > 0 && button} />
      {alerts.length === 0 ? (
        <EmptyState
          title="Nothing is watched yet"
          hint="An alert watches the traces of a filter: it fires when too many fail, when they take too long or cost too much, or when none come. It shows on the overview and can tell a webhook."
          action={button}
        />
      ) : (
        <DataTable
          label="Alerts"
          columns={alertColumns}
          rows={alerts}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/alerts/$alertId', params: { alertId: id } })}
          options={{
            rowHeight: 36,
            tone: ({ state, isMuted }) => (state === 'firing' && !isMuted ? 'error' : undefined),
          }}
        />
      )}
    </div>
  )
}
