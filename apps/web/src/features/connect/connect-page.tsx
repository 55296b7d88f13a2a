import { connectSnippets, type Snippet } from '@lathe/graph'
import { queryOptions, useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { WorkbenchButton } from '../../ui/layout/workbench-button.tsx'
import { ChatClients } from './chat-clients.tsx'
import styles from './connect.module.css'
import { useId } from 'react'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'

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

/** The document that programs call; null while none is published. */
export const publishedQuery = (agent: string) =>
  queryOptions({
    queryKey: ['published document', agent],
    queryFn: async () => {
      const { publishedVersion: number } = await client.agents.get({ agent })
      return number === null ? null : (await client.agents.version({ agent, number })).document
    },
  })

export function SnippetView({ snippet: { title, install, language, text } }: { snippet: Snippet }) {
  const titleId = useId()

  return (
    <section aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <CopyButton value={text} label="Copy" hasText />
      </header>
      {install !== null && (
        <p className={styles.install}>
          <code>{install}</code>
          <CopyButton value={install} label="Copy command" />
        </p>
      )}
      <CodeEditor label={title} value={text.trimEnd()} language={language} />
    </section>
  )
}
