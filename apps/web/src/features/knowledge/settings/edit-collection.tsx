import type { Collection } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import { useFrozenValue } from '../../../lib/browser/use-frozen-value.ts'
import { EditConflictNote } from '../../../ui/feedback/edit-conflict-note.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../knowledge.module.css'
import { toRequest, type CollectionDraft, createDraft } from './collection-draft.ts'
import { CollectionForm } from './collection-form.tsx'

const route = getRouteApi('/knowledge')

export function EditCollection({ collection }: { collection: Collection }) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const { value, key, isOutdated, freeze, release } = useFrozenValue(createDraft(collection))
  const save = useMutation({
    mutationFn: ({ draft, confirm }: { draft: CollectionDraft; confirm: boolean }) =>
      client.knowledge.editCollection({ id: collection.id, ...toRequest(draft), confirm }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
      release()
      showToast(`Collection ${name} saved`)
      if (name !== collection.name) {
        await navigate({ search: { collection: name, tab: 'settings' }, replace: true })
      }
    },
  })
  return (
    <div className={styles.panel}>
      {isOutdated && !save.isPending && <EditConflictNote onShow={release} />}
      <CollectionForm
        key={key}
        initial={value}
        saveLabel="Save"
        isSaving={save.isPending}
        error={save.error}
        onType={freeze}
        onSave={(draft) => save.mutate({ draft, confirm: false })}
        findWarning={(draft) =>
          makesStale(collection, draft)
            ? `These settings require reindexing ${plural(collection.documents, 'document')}. Until then searches use the current index.`
            : null
        }
      />
      {errorCode(save.error) === 'NAME_IN_USE' && save.variables && (
        <Button
          size="xs"
          variant="default"
          onClick={() => save.mutate({ ...save.variables, confirm: true })}
        >
          Rename anyway
        </Button>
      )}
    </div>
  )
}

function makesStale(collection: Collection, draft: CollectionDraft): boolean {
  const { embedding, chunking } = toRequest(draft)
  const parts = [...Object.entries(embedding), ...Object.entries(chunking)]
  const before: Record<string, unknown> = { ...collection.embedding, ...collection.chunking }
  const isChanged = parts.some(([name, value]) => before[name] !== value)
  const hasFewerParts = parts.length !== Object.keys(before).length
  return collection.chunks > 0 && (isChanged || hasFewerParts)
}
