import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { showToast } from '../../../ui/undo-toast.tsx'

/** Offered where a called agent has versions, and none of them is published. */
export function PublishCalled({ slug }: { slug: string }) {
  const queries = useQueryClient()
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = agents.find((one) => one.slug === slug)
  const publish = useMutation({
    mutationFn: (number: number) => client.agents.publish({ agent: slug, number }),
    onSuccess: ({ name }, number) => {
      for (const key of [api.agents.list.key(), api.agents.callees.key()]) {
        void queries.invalidateQueries({ queryKey: key })
      }
      showToast(`Version ${number} of ${name} is published`)
    },
    onError: (error) => showToast(`Could not publish: ${describeError(error).message}`, 'error'),
  })

  if (!agent || agent.publishedVersion !== null || agent.latestVersion === 0) return null
  return (
    <span>
      <Button
        size="compact-xs"
        variant="default"
        loading={publish.isPending}
        onClick={() => publish.mutate(agent.latestVersion)}
      >
        Publish version {agent.latestVersion} of {agent.name}
      </Button>
    </span>
  )
}
