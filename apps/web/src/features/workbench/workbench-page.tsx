import { useSuspenseQueries } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import { claimTabId, liveTabs } from './draft/local-drafts.ts'
import { useAgentParam } from './use-workbench-search.ts'
import { Workbench } from './workbench.tsx'

/**
 * Returns the id of this tab and of the other open ones, whose drafts must not be recovered here.
 */
const tabQuery = (slug: string) => ({
  queryKey: ['tab', slug],
  queryFn: async () => ({ tab: await claimTabId(), live: await liveTabs() }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export function WorkbenchPage() {
  const slug = useAgentParam()
  const [{ data: agent }, { data: draft }, { data: templates }, { data: tabs }] =
    useSuspenseQueries({
      queries: [
        api.agents.get.queryOptions({ input: { agent: slug } }),
        api.agents.draft.queryOptions({
          input: { agent: slug },
          // The workbench edits its own copy and requests newer drafts itself.
          staleTime: Number.POSITIVE_INFINITY,
          gcTime: 0,
        }),
        api.agents.templates.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
        tabQuery(slug),
      ],
    })
  usePageTitle(agent.name)
  const example = templates.find((template) => template.slug === agent.template)?.example ?? {}
  return <Workbench key={agent.id} agent={agent} draft={draft} example={example} tabs={tabs} />
}
