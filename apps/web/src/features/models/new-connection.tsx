import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { useFocusFirst } from '../../ui/fields/use-focus-first.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { toRequest, draftFrom, type ConnectionDraft } from './connection-draft.ts'
import { ConnectionForm } from './connection-form.tsx'
import styles from './models.module.css'
import type { Preset } from './presets.ts'

const route = getRouteApi('/models')

export function NewConnection({ preset }: { preset: Preset | undefined }) {
  const ref = useFocusFirst<HTMLElement>()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (draft: ConnectionDraft) => {
      const { key, ...body } = toRequest(draft)
      return client.models.createConnection({ ...body, ...(key && { key }) })
    },
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: api.models.key() })
      showToast(`Connection ${name} added`)
      await navigate({ search: { connection: name } })
    },
  })
  return (
    <section ref={ref} className={styles.panel} aria-label="New connection">
      <h2>New connection</h2>
      <ConnectionForm
        initial={draftFrom(preset)}
        keyHint={null}
        saveLabel="Add"
        isSaving={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(draft)}
      />
    </section>
  )
}
