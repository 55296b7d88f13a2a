import type { GraphDocument, Problem } from '@lathe/contract'
import { fixesFor } from '@lathe/graph'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'
import styles from './problems.module.css'
import { TextWithCode } from './text-with-code.tsx'
import { useCheckEnvironment } from './use-problems.ts'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

type FixButtonsProps = {
  problem: Problem
}

/** Buttons that fix a problem with one edit. */
export function FixButtons({ problem }: FixButtonsProps) {
  const labels = useWorkbenchState((state) => state.fixes.get(problem))
  const calledSlug = useWorkbenchState(({ document }) => findCalledAgent(document, problem))
  return (
    <>
      {labels && <Buttons problem={problem} labels={labels} />}
      {calledSlug !== undefined && <PublishCalledAgent slug={calledSlug} />}
    </>
  )
}

/** Returns the agent that has no published version. Publishing is not an edit of this graph. */
function findCalledAgent(
  { nodes }: GraphDocument,
  { code, location }: Problem,
): string | undefined {
  const node = code === 'UNKNOWN_VERSION' ? nodes[location.node ?? ''] : undefined
  return node?.kind === 'agent-call' && node.version === undefined ? node.agent : undefined
}

function Buttons({ problem, labels }: FixButtonsProps & { labels: readonly string[] }) {
  const { store } = useWorkbench()
  const environment = useCheckEnvironment()

  const apply = (label: string) => {
    store.endGroup()
    store.edit((document) => {
      const fix = fixesFor(document, problem, environment).find(
        (candidate) => candidate.label === label,
      )
      return fix ? fix.apply(document) : document
    })
  }

  return (
    <div className={styles.fixes} role="group" aria-label="Fixes">
      {labels.map((label) => (
        <Button key={label} size="compact-xs" variant="default" onClick={() => apply(label)}>
          <span>
            <TextWithCode text={label} />
          </span>
        </Button>
      ))}
    </div>
  )
}

/** Offers to publish a called agent that has versions but none published. */
export function PublishCalledAgent({ slug }: { slug: string }) {
  const queries = useQueryClient()
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = agents.find((candidate) => candidate.slug === slug)
  const publish = useMutation({
    mutationFn: (number: number) => client.agents.publish({ agent: slug, number }),
    onSuccess: ({ name }, number) => {
      for (const key of [api.agents.list.key(), api.agents.calledAgents.key()]) {
        void queries.invalidateQueries({ queryKey: key })
      }
      showToast(`Version ${number} of ${name} published`)
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
