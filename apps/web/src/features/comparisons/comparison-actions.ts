import type { ComparisonPlan, Comparison } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { focusWhenRendered } from '../../lib/browser/focus-when-rendered.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { deleteWithUndo } from '../../ui/feedback/delete-with-undo.ts'

type NewComparison = Parameters<typeof client.comparisons.create>[0]

function useOpenNew() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (make: () => Promise<NewComparison>) => {
      const created = await client.comparisons.create(await make())
      void queries.invalidateQueries({ queryKey: api.comparisons.list.key() })
      await navigate({ to: '/compare/$id', params: { id: created.id } })
    },
    [queries, navigate],
  )
}

const empty: NewComparison['plan'] = { variants: [], cases: [] }

/** Selects the text so that typing replaces it. */
function nameField(): HTMLElement | null {
  const field = document.querySelector<HTMLInputElement>('[data-comparison-name]')
  field?.select()
  return field
}

export function useCreateComparison() {
  const openNew = useOpenNew()
  return useMutation({
    mutationFn: () => openNew(async () => ({ name: 'New comparison', plan: empty })),
    onSuccess: () => focusWhenRendered(nameField),
  })
}

/** Copies the plan without results. Finished cells are reused when it runs. */
export function useDuplicate() {
  const openNew = useOpenNew()
  return useCallback(
    (id: string) =>
      void openNew(async () => {
        const { name, plan } = await client.comparisons.get({ id })
        return { name: `${name.slice(0, 95)} copy`, plan: plan satisfies ComparisonPlan }
      }).catch((error: unknown) => showToast(describeError(error).message, 'error')),
    [openNew],
  )
}

export function useDeleteComparison() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Comparison, 'id' | 'name'>) =>
      deleteWithUndo(
        { ids: [id], name },
        {
          remove: () => client.comparisons.delete({ id }),
          restore: () => client.comparisons.restore({ id }),
          refresh: () => queries.invalidateQueries({ queryKey: api.comparisons.list.key() }),
        },
      ),
    [queries],
  )
}
