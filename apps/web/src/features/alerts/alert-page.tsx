import { type Alert, alertWindows } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { alertMeasures, measuredTraces } from '../../lib/format/alert-labels.ts'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { formatConfiguredDuration } from '../../lib/format/format.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { toDraft, draftFor } from './alert-draft.ts'
import { AlertForm } from './alert-form.tsx'
import { AlertState } from './alert-state.tsx'
import { Incidents } from './incidents.tsx'
import styles from './alerts.module.css'

const route = getRouteApi('/alerts/$alertId')

/** The state of an alert, its rule and its incidents. */
export function AlertPage() {
  const { alertId: id } = route.useParams()
  const { data: alert } = useSuspenseQuery(
    api.alerts.get.queryOptions({ input: { id }, refetchInterval: 10_000 }),
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title={alert.name}
        facts={<CurrentStatus alert={alert} />}
        actions={<DeleteButton alert={alert} />}
      />
      <AlertForm
        key={id}
        start={toDraft(alert)}
        savedAlert={alert}
        onSaved={({ name }) => showToast(`${name} saved`)}
      >
        <Incidents alert={alert} />
      </AlertForm>
    </div>
  )
}

function CurrentStatus({ alert }: { alert: Alert }) {
  const { measure, value, evaluatedAt, incident, window } = alert
  return (
    <span className={styles.line}>
      <AlertState alert={alert} />
      {evaluatedAt !== null && (
        <span className={styles.muted}>
          {alertMeasures[measure].format(value)} <RelativeTime time={evaluatedAt} />, evaluated
          every {formatConfiguredDuration(alertWindows[window].step / 1_000)}
        </span>
      )}
      {incident && (
        <Link to="/traces" search={measuredTraces(incident.rule, incident.traces)}>
          View traces
        </Link>
      )}
    </span>
  )
}

function DeleteButton({ alert: { id, name } }: { alert: Alert }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  const refresh = () => queries.invalidateQueries({ queryKey: api.alerts.list.key() })
  const remove = useMutation(
    api.alerts.delete.mutationOptions({
      onSuccess: async () => {
        await navigate({ to: '/alerts' })
        queries.removeQueries({ queryKey: api.alerts.get.key({ input: { id } }) })
        await refresh()
        showUndoToast({
          message: `Alert ${name} deleted`,
          onUndo: () => void client.alerts.restore({ id }).then(refresh).catch(fail),
        })
      },
      onError: fail,
    }),
  )
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={14} />}
      loading={remove.isPending}
      onClick={() => remove.mutate({ id })}
    >
      Delete
    </Button>
  )
}

const newAlertRoute = getRouteApi('/alerts/new')

export function NewAlertPage() {
  const { filter = '', name = '' } = newAlertRoute.useSearch()
  const navigate = useNavigate()
  return (
    <div className={styles.page}>
      <PageHeader title="New alert" />
      <AlertForm
        start={draftFor({ filter, name })}
        onSaved={({ id, name: savedName }) => {
          showToast(`${savedName} created`)
          void navigate({ to: '/alerts/$alertId', params: { alertId: id } })
        }}
      />
    </div>
  )
}
