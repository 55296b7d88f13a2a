import type { McpServer } from '@lathe/contract'
import { Button } from '@mantine/core'
import { plural } from '../../../lib/format/format.ts'
import toolStyles from '../tools.module.css'
import { McpToolRow } from './mcp-tool-row.tsx'
import styles from './mcp.module.css'
import { useSwitchTools } from './use-switch-tools.ts'

/** Tools that the server offers. Enabling one adds it to the workspace. */
export function McpToolList({ server }: { server: McpServer }) {
  const switching = useSwitchTools(server.name)
  const { tools, listedAt } = server
  const disabledTools = tools.filter(({ name, problem }) => name === null && problem === null)
  if (tools.length === 0) {
    return listedAt === null ? null : <p className={toolStyles.note}>This server has no tools.</p>
  }
  return (
    <>
      <div className={toolStyles.panelHead}>
        <p className={toolStyles.note}>
          Graphs cannot use disabled tools. Tool descriptions come from the server: read a
          description before you enable its tool.
        </p>
        {disabledTools.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={switching.isPending}
            onClick={() => switching.enable(disabledTools.map(({ tool }) => tool))}
          >
            Enable {plural(disabledTools.length, 'tool')}
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
