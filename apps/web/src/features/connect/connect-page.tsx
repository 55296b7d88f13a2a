import { Button } from '@mantine/core'
import { connectSnippets } from '@lathe/graph'
import { useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IdChip } from '../../ui/id-chip.tsx'
import { Keys } from '../../ui/keys.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './connect.module.css'
import { publishedQuery } from './published-query.ts'
import { SnippetView } from './snippet-view.tsx'

const route = getRouteApi('/agents/$agent/connect')

/** How programs call an agent: one call, in each of LangGraph's clients. */
export function ConnectPage() {
  const { agent: slug } = route.useParams()
  const navigate = route.useNavigate()
  const [{ data: agent }, { data: document }] = useSuspenseQueries({
    queries: [api.agents.get.queryOptions({ input: { agent: slug } }), publishedQuery(slug)],
  })
  const workbench = { to: '/agents/$agent', params: { agent: slug } } as const
  const toWorkbench = (
    <Button
      variant="default"
      rightSection={<Keys keys="escape" />}
      renderRoot={(props) => <Link {...workbench} search={{}} {...props} />}
    >
      Workbench
    </Button>
  )

  useHotkeys([
    {
      keys: 'escape',
      label: 'Back to the workbench',
      group: 'Connect',
      run: () => void navigate({ ...workbench, search: {} }),
    },
  ])

  return (
    <div className={styles.page}>
      <PageHeader
        title={`Connect to ${agent.name}`}
        facts={<IdChip id={agent.id} />}
        actions={toWorkbench}
      />
      {document === null ? (
        <EmptyState
          title="No version is published yet"
          hint="Programs call the published version: save one in the workbench and publish it."
        />
      ) : (
        <div className={styles.snippets}>
          <p className={styles.intro}>
            Lathe speaks the LangGraph Server API, so every client of LangGraph calls this agent. A
            run started from there is shown here as it goes, and the other way round.
          </p>
          {connectSnippets({ url: window.location.origin, agent: slug, document }).map(
            (snippet) => (
              <SnippetView key={snippet.id} snippet={snippet} />
            ),
          )}
        </div>
      )}
    </div>
  )
}
