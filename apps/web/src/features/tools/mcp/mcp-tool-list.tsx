import type { McpServer } from '@lathe/contract'
import { Button } from '@mantine/core'
import { plural } from '../../../lib/format.ts'
import toolStyles from '../tools.module.css'
import { McpToolRow } from './mcp-tool-row.tsx'
import styles from './mcp.module.css'
import { useSwitchTools } from './use-switch-tools.ts'

/** What the server offers; each is a tool of the workspace once it is switched on. */
export function McpToolList({ server }: { server: McpServer }) {
  const switching = useSwitchTools(server.name)
  const { tools, listedAt } = server
  const off = tools.filter(({ name, problem }) => name === null && problem === null)
  if (tools.length === 0) {
    return listedAt === null ? null : <p className={toolStyles.note}>It offers no tools.</p>
  }
  return (
    <>
      <div className={toolStyles.panelHead}>
        <p className={toolStyles.note}>
          No graph sees a tool that is off. What the server says of itself is data: read it before
          you switch a tool on.
        </p>
        {off.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={switching.isPending}
            onClick={() => switching.enable(off.map(({ tool }) => tool))}
          >
            Switch on {plural(off.length, 'tool')}
          </Button>
        )}
      </div>
      <ul className={styles.tools} aria-label={`Tools of ${server.name}`}>
        {tools.map((tool) => (
          <McpToolRow key={tool.tool} tool={tool} switching={switching} />
        ))}
      </ul>
    </>
  )
}
