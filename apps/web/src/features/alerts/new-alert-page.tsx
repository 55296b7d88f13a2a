import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { PageHeader } from '../../ui/page-header.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import { draftFor } from './alert-draft.ts'
import { AlertForm } from './alert-form.tsx'
import styles from './alerts.module.css'

const route = getRouteApi('/alerts/new')

export function NewAlertPage() {
  const { filter = '', name = '' } = route.useSearch()
  const navigate = useNavigate()
  return (
    <div className={styles.page}>
      <PageHeader title="New alert" />
      <AlertForm
        start={draftFor({ filter, name })}
        onSaved={({ id, name: made }) => {
          showToast(`${made} is watched from now on`)
          void navigate({ to: '/alerts/$alertId', params: { alertId: id } })
        }}
      />
    </div>
  )
}
