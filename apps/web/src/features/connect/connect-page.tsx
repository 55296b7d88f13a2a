import { connectSnippets } from '@lathe/graph'
import { useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { WorkbenchButton } from '../../ui/layout/workbench-button.tsx'
import { ChatClients } from './chat-clients.tsx'
import styles from './connect.module.css'
import { publishedQuery } from './published-query.ts'
import { SnippetView } from './snippet-view.tsx'

const route = getRouteApi('/agents/$agent/connect')

/** How programs call an agent: one call, in each of LangGraph's clients. */
export function ConnectPage() {
  const { agent: slug } = route.useParams()
  const [{ data: agent }, { data: document }, { data: systemInfo }] = useSuspenseQueries({
    queries: [
      api.agents.get.queryOptions({ input: { agent: slug } }),
      publishedQuery(slug),
      api.system.about.queryOptions(),
    ],
  })
  const url = window.location.origin

  return (
    <div className={styles.page}>
      <PageHeader
        title={`Connect to ${agent.name}`}
        facts={<IdChip id={agent.id} />}
        actions={<WorkbenchButton agent={slug} group="Connect" />}
      />
      {document === null ? (
        <EmptyState
          title="No version is published yet"
          hint="Clients call the published version. Save a version in the workbench and publish it."
        />
      ) : (
        <div className={styles.snippets}>
          <p className={styles.intro}>
            Every LangGraph client can call this agent, because Lathe serves the LangGraph Server
            API. Runs started there appear here while they execute, and the reverse.
          </p>
          <ChatClients url={url} agent={slug} document={document} />
          {connectSnippets({ url, agent: slug, document, requireKeys: systemInfo.requireKeys }).map(
            (snippet) => (
              <SnippetView key={snippet.id} snippet={snippet} />
            ),
          )}
        </div>
      )}
    </div>
  )
}
