import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { useFocusFirst } from '../../../ui/fields/use-focus-first.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../knowledge.module.css'
import { toRequest, type CollectionDraft, newDraft } from './collection-draft.ts'
import { CollectionForm } from './collection-form.tsx'

const route = getRouteApi('/knowledge')

export function NewCollection() {
  const ref = useFocusFirst<HTMLElement>()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (draft: CollectionDraft) => client.knowledge.createCollection(toRequest(draft)),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
      showToast(`Collection ${name} added`)
      await navigate({ search: { collection: name, add: true } })
    },
  })
  return (
    <section ref={ref} className={styles.panel} aria-label="New collection">
      <h2>New collection</h2>
      <CollectionForm
        initial={newDraft}
        saveLabel="Add"
        isSaving={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(draft)}
      />
    </section>
  )
}
