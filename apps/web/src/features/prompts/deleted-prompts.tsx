import type { RegistryPrompt } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './prompts.module.css'

export function DeletedPrompts() {
  const { data: prompts } = useSuspenseQuery(
    api.prompts.list.queryOptions({ input: { deleted: true } }),
  )
  if (prompts.length === 0)
    return (
      <EmptyState
        title="No deleted prompts"
        hint="A deleted prompt is listed here with its versions and labels until you restore it."
      />
    )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>Deleted prompts</caption>
        <thead>
          <tr>
            <th>Name</th>
            <th>Versions</th>
            <th>Deleted</th>
            <th aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {prompts.map((prompt) => (
            <DeletedRow key={prompt.id} prompt={prompt} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DeletedRow({ prompt: { id, name, version, deletedAt } }: { prompt: RegistryPrompt }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const restore = useMutation(
    api.prompts.restore.mutationOptions({
      onSuccess: async (restoredPrompt) => {
        await queries.invalidateQueries({ queryKey: api.prompts.key() })
        await navigate({ to: '/prompts/$name', params: { name: restoredPrompt.name } })
        showToast(`${restoredPrompt.name} restored`)
      },
      onError: (error) =>
        showToast(`Could not restore ${name}: ${describeError(error).message}`, 'error'),
    }),
  )
  return (
    <tr>
      <td>{name}</td>
      <td>{version === 0 ? '—' : `v${version}`}</td>
      <td>{deletedAt !== null && <RelativeTime time={deletedAt} />}</td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Restore ${name}`}
          loading={restore.isPending}
          onClick={() => restore.mutate({ id })}
        >
          Restore
        </Button>
      </td>
    </tr>
  )
}
