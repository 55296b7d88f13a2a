import type { ToolEntry } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { FilterBar } from '../../ui/fields/filter-bar.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { AddTool } from './add-tool.tsx'
import { ImportOpenApi } from './import-openapi.tsx'
import { McpServerPanel } from './mcp/mcp-server-panel.tsx'
import { McpServers } from './mcp/mcp-servers.tsx'
import { NewMcpServer } from './mcp/new-mcp-server.tsx'
import { NewTool } from './new-tool.tsx'
import { ToolPanel } from './tool-panel.tsx'
import { ToolTable } from './tool-table.tsx'
import styles from './tools.module.css'

const route = getRouteApi('/tools')

export function ToolsPage() {
  const { q = '', tool, add, server } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: tools } = useSuspenseQuery(api.tools.catalogue.queryOptions())
  const selectedTool = add === undefined ? tools.find(({ name }) => name === tool) : undefined
  const hasPanel =
    selectedTool !== undefined || [tool, add, server].some((value) => value !== undefined)
  const filterBy = (next: string) =>
    void navigate({ search: (current) => ({ ...current, q: next || undefined }), replace: true })

  return (
    <div className={styles.page}>
      <PageHeader title="Tools" actions={<AddTool />} />
      <FilterBar query={q} onQueryChange={filterBy} placeholder="Search tools" />
      <SplitPane
        name="tools"
        panes={[
          {
            id: 'list',
            size: 50,
            min: '320px',
            content: (
              <div className={styles.lists}>
                <McpServers selected={server} />
                <ToolTable
                  tools={matching(tools, q)}
                  query={q}
                  selected={selectedTool?.name}
                  onClear={() => filterBy('')}
                />
              </div>
            ),
          },
          {
            id: 'one',
            size: 50,
            min: '320px',
            isHidden: !hasPanel,
            content: <ToolSidePanel selectedTool={selectedTool} />,
          },
        ]}
      />
    </div>
  )
}

function ToolSidePanel({ selectedTool }: { selectedTool: ToolEntry | undefined }) {
  const { tool, add, server } = route.useSearch()
  if (add === 'openapi') return <ImportOpenApi />
  if (add === 'mcp') return <NewMcpServer />
  if (add) return <NewTool key={add} kind={add} />
  if (server !== undefined) return <McpServerPanel key={server} name={server} />
  if (selectedTool)
    return <ToolPanel key={selectedTool.id ?? selectedTool.name} tool={selectedTool} />
  if (tool === undefined) return null
  return <p className={styles.missing}>Tool “{tool}” no longer exists.</p>
}

type ToolSummary = { name: string; description: string; kind: string; effect: string }

function matching<T extends ToolSummary>(tools: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter(({ name, description, kind, effect }) => {
    const text = `${name} ${description} ${kind} ${effect}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
