import type { ComparisonPlan, PromptVersion, RegistryPrompt } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { useDefaultModel } from '../../../lib/api/use-default-model.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

type CompareVersionsProps = {
  prompt: RegistryPrompt
  versions: readonly PromptVersion[]
  version: PromptVersion
  comparedVersion: PromptVersion | undefined
}

/** Compares with the selected version, or with production if none is selected. */
export function CompareVersions({
  prompt,
  versions,
  version: shownVersion,
  comparedVersion,
}: CompareVersionsProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const defaultModel = useDefaultModel()
  const create = useMutation(
    api.comparisons.create.mutationOptions({
      onSuccess: async ({ id }) => {
        await queries.invalidateQueries({ queryKey: api.comparisons.list.key() })
        await navigate({ to: '/compare/$id', params: { id }, search: { open: 'case.c1' } })
      },
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const production = versions.find(({ labels }) => labels.includes('production'))
  const baseline = comparedVersion ?? (production === shownVersion ? undefined : production)
  if (!shownVersion.content || !defaultModel) return null

  const { connection, name } = defaultModel
  const createVariant = (version: PromptVersion, index: number) => ({
    key: `v${index + 1}`,
    name: `${prompt.name} v${version.version}`,
    base: {
      type: 'prompt' as const,
      messages: version.content?.messages ?? [],
      model: version.content?.model ?? { connection, name },
      from: { prompt: prompt.name, version: version.version },
    },
  })
  const compare = () => {
    const columns = [baseline, shownVersion].filter((candidate) => candidate?.content)
    const input = Object.fromEntries(shownVersion.variables.map((name) => [name, '']))
    const plan = {
      variants: columns.flatMap((candidate, index) =>
        candidate ? [createVariant(candidate, index)] : [],
      ),
      cases: [{ key: 'c1', name: '', input }],
    } satisfies Partial<Record<keyof ComparisonPlan, unknown>>
    create.mutate({ name: prompt.name.slice(0, 100), plan })
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconColumns3 size={14} />}
      loading={create.isPending}
      onClick={compare}
    >
      {baseline ? `Compare with v${baseline.version}` : 'Try in Compare'}
    </Button>
  )
}
